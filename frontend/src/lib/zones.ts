import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage";
import { formatUtc, fromLocalInput } from "@/lib/time";

export const UTC = "UTC";

let own: string | null = null;

/** The zone of this reader's machine when the page began; UTC where it names none. */
export function ownZone(): string {
  own ??= new Intl.DateTimeFormat().resolvedOptions().timeZone || UTC;
  return own;
}

/** What the clocks of a zone show at a moment; `offset` tells the two apart that show the same. */
export type Clock = { day: string; date: string; time: string; offset: string };

type Formats = { day: Intl.DateTimeFormat; clock: Intl.DateTimeFormat };
const formats = new Map<string, Formats>();

function formatsOf(zone: string): Formats {
  const known = formats.get(zone);
  if (known) return known;
  const made = {
    day: new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      weekday: "short",
      day: "numeric",
      month: "short",
      year: "numeric",
    }),
    clock: new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      timeZoneName: "shortOffset",
    }),
  };
  formats.set(zone, made);
  return made;
}

export function clockIn(zone: string, at: Date): Clock {
  const { day, clock } = formatsOf(zone);
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: day.format(at),
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
    offset: (parts.timeZoneName ?? UTC).replace("GMT", UTC).replace(/\+0$/, ""),
  };
}

/**
 * Which zone a `datetime-local` control with this value reads, and what that is in UTC; the reader's own zone unless said.
 * `In Europe/Berlin (UTC+1): 3 Mar 2026, 13:03 UTC.`
 */
export function zoneHint(value: string, zone = ownZone()): string {
  if (zone === UTC) return "In UTC.";
  const moment = fromLocalInput(value);
  const { offset } = clockIn(zone, moment === null ? new Date() : new Date(moment));
  return `In ${zone} (${offset})${moment === null ? "" : `: ${formatUtc(new Date(moment))}`}.`;
}

/** Whose days a `date` control means. */
export function dayHint(zone = ownZone()): string {
  return `Days in ${zone}.`;
}

const KEY = "memoryops.zone";
const listeners = new Set<() => void>();

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

function readsOwn(): boolean {
  return readStored("local", KEY) === "own";
}

/** Whether times are read in the reader's own zone first, and the switch for it; this browser remembers. */
export function useZoneChoice(): [own: boolean, choose: (own: boolean) => void] {
  const own = useSyncExternalStore(subscribe, readsOwn);
  const choose = (wanted: boolean) => {
    writeStored("local", KEY, wanted ? "own" : null);
    for (const notify of listeners) notify();
  };
  return [own, choose];
}
