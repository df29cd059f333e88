import { expect, it } from "vitest";
import type { TimelineItem } from "@/api/types";
import { deploysAround, distance } from "@/features/incident/deploys";

const ONSET = Date.parse("2026-03-01T12:00:00.000Z");

function entry(
  kind: string,
  happened_at: string,
  details: Record<string, string> | null = null,
): TimelineItem {
  const id = `record-${happened_at}`;
  return {
    id,
    source: "record",
    kind,
    happened_at,
    recorded_at: happened_at,
    details,
    text: null,
  } as TimelineItem;
}

it("puts the deploy closest to the onset first, and leaves out what lies before the window", () => {
  const { before, since } = deploysAround(
    [
      entry("deploy", "2026-03-01T05:59:59.000Z", { service: "old", version: "1" }),
      entry("deploy", "2026-03-01T06:00:00.000Z", { service: "api", version: "2" }),
      entry("note", "2026-03-01T11:50:00.000Z"),
      entry("deploy", "2026-03-01T11:48:00.000Z", { service: "api", version: "3" }),
      entry("deploy", "2026-03-01T12:20:00.000Z", { service: "api", version: "2" }),
    ],
    ONSET,
  );
  expect(before.map(({ version }) => version)).toEqual(["3", "2"]);
  expect(since.map(({ version }) => version)).toEqual(["2"]);
});

it("a deploy at the very onset is one before it, and one without details still counts", () => {
  const { before } = deploysAround([entry("deploy", "2026-03-01T12:00:00.000Z")], ONSET);
  expect(before).toMatchObject([{ service: null, version: null }]);
});

it("says how far from the onset it was", () => {
  expect(distance(ONSET - 11.8 * 60_000, ONSET)).toBe("12m before");
  expect(distance(ONSET + 3_600_000, ONSET)).toBe("1h after");
  expect(distance(ONSET - 29_000, ONSET)).toBe("at the onset");
});
