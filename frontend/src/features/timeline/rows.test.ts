import { expect, it } from "vitest";
import type { TimelineItem } from "@/api/types";
import { besideText, fits, type Row, rowAt, tellIn, withEdited, writtenLate } from "@/features/timeline/rows";
import { clockIn } from "@/lib/zones";
import { timelineItem } from "@/testing/timeline-records";

function rowsOf(items: readonly TimelineItem[], zone: string, other: string): Row[] {
  return items.flatMap((_, index) => rowAt(items, index, zone, other) ?? []);
}

const BERLIN = "Europe/Berlin";

it("divides days in the zone that is shown", () => {
  const items = ["2026-11-29T22:30:00Z", "2026-11-29T23:30:00Z", "2026-11-30T08:00:00Z"].map((at, index) =>
    timelineItem({ id: `record-${index}`, happened_at: at }),
  );
  const days = (zone: string, other: string) => rowsOf(items, zone, other).map(({ day }) => day);
  expect(days("UTC", BERLIN)).toEqual(["Sun, 29 Nov 2026", null, "Mon, 30 Nov 2026"]);
  expect(days(BERLIN, "UTC")).toEqual(["Sun, 29 Nov 2026", "Mon, 30 Nov 2026", null]);
});

it("keeps the order of instants through every minute of a night in which clocks go back", () => {
  const start = Date.parse("2026-10-24T22:00:00Z");
  const items = Array.from({ length: 360 }, (_, minute) =>
    timelineItem({ id: `record-${minute}`, happened_at: new Date(start + minute * 60_000).toISOString() }),
  );
  const rows = rowsOf(items, BERLIN, "UTC");
  expect(rows.map(({ item }) => item.id)).toEqual(items.map(({ id }) => id));
  const shown = rows.map(({ clock }) => `${clock.date} ${clock.time} ${clock.offset}`);
  expect(new Set(shown).size).toBe(360);
  expect(shown).toContain("2026-10-25 02:30:00 UTC+2");
  expect(shown).toContain("2026-10-25 02:30:00 UTC+1");
});

it("names the other zone's day only where it is another", () => {
  const [row] = rowsOf([timelineItem({ happened_at: "2026-11-29T23:30:00Z" })], "UTC", BERLIN);
  expect(row?.beside && besideText(row.clock, row.beside)).toBe("Mon 00:30 UTC+1");
});

it("tells a moment in both zones, with its day where that is not the row's", () => {
  const [row] = rowsOf([timelineItem({ happened_at: "2026-11-29T12:00:00Z" })], "UTC", BERLIN);
  const tell = tellIn("UTC", BERLIN, row?.clock ?? clockIn("UTC", new Date(0)));
  expect(tell("2026-11-29T12:30:00.000Z")).toBe("12:30 UTC (13:30 UTC+1)");
  expect(tell("2026-12-24T23:30:00.000Z")).toBe("Thu, 24 Dec 2026, 23:30 UTC (Fri 00:30 UTC+1)");
  expect(tellIn("UTC", "UTC", clockIn("UTC", new Date(0)))("1970-01-01T00:15:00.000Z")).toBe("00:15 UTC");
});

it("says how late an entry was written", () => {
  const item = { happened_at: "2026-11-30T12:00:00Z", recorded_at: "2026-11-30T12:40:00Z" };
  expect(writtenLate(timelineItem(item))).toBe("written 40m later");
  expect(writtenLate(timelineItem({ ...item, recorded_at: "2026-11-30T12:00:30Z" }))).toBeNull();
});

it("tells what people wrote from what the system did", () => {
  const [note, resolved, ready] = [
    timelineItem({ kind: "note" }),
    timelineItem({ kind: "resolved" }),
    timelineItem({ kind: "memory_ready", source: "memory" }),
  ];
  expect([note, resolved, ready].map((item) => fits("people", item))).toEqual([true, false, false]);
  expect([note, resolved, ready].map((item) => fits("system", item))).toEqual([false, true, false]);
  expect([note, resolved, ready].map((item) => fits("memory", item))).toEqual([false, false, true]);
});

it("keeps the entry that is being edited in its place when it was removed, and twice never", () => {
  const [first, edited, last] = ["12:00", "12:01", "12:02"].map((at) =>
    timelineItem({ id: at, happened_at: `2026-03-01T${at}:00.000Z` }),
  ) as [TimelineItem, TimelineItem, TimelineItem];
  const shown = (rows: TimelineItem[]) => withEdited(rows, edited).map(({ id }) => id);
  expect(shown([last, first])).toEqual(["12:02", "12:01", "12:00"]);
  expect(shown([last])).toEqual(["12:02", "12:01"]);
  expect(shown([])).toEqual(["12:01"]);
  expect(shown([last, edited, first])).toEqual(["12:02", "12:01", "12:00"]);
  expect(withEdited([last, first], null)).toEqual([last, first]);
});
