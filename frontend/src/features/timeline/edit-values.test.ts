import { expect, it } from "vitest";
import { editValuesOf, entryEditOf } from "@/features/timeline/edit-values";
import { timelineItem } from "@/testing/timeline-records";

const guess = timelineItem({ kind: "hypothesis", text: "A leak", details: { state: "open" } });

it("sends nothing of an entry that was not changed", () =>
  expect(entryEditOf(editValuesOf(guess), editValuesOf(guess))).toEqual({}));

it("sends what was changed and nothing else", () => {
  const values = { ...editValuesOf(guess), text: "", state: "ruled_out", happened_at: "2026-03-01T11:00:30" };
  expect(entryEditOf(editValuesOf(guess), values)).toEqual({
    text: null,
    state: "ruled_out",
    happened_at: new Date("2026-03-01T11:00:30").toISOString(),
  });
});
