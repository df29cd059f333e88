import type { ActionItemSummary } from "@/api/types";
import { daysUntil, formatDay, relativeDays } from "@/lib/time";

/** When an item is due, in words from today on (a day in UTC): `due 3 weeks ago`, `due tomorrow`, `no due date`. */
export function dueWords({ due_on }: Pick<ActionItemSummary, "due_on">, now: number): string {
  return due_on === null ? "no due date" : `due ${relativeDays(daysUntil(due_on, now))}`;
}

/** A day as people write it, `3 Mar 2026`. */
export function dayWords(day: string): string {
  return formatDay(new Date(`${day}T00:00:00Z`));
}
