import { expect, it } from "vitest";
import type { ActionItemSummary } from "@/api/types";
import { dueWords } from "@/features/action-items/due";
import { byOwner } from "@/features/action-items/owners";
import { placed } from "@/features/action-items/placing";

const EVENING = Date.parse("2026-11-30T23:59:59Z");

it.each([
  ["2026-11-30", "due today"],
  ["2026-12-01", "due tomorrow"],
  ["2026-11-09", "due 3 weeks ago"],
  ["2026-12-13", "due in 13 days"],
  ["2027-02-28", "due in 3 months"],
  ["2025-11-30", "due last year"],
])("says of %s, by the day in UTC, that it is %s", (due_on, words) => {
  expect(dueWords({ due_on }, EVENING)).toBe(words);
});

it("says the same of a day until midnight in UTC, and something else then", () => {
  expect(dueWords({ due_on: "2026-11-30" }, EVENING + 1_000)).toBe("due yesterday");
  expect(dueWords({ due_on: null }, EVENING)).toBe("no due date");
});

const item = (id: string, owner: string | null = null) => ({ id, owner, state: "open" }) as ActionItemSummary;

it("shows what moves in its new column at once, and no longer in its old one", () => {
  const moving = { "ACT-2": { item: item("ACT-2"), to: "done" as const } };
  expect(placed("open", [item("ACT-1"), item("ACT-2")], moving).map(({ id }) => id)).toEqual(["ACT-1"]);
  expect(placed("done", [item("ACT-3")], moving).map(({ id }) => id)).toEqual(["ACT-2", "ACT-3"]);
  expect(placed("done", [item("ACT-2"), item("ACT-3")], moving)).toHaveLength(2);
});

it("groups by owner in the order in which they first come", () => {
  const groups = byOwner([item("ACT-1", "Ada"), item("ACT-2"), item("ACT-3", "Ada")]);
  expect(groups.map(({ owner, items }) => [owner, items.length])).toEqual([
    ["Ada", 2],
    [null, 1],
  ]);
});
