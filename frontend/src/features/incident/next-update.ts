import { formatDuration } from "@/lib/time";

export type Due = { state: "none" | "due" | "soon" | "overdue"; words: string };

/** What can be promised in one step, in minutes. */
export const PROMISES = [15, 30, 60] as const;
const SOON_MS = 5 * 60_000;

/** How the next update stands: when it is due, or since when it is overdue; `now` in milliseconds. */
export function dueOf(at: string | null, now: number): Due {
  if (at === null) return { state: "none", words: "None promised" };
  const left = Date.parse(at) - now;
  if (left <= -1_000) return { state: "overdue", words: `Overdue by ${coarse(-left)}` };
  if (left < 60_000) return { state: "soon", words: "Due now" };
  return { state: left <= SOON_MS ? "soon" : "due", words: `Due in ${coarse(left)}` };
}

/** In minutes and more; below a minute in seconds. */
function coarse(ms: number): string {
  const seconds = ms < 60_000 ? Math.ceil(ms / 1_000) : Math.round(ms / 60_000) * 60;
  return formatDuration(seconds);
}

/** The moment so many minutes from now, as RFC 3339 in UTC. */
export function inMinutes(minutes: number, now: number): string {
  return new Date(now + minutes * 60_000).toISOString();
}
