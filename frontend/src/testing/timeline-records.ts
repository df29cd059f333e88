import type { Timeline, TimelineItem } from "@/api/types";

const AT = "2026-03-01T12:00:00.000Z";

export function timelineItem(given: Partial<TimelineItem> = {}): TimelineItem {
  return {
    id: "record-000000000001",
    source: "record",
    kind: "note",
    happened_at: AT,
    recorded_at: AT,
    actor: "Ada Lovelace",
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

/** A timeline of which everything was read. */
export function timelineOf(items: TimelineItem[], given: Partial<Timeline> = {}): Timeline {
  return { items, next_cursor: null, position: 1, since: null, ...given };
}
