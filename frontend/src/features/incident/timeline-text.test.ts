import { expect, it } from "vitest";
import type { TimelineItem } from "@/api/types";
import { describeEntry } from "@/features/incident/timeline-text";

function entry(given: Partial<TimelineItem>): TimelineItem {
  const at = "2026-03-01T12:00:00.000Z";
  return {
    id: "record-1",
    source: "record",
    kind: "edited",
    happened_at: at,
    recorded_at: at,
    actor: "Ada",
    text: null,
    changes: null,
    details: null,
    revision: 1,
    edited_at: null,
    edited_by: null,
    pinned: false,
    pinned_at: null,
    pinned_by: null,
    removed_at: null,
    removed_by: null,
    ...given,
  };
}

it("tells what an edit changed", () =>
  expect(
    describeEntry(
      entry({
        changes: {
          severity: { from: "sev3", to: "sev1" },
          symptoms: { changed: true },
          version: { from: "1", to: null },
        },
      }),
    ).headline,
  ).toBe("Edited: severity sev3 → sev1, symptoms changed, version cleared"));

it("keeps a note's text apart, to be shown as written", () =>
  expect(describeEntry(entry({ kind: "note", text: "<b>hi</b>" }))).toEqual({
    headline: "Note",
    body: "<b>hi</b>",
  }));

it("names memory's state in words", () =>
  expect(
    describeEntry(entry({ source: "memory", kind: "memory_ready", text: "recalled by its own symptoms" }))
      .headline,
  ).toBe("Memory: remembered, recalled by its own symptoms"));
