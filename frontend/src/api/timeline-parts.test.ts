import { expect, it } from "vitest";
import { withChanges, withOlder } from "@/api/timeline-parts";
import type { Timeline, TimelineItem } from "@/api/types";
import { timelineOf as timeline, timelineItem } from "@/testing/timeline-records";

function entry(pk: number, minute: number, given: Partial<TimelineItem> = {}): TimelineItem {
  const at = `2026-03-01T12:${String(minute).padStart(2, "0")}:00.000Z`;
  return timelineItem({ id: `record-${pk}`, happened_at: at, recorded_at: at, ...given });
}

const ids = ({ items }: Timeline) => items.map(({ id }) => id);

it("puts what changed where it happened, and leaves all else the same", () => {
  const known = timeline([entry(1, 0), entry(2, 10)]);
  const after = withChanges(known, timeline([entry(3, 5), entry(2, 20)], { since: 1, position: 4 }));
  expect(ids(after)).toEqual(["record-1", "record-3", "record-2"]);
  expect(after.items[0]).toBe(known.items[0]);
  expect(after.position).toBe(4);
});

it("takes away what was removed, and brings it back when it is restored", () => {
  const known = timeline([entry(1, 0), entry(2, 10)]);
  const gone = entry(1, 0, { removed_at: "2026-03-01T12:30:00.000Z" });
  const without = withChanges(known, timeline([gone], { since: 1 }));
  expect(ids(without)).toEqual(["record-2"]);
  expect(ids(withChanges(without, timeline([entry(1, 0)], { since: 1 })))).toEqual(["record-1", "record-2"]);
});

it("keeps of memory's steps only those that are told anew", () => {
  const step = (pk: number, minute: number) => entry(pk, minute, { id: `memory-${pk}`, source: "memory" });
  const known = timeline([entry(1, 0), step(1, 1), step(2, 2)]);
  expect(ids(withChanges(known, timeline([step(1, 1), step(3, 3)], { since: 1 })))).toEqual([
    "record-1",
    "memory-1",
    "memory-3",
  ]);
});

it("puts older parts before what is known, and nothing twice", () => {
  const known = timeline([entry(5, 10), entry(6, 20)], { next_cursor: "older" });
  const after = withChanges(known, timeline([entry(7, 1)], { since: 1, position: 9 }));
  expect(after.next_cursor).toBe("older");
  const whole = withOlder(after, timeline([entry(1, 0), entry(7, 1), entry(5, 10)]));
  expect(ids(whole)).toEqual(["record-1", "record-7", "record-5", "record-6"]);
  expect(whole.next_cursor).toBeNull();
});

it("takes the whole timeline as it is where the server does not know what changed", () => {
  const whole = timeline([entry(9, 0)], { position: 7 });
  expect(withChanges(timeline([entry(1, 0)]), whole)).toBe(whole);
});

it("is the same timeline when nothing changed", () => {
  const known = timeline([entry(1, 0)]);
  expect(withChanges(known, timeline([], { since: 1 }))).toBe(known);
});

it("asks again for what was removed while an older part was on its way", () => {
  const known = timeline([entry(5, 10)], { next_cursor: "older", position: 4 });
  const gone = entry(1, 0, { removed_at: "2026-03-01T12:30:00.000Z" });
  const heard = withChanges(known, timeline([gone], { since: 4, position: 6 }));
  const joined = withOlder(heard, timeline([entry(1, 0), entry(2, 1)], { position: 4 }));
  expect(joined.position).toBe(4);
  // An answer that was asked for before the part came leaves the gap open.
  const early = withChanges(joined, timeline([entry(7, 20)], { since: 6, position: 8 }));
  expect(early.position).toBe(4);
  const healed = withChanges(early, timeline([gone, entry(7, 20)], { since: 4, position: 8 }));
  expect(ids(healed)).toEqual(["record-2", "record-5", "record-7"]);
  expect(healed.position).toBe(8);
});
