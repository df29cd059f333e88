import type { TimelineItem } from "@/api/types";
import { isEntryKind } from "@/features/timeline/words";
import { formatDuration } from "@/lib/time";
import { type Clock, clockIn, UTC } from "@/lib/zones";

export type Filter =
  | "all"
  | "people"
  | "system"
  | "memory"
  | "note"
  | "status_update"
  | "deploy"
  | "hypothesis";

/** One row: an entry, the clocks it is read by, and the day that begins with it. */
export type Row = { item: TimelineItem; clock: Clock; beside: Clock | null; day: string | null };

export function fits(filter: Filter, item: TimelineItem): boolean {
  if (filter === "all") return true;
  if (filter === "memory") return item.source === "memory";
  if (filter === "people") return isEntryKind(item.kind);
  if (filter === "system") return item.source === "record" && !isEntryKind(item.kind);
  return item.kind === filter;
}

/** The rows with the entry that is being edited, as it was known last, in its place: newest first, whatever hides it. */
export function withEdited(rows: readonly TimelineItem[], edited: TimelineItem | null): TimelineItem[] {
  if (edited === null || rows.some(({ id }) => id === edited.id)) return [...rows];
  const at = rows.findIndex(({ happened_at }) => happened_at <= edited.happened_at);
  return at === -1 ? [...rows, edited] : rows.toSpliced(at, 0, edited);
}

/**
 * The row of one entry, with a heading where the shown zone's day is another than the row's before.
 * `items` keep their order, which goes by instants: no change of clocks disturbs it. Made when it is drawn, since
 * telling what thousands of clocks show takes long.
 */
export function rowAt(
  items: readonly TimelineItem[],
  index: number,
  zone: string,
  other: string,
): Row | null {
  const item = items[index];
  if (!item) return null;
  const at = new Date(item.happened_at);
  const clock = clockIn(zone, at);
  const before = items[index - 1];
  const isSameDay = before && clockIn(zone, new Date(before.happened_at)).date === clock.date;
  return {
    item,
    clock,
    beside: other === zone ? null : clockIn(other, at),
    day: isSameDay ? null : clock.day,
  };
}

const LATE_S = 60;

/** How long after it happened an entry was written, in words; null where that was at once. */
export function writtenLate(item: TimelineItem): string | null {
  const late = (Date.parse(item.recorded_at) - Date.parse(item.happened_at)) / 1000;
  return late >= LATE_S ? `written ${formatDuration(late)} later` : null;
}

/** The clock beside another: its day only where it is another day. */
export function besideText(clock: Clock, beside: Clock): string {
  const day = beside.date === clock.date ? "" : `${beside.day.split(",")[0]} `;
  return `${day}${beside.time.slice(0, 5)} ${beside.offset}`;
}

/** Tells moments in both zones, with the day where it is another than the row's. */
export function tellIn(zone: string, other: string, row: Clock): (at: string) => string {
  return (at) => {
    const moment = new Date(at);
    const clock = clockIn(zone, moment);
    const day = clock.date === row.date ? "" : `${clock.day}, `;
    const told = `${day}${clock.time.slice(0, 5)} ${clock.offset}`;
    return other === zone ? told : `${told} (${besideText(clock, clockIn(other, moment))})`;
  };
}

/** The zones to read by: the chosen one first. */
export function zonesOf(own: string, ownFirst: boolean): [zone: string, other: string] {
  return ownFirst ? [own, UTC] : [UTC, own];
}
