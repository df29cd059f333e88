import { screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { ActionItem, ActionItemCounts } from "@/api/types";
import { actionItem } from "@/testing/action-records";
import { openConsole } from "@/testing/render";
import { NO_ACTION_ITEMS, problem, server } from "@/testing/server";

const item = actionItem;

/** The server has this one item, and takes changes of its newest revision; what was sent stands in `sent`. */
function serverHoldsOne() {
  const held = { item, answersAfterMs: 0, sent: [] as [revision: string | null, state: unknown][] };
  const counts = (): ActionItemCounts => ({
    ...NO_ACTION_ITEMS,
    [held.item.state]: 1,
  });
  server.use(
    http.get("*/api/v1/action-items", ({ request }) => {
      const { searchParams } = new URL(request.url);
      const isHere = searchParams.has("overdue")
        ? held.item.state === "open"
        : searchParams.getAll("state").includes(held.item.state);
      return HttpResponse.json({ items: isHere ? [held.item] : [], next_cursor: null, total: null });
    }),
    http.get("*/api/v1/action-items/counts", () => HttpResponse.json(counts())),
    http.patch("*/api/v1/action-items/ACT-7", async ({ request }) => {
      const revision = request.headers.get("if-match");
      await delay(held.answersAfterMs);
      const changes = (await request.json()) as Partial<ActionItem>;
      held.sent.push([revision, changes.state]);
      if (revision !== `"${held.item.revision}"`) return problem(412, "stale-revision");
      held.item = { ...held.item, ...changes, revision: held.item.revision + 1 };
      return HttpResponse.json(held.item);
    }),
  );
  return held;
}

const column = (name: string) => screen.getByRole("region", { name: new RegExp(`^${name}`) });
const cardIn = (name: string) => within(column(name)).findByRole("link", { name: "Watch the pool" });

it("Ctrl+Z takes back one move after the other, says so, and the focus goes with the card", async () => {
  const held = serverHoldsOne();
  const { user } = openConsole("/action-items");
  (await screen.findByRole("link", { name: "Watch the pool" })).focus();
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  expect(await screen.findByText("ACT-7 is now in In progress.")).toBeVisible();
  await waitFor(async () => expect(await cardIn("In progress")).toHaveFocus());
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  expect(await screen.findByText("ACT-7 is now in Done.")).toBeVisible();
  await waitFor(async () => expect(await cardIn("Done")).toHaveFocus());
  await user.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("ACT-7 is back in In progress.")).toBeVisible();
  await waitFor(async () => expect(await cardIn("In progress")).toHaveFocus());
  await user.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("ACT-7 is back in Open.")).toBeVisible();
  await waitFor(async () => expect(await cardIn("Open")).toHaveFocus());
  expect(held.sent).toEqual([
    ['"1"', "in_progress"],
    ['"2"', "done"],
    ['"3"', "in_progress"],
    ['"4"', "open"],
  ]);
});

it("Ctrl+Z pressed twice takes two moves back, however long the first one takes", async () => {
  const held = serverHoldsOne();
  const { user } = openConsole("/action-items");
  (await screen.findByRole("link", { name: "Watch the pool" })).focus();
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await waitFor(async () => expect(await cardIn("In progress")).toHaveFocus());
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await screen.findByText("ACT-7 is now in Done.");
  held.answersAfterMs = 60;
  await user.keyboard("{Control>}zz{/Control}");
  await waitFor(() =>
    expect(held.sent.slice(2)).toEqual([
      ['"3"', "in_progress"],
      ['"4"', "open"],
    ]),
  );
  expect(await cardIn("Open")).toBeVisible();
});

it("the note of a move goes when it is taken back, and the one before can still be undone by its own", async () => {
  const held = serverHoldsOne();
  const { user } = openConsole("/action-items");
  (await screen.findByRole("link", { name: "Watch the pool" })).focus();
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await screen.findByText("ACT-7 is now in In progress.");
  await waitFor(async () => expect(await cardIn("In progress")).toHaveFocus());
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await screen.findByText("ACT-7 is now in Done.");
  await user.keyboard("{Control>}z{/Control}");
  await screen.findByText("ACT-7 is back in In progress.");
  expect(screen.queryByText("ACT-7 is now in Done.")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  expect(await screen.findByText("ACT-7 is back in Open.")).toBeVisible();
  expect(held.item.state).toBe("open");
});

it("a card that somebody changed since it was moved stays where it is, and the console says why", async () => {
  const held = serverHoldsOne();
  const { user } = openConsole("/action-items");
  await user.click(await screen.findByRole("button", { name: "Move ACT-7" }));
  await user.click(await screen.findByRole("menuitem", { name: "Done" }));
  await screen.findByText("ACT-7 is now in Done.");
  held.item = { ...held.item, owner: "Boris", revision: 9 };
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  expect(
    await screen.findByText("ACT-7 was changed since it was moved, so it stays where it is."),
  ).toBeVisible();
  expect(await cardIn("Done")).toBeVisible();
});

it("Ctrl+Z in a field is the field's own", async () => {
  const held = serverHoldsOne();
  const { user } = openConsole("/action-items");
  (await screen.findByRole("link", { name: "Watch the pool" })).focus();
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await screen.findByText("ACT-7 is now in In progress.");
  await user.click(screen.getByRole("searchbox", { name: /^Search/ }));
  await user.keyboard("{Control>}z{/Control}");
  expect(held.sent).toEqual([['"1"', "in_progress"]]);
});

it("Ctrl+Z takes back a move in the list of what is overdue too, once", async () => {
  const held = serverHoldsOne();
  const { user } = openConsole("/action-items?view=overdue");
  await user.click(await screen.findByRole("button", { name: "Move ACT-7" }));
  await user.click(await screen.findByRole("menuitem", { name: "Done" }));
  await screen.findByText("ACT-7 is now in Done.");
  await user.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("ACT-7 is back in Open.")).toBeVisible();
  expect(await screen.findByRole("link", { name: "Watch the pool" })).toBeVisible();
  expect(held.sent).toEqual([
    ['"1"', "done"],
    ['"2"', "open"],
  ]);
});
