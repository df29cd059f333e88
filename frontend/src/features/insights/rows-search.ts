import type { RowsQuery } from "@/api/insights";
import type { Counted } from "@/api/types";
import { isZone, namesOf } from "@/features/insights/insights-search";
import { MEASURES, WEEKDAYS } from "@/features/insights/labels";
import { formatDuration } from "@/lib/time";

/** What each number counts, as the heading over its rows. */
const COUNTED: Record<Counted, string> = {
  incidents: "Incidents declared",
  open: "Incidents that are open",
  new: "Incidents with an error never seen before",
  repeats: "Incidents with an error seen before",
  unidentified: "Incidents without an error text",
  hour: "Incidents declared in one hour of the week",
  time: "Incidents by time taken",
  untimed: "Incidents without such a time",
  recall_ok: "Investigations to which memory answered ok",
  recall_empty: "Investigations to which memory answered empty",
  recall_unavailable: "Investigations while memory was unavailable",
  recall_unfinished: "Investigations that never heard from memory",
  shown: "Incidents that were shown evidence",
  confirmed: "Incidents resolved the same way as an earlier one",
  confirmed_shown: "Incidents resolved as the evidence said",
  did_not_help: "Incidents in which a known resolution did not help",
  did_not_help_shown: "Incidents in which shown evidence did not help",
  marked_helped: "Evidence marked as helpful",
  marked_did_not_help: "Evidence marked as no help",
  marked_wrong: "Evidence marked as wrong",
  with_evidence: "Resolved incidents with evidence",
  without_evidence: "Resolved incidents without evidence",
  learning_ready: "Learnings that memory recalls",
  learning_waiting: "Learnings on their way into memory",
  learning_failed: "Learnings that could not be remembered",
  learning_confirming: "Incidents that confirm an earlier learning",
  learning_forgotten: "Learnings that were forgotten on purpose",
  learning_none: "Resolved incidents without a learning",
  open_learnings: "Learnings that are waiting, failed or missing",
  finding: "Incidents of a finding",
  compared: "Incidents that a finding was compared with",
  firings: "Firings of alerts",
  acknowledged: "Firings that were acknowledged",
  attached: "Firings of a confirmed incident",
  acted_on: "Firings that were acted on",
  ignored: "Firings that nobody acted on",
};

/** Which rows an address asks for; without `of` it asks for none. */
export type RowsSearch = Partial<RowsQuery>;

/** Reads an address of the console or of the API; what it does not understand counts as left out. */
export function readRowsSearch(search: Record<string, unknown>): RowsSearch {
  return {
    of: keyOf(COUNTED, search.of),
    from: textOf(search.from),
    to: textOf(search.to),
    service: namesOf(search.service),
    samples: search.samples === false || search.samples === "false" ? false : undefined,
    fingerprint: textOf(search.fingerprint),
    weekday: numberOf(search.weekday),
    hour: numberOf(search.hour),
    zone: typeof search.zone === "string" && isZone(search.zone) ? search.zone : undefined,
    measure: keyOf(MEASURES, search.measure),
    at_least: numberOf(search.at_least),
    below: numberOf(search.below),
    alert: textOf(search.alert),
    finding: textOf(search.finding),
  };
}

function keyOf<T extends string>(known: Record<T, unknown>, value: unknown): T | undefined {
  return typeof value === "string" && Object.hasOwn(known, value) ? (value as T) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  if (value === "" || value === null || value === undefined) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Where the console shows the rows that a `rows` path of the API lists. */
export function rowsSearchOf(path: string): RowsSearch {
  const asked = new URLSearchParams(path.slice(path.indexOf("?") + 1));
  return readRowsSearch({ ...Object.fromEntries(asked), service: asked.getAll("service") });
}

/** The heading over the rows. */
export function rowsTitle({ of, measure, weekday, hour, zone }: RowsSearch): string {
  if (!of) return "Nothing was asked for";
  if (of === "hour" && weekday && hour !== undefined && hour !== null)
    return `Incidents declared on ${WEEKDAYS[weekday - 1]?.long ?? "?"}s from ${hour}:00 to ${hour + 1}:00 (${zone ?? "UTC"})`;
  if (measure && of === "time") return `Incidents by time to ${measure}`;
  if (measure && of === "untimed") return `Incidents ${MEASURES[measure].without}`;
  return COUNTED[of];
}

/** What narrows the rows further, in words. */
export function rowsNarrowed(search: RowsSearch): string[] {
  const { at_least, below, fingerprint, alert, service, samples } = search;
  return [
    service?.length ? `of ${service.join(", ")}` : "",
    at_least ? `${formatDuration(at_least)} or more` : "",
    below ? `less than ${formatDuration(below)}` : "",
    fingerprint ? `with the fingerprint ${fingerprint}` : "",
    alert ? `of ${alert}` : "",
    samples === false ? "samples left out" : "",
  ].filter((part) => part !== "");
}
