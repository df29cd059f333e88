import type { InsightsPeriod } from "@/api/insights";

export const PRESETS = [7, 30, 90, 365] as const;
const USUAL_DAYS = 90;
const LONGEST_DAYS = 1_100;
const DAY_MS = 86_400_000;

/** What the address of an insights page says; without days and dates it means the last 90 days. */
export type InsightsSearch = {
  days?: (typeof PRESETS)[number];
  from?: string;
  to?: string;
  service?: string[];
  samples?: false;
  zone?: string;
};

/** Reads an address; what it does not understand counts as left out. */
export function readInsightsSearch(search: Record<string, unknown>): InsightsSearch {
  const [from, to] = [dayOf(search.from), dayOf(search.to)];
  const custom = from !== undefined || to !== undefined;
  return {
    days: custom ? undefined : PRESETS.find((days) => days === Number(search.days)),
    from,
    to,
    service: namesOf(search.service),
    samples: search.samples === false ? false : undefined,
    zone: typeof search.zone === "string" && isZone(search.zone) ? search.zone : undefined,
  };
}

/** The names in a value of an address, each once and in order; undefined where there are none. */
export function namesOf(value: unknown): string[] | undefined {
  const given = (Array.isArray(value) ? value : [value]).filter(
    (name): name is string | number => (typeof name === "string" && name !== "") || typeof name === "number",
  );
  const names = [...new Set(given.map(String))].sort();
  return names.length > 0 ? names : undefined;
}

/** The day, `2026-11-30`, if it is one. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  return Number.isNaN(Date.parse(value)) ? undefined : value;
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The preset in force; undefined where the dates are the reader's own. */
export function presetOf({ days, from, to }: InsightsSearch): InsightsSearch["days"] {
  return from || to ? undefined : (days ?? USUAL_DAYS);
}

/** The period that an address asks for; days are days in UTC. */
export function periodOf(search: InsightsSearch, now: Date): InsightsPeriod {
  const to = search.to ?? isoDay(now.getTime());
  const days = presetOf(search) ?? USUAL_DAYS;
  const from = search.from ?? isoDay(Date.parse(to) - (days - 1) * DAY_MS);
  return { from, to, service: search.service, ...(search.samples === false && { samples: false }) };
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** How many days a period has, both ends included. */
export function daysOf({ from, to }: InsightsPeriod): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** What is wrong with a period, for people; null where it can be counted. */
export function periodProblem(period: InsightsPeriod): string | null {
  if (period.from > period.to) return "The range ends before it begins.";
  return daysOf(period) > LONGEST_DAYS ? `A range has at most ${LONGEST_DAYS} days.` : null;
}

/** The next longer preset, or null where the range is as long as presets go. */
export function widerThan(period: InsightsPeriod): (typeof PRESETS)[number] | null {
  return PRESETS.find((days) => days > daysOf(period)) ?? null;
}
