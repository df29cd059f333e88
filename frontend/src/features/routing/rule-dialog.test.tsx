import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { RoutingRule } from "@/api/types";
import { routingRule } from "@/testing/alert-records";
import { openConsole } from "@/testing/render";
import { pageOf, server } from "@/testing/server";

it("an edit of a rule keeps what others changed meanwhile, and what was typed before a reload", async () => {
  let rule: RoutingRule = routingRule({ name: "Payments", window_minutes: 30 });
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/v1/routing-rules", () => HttpResponse.json(pageOf([rule]))),
    http.post("*/api/v1/routing-rules/preview", () =>
      HttpResponse.json({ looked_at: 0, matched: 0, declared: 0, attached: 0, recorded: 0, items: [] }),
    ),
    http.patch("*/api/v1/routing-rules/:id", async ({ request }) => {
      const changes = (await request.json()) as Partial<RoutingRule>;
      sent.push(changes);
      rule = { ...rule, ...changes };
      return HttpResponse.json(rule);
    }),
  );
  const first = openConsole("/alerts/rules");
  await first.user.click(await screen.findByRole("button", { name: "Edit Payments" }));
  await first.user.type(screen.getByRole("textbox", { name: "Name" }), " of cards");
  first.unmount();
  rule = { ...rule, window_minutes: 90 };

  const { user } = openConsole("/alerts/rules");
  await user.click(await screen.findByRole("button", { name: "Edit Payments" }));
  const dialog = screen.getByRole("dialog");
  expect(within(dialog).getByRole("textbox", { name: "Name" })).toHaveValue("Payments of cards");
  await user.click(within(dialog).getByRole("button", { name: "Save rule" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ name: "Payments of cards" }]);
  expect(rule.window_minutes).toBe(90);
});
