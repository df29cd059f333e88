import type { ReportLine, Share } from "@/api/types";
import { formatChange, formatShare } from "@/lib/numbers";
import { formatDuration } from "@/lib/time";

/** The last day of a period whose end is not included. */
export function lastDayOf(end: string): Date {
  return new Date(Date.parse(end) - 1);
}

/** A change against the period before, `+3`; nothing where neither period had any. */
export function changeOf(now: Share, before: Share): string {
  return now.count + before.count === 0 ? "" : formatChange(now.count, before.count);
}

/** A time, or a dash where too little was counted to tell it. */
export function told(seconds: number | null): string {
  return seconds === null ? "–" : formatDuration(seconds);
}

/** What part of one number another is, in per cent. */
export function partOf(part: Share, whole: Share): string {
  return formatShare(whole.count === 0 ? null : part.count / whole.count);
}

/** The part of a service's firings that nobody acted on. */
export function ignoredShare({ ignored_firings, firings }: ReportLine): string {
  return partOf(ignored_firings, firings);
}
