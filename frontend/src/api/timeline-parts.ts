import type { Timeline, TimelineItem } from "@/api/types";

/**
 * The known timeline with what changed; the answer itself where it is no change but the whole. It stays known up to its
 * own position where the answer begins only behind that.
 */
export function withChanges(known: Timeline, answer: Timeline): Timeline {
  const { items: changed, since } = answer;
  if (since === null) return answer;
  const position = since > known.position ? known.position : answer.position;
  if (changed.length === 0) return known.position === position ? known : { ...known, position };
  const told = new Set(changed.map(({ id }) => id));
  // Memory's steps are told all or not at all: of a row of retries only the newest is left.
  const hasSteps = changed.some(isStep);
  const kept = known.items.filter((item) => !told.has(item.id) && !(hasSteps && isStep(item)));
  const standing = changed.filter((item) => item.removed_at === null);
  return { ...known, position, items: [...kept, ...standing].sort(byPlace) };
}

/**
 * The known timeline with a part older than it; what is known already stays as it is known. What was removed since the
 * part was read is in it still, so the whole is known only up to the older of both positions.
 */
export function withOlder(known: Timeline, older: Timeline): Timeline {
  const told = new Set(known.items.map(({ id }) => id));
  const added = older.items.filter(({ id }) => !told.has(id));
  return {
    next_cursor: older.next_cursor,
    position: Math.min(known.position, older.position),
    since: known.since,
    items: [...added, ...known.items].sort(byPlace),
  };
}

function isStep({ source }: TimelineItem): boolean {
  return source === "memory";
}

/** The server's order: by the instants, then as it was written; the cause in the record before its effect on memory. */
function byPlace(a: TimelineItem, b: TimelineItem): number {
  return (
    compare(a.happened_at, b.happened_at) ||
    compare(a.recorded_at, b.recorded_at) ||
    Number(isStep(a)) - Number(isStep(b)) ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
