import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { SavedSearch } from "@/api/types";
import { openConsole } from "@/testing/render";
import { pageOf, server } from "@/testing/server";

const NO_FILTER = { kind: [], service: null, severity: [], status: [], author: null, from: null, to: null };
const SAVED: SavedSearch = {
  id: 3,
  name: "Pools",
  filters: { q: "pool", ...NO_FILTER },
  made_by: "Ada",
  made_at: "2026-03-01T12:00:00.000Z",
  changed_by: "Ada",
  changed_at: "2026-03-01T12:00:00.000Z",
};

function serverKeeps(saved: SavedSearch) {
  let held = saved;
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/v1/search", () => HttpResponse.json(pageOf([]))),
    http.get("*/api/v1/saved-searches", () => HttpResponse.json({ items: [held] })),
    http.patch("*/api/v1/saved-searches/3", async ({ request }) => {
      const changes = (await request.json()) as Partial<SavedSearch>;
      sent.push(changes);
      held = { ...held, ...changes };
      return HttpResponse.json(held);
    }),
  );
  return sent;
}

it("one can type at once; a search without a name is not saved, and says what is missing", async () => {
  serverKeeps(SAVED);
  const { user } = openConsole("/search?q=timeout");
  expect(await screen.findByRole("searchbox", { name: /^Search everything/ })).toHaveFocus();
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(screen.getByText("Give it a name, so that others know what it finds.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Save this search as" })).toHaveFocus();
});

it("a saved search gets another name", async () => {
  const sent = serverKeeps(SAVED);
  const { user } = openConsole("/search");
  await user.click(await screen.findByRole("button", { name: "Rename the saved search Pools" }));
  const name = screen.getByRole("textbox", { name: "New name of Pools" });
  await user.clear(name);
  await user.type(name, "Connection pools{Enter}");
  const panel = screen.getByRole("region", { name: "Saved searches" });
  expect(await within(panel).findByRole("link", { name: /Connection pools/ })).toBeVisible();
  expect(sent).toEqual([{ name: "Connection pools" }]);
});
