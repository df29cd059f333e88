import { expect, it } from "vitest";
import { hostOf } from "@/lib/links";

it("only web addresses have a host to show and to open", () => {
  expect(hostOf("https://grafana.example:3000/d/1?x=1")).toBe("grafana.example:3000");
  for (const href of ["javascript:alert(1)", "data:text/html,x", "//evil.example", "mailto:a@b.c", ""])
    expect(hostOf(href)).toBeNull();
});

it("a name before the host does not pass for the host", () => {
  expect(hostOf("https://grafana.example@evil.example/")).toBe("evil.example");
});
