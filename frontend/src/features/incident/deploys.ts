import type { TimelineItem } from "@/api/types";
import { formatDuration } from "@/lib/time";

/** How far before the onset a deploy is still a suspect, in hours. */
export const WINDOW_H = 6;
const WINDOW_MS = WINDOW_H * 3_600_000;

export type Deploy = {
  id: string;
  service: string | null;
  version: string | null;
  text: string | null;
  at: number;
};

export type Deploys = {
  /** In the window before the onset, the one closest to it first. */
  before: readonly Deploy[];
  /** Since the onset, newest first: a roll-back, perhaps. */
  since: readonly Deploy[];
};

/** The deploys that a timeline notes around the onset; those before the window are left out. */
export function deploysAround(items: readonly TimelineItem[], onset: number): Deploys {
  const deploys = items
    .filter(({ kind }) => kind === "deploy")
    .map(deployOf)
    .filter(({ at }) => at >= onset - WINDOW_MS)
    .sort((a, b) => b.at - a.at || b.id.localeCompare(a.id));
  return { before: deploys.filter(({ at }) => at <= onset), since: deploys.filter(({ at }) => at > onset) };
}

function deployOf({ id, text, happened_at, details }: TimelineItem): Deploy {
  const { service, version } = (details ?? {}) as Record<string, unknown>;
  return {
    id,
    service: typeof service === "string" ? service : null,
    version: typeof version === "string" ? version : null,
    text,
    at: Date.parse(happened_at),
  };
}

/** How a deploy lies to the onset, `12m before` or `3m after`; both in milliseconds. */
export function distance(at: number, onset: number): string {
  const minutes = Math.round((at - onset) / 60_000);
  if (minutes === 0) return "at the onset";
  return `${formatDuration(Math.abs(minutes) * 60)} ${minutes < 0 ? "before" : "after"}`;
}
