import { useEffect, useState } from "react";

const STEPS: readonly [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, "second"],
  [3_600, 60, "minute"],
  [86_400, 3_600, "hour"],
  [86_400 * 30, 86_400, "day"],
  [86_400 * 365, 86_400 * 30, "month"],
  [Number.POSITIVE_INFINITY, 86_400 * 365, "year"],
];

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** How far `at` is from `now` in words; both in milliseconds since the epoch. */
export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  if (Math.abs(seconds) < 5) return "just now";
  for (const [limit, size, unit] of STEPS) {
    if (Math.abs(seconds) < limit) return relativeFormat.format(Math.trunc(seconds / size), unit);
  }
  return "";
}

/** A span in seconds as its two largest units, `2d 4h`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 86_400), "d"],
    [Math.floor((whole % 86_400) / 3_600), "h"],
    [Math.floor((whole % 3_600) / 60), "m"],
    [whole % 60, "s"],
  ] as const;
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first === -1) return "0s";
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount}${unit}`)
    .join(" ");
}

/** A latency in milliseconds, in the unit a person reads fastest. */
export function formatLatency(ms: number | null | undefined): string {
  if (ms == null) return "–";
  if (ms < 1) return "<1 ms";
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

const utcFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const localFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

/** Date and time in UTC with the zone named. */
export function formatUtc(at: Date): string {
  return `${utcFormat.format(at)} UTC`;
}

/** The day in UTC, `3 Mar 2026`. */
export function formatDay(at: Date): string {
  return dayFormat.format(at);
}

const DAY_MS = 86_400_000;
const dayWords = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How many days a day lies ahead of today, both days in UTC; negative when it is over. */
export function daysUntil(day: string, now: number): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS) - Math.floor(now / DAY_MS);
}

/** So many days from today in words: `tomorrow`, `in 3 weeks`, `2 months ago`. */
export function relativeDays(days: number): string {
  const far = Math.abs(days);
  if (far < 14) return dayWords.format(days, "day");
  if (far < 60) return dayWords.format(Math.trunc(days / 7), "week");
  if (far < 365) return dayWords.format(Math.trunc(days / 30), "month");
  return dayWords.format(Math.trunc(days / 365), "year");
}

/** Date and time in the reader's own zone with the zone named. */
export function formatLocal(at: Date): string {
  return localFormat.format(at);
}

/** The value of a `datetime-local` control for this moment, in the reader's zone. */
export function toLocalInput(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The moment a `datetime-local` control means, as RFC 3339 in UTC; null when it is blank. */
export function fromLocalInput(value: string): string | null {
  if (value === "") return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first moment of a `date` control's day in the reader's zone, as RFC 3339 in UTC; null when it is no day. */
export function startOfDay(day: string): string | null {
  return DAY.test(day) ? fromLocalInput(`${day}T00:00`) : null;
}

/** The last moment of a `date` control's day in the reader's zone, as RFC 3339 in UTC; null when it is no day. */
export function endOfDay(day: string): string | null {
  return DAY.test(day) ? fromLocalInput(`${day}T23:59:59.999`) : null;
}

/** The current time in milliseconds, renewed every `everyMs`. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
