import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reloadIfUpgraded } from "@/lib/upgrades";
import { server } from "@/testing/server";

const START = "/assets/index-one.js";

beforeEach(() => {
  const script = Object.assign(document.createElement("script"), { type: "module" });
  script.setAttribute("src", START);
  document.head.append(script);
});
afterEach(() => document.querySelector("script[type=module]")?.remove());

function served(start: string): void {
  server.use(http.get("/", () => HttpResponse.html(`<script type="module" src="${start}"></script>`)));
}

it("reloads where the server has another build, once a minute at most", async () => {
  served("/assets/index-two.js");
  const reload = vi.fn();
  await reloadIfUpgraded(reload);
  await reloadIfUpgraded(reload);
  expect(reload).toHaveBeenCalledTimes(1);
});

it("leaves the page where it is while the server does not answer", async () => {
  server.use(http.get("/", () => HttpResponse.error()));
  const reload = vi.fn();
  await reloadIfUpgraded(reload);
  expect(reload).not.toHaveBeenCalled();
});

it("leaves the page where it is when the server has the same build", async () => {
  served(START);
  const reload = vi.fn();
  await reloadIfUpgraded(reload);
  expect(reload).not.toHaveBeenCalled();
});
