import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { paths } from "@/api/schema";

/** What is counted: whole days in UTC, the last one included; no services means all. */
export type InsightsPeriod = { from: string; to: string; service?: readonly string[]; samples?: boolean };

/** The part of an address of the API that names the rows of one number. */
export type RowsQuery = Omit<
  paths["/api/v1/insights/rows"]["get"]["parameters"]["query"],
  "limit" | "cursor"
>;

type Section = "findings" | "services" | "errors" | "hours" | "times" | "noise" | "memory" | "report";

const PAGE = 10;
const FINDINGS_A_PAGE = 5;
const ROWS_A_PAGE = 50;
const FRESH_MS = 30_000;

const insightKeys = {
  all: ["insights"] as const,
  of: (section: Section | "rows", asked: object) => ["insights", section, asked] as const,
};

function queryOf({ service, ...period }: InsightsPeriod) {
  return { ...period, service: service ? [...service] : undefined };
}

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
  staleTime: FRESH_MS,
};

export function findingsQuery(period: InsightsPeriod) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: insightKeys.of("findings", period),
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/insights/findings", {
          params: { query: { ...queryOf(period), limit: FINDINGS_A_PAGE, cursor: pageParam } },
          signal,
        }),
      ),
  });
}

/** The finding that asks for attention most, of the last 90 days. */
export function topFindingQuery() {
  return queryOptions({
    queryKey: [...insightKeys.all, "top"],
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/insights/findings", { params: { query: { limit: 1 } }, signal })),
    staleTime: 5 * 60_000,
  });
}

export function servicesQuery(period: InsightsPeriod) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: insightKeys.of("services", period),
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/insights/services", {
          params: { query: { ...queryOf(period), limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
  });
}

/** The names of the services that broke in the range, the one with the most incidents first. */
export function serviceNamesQuery({ from, to, samples }: InsightsPeriod) {
  return queryOptions({
    queryKey: [...insightKeys.all, "service-names", { from, to, samples }],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/insights/services", {
          params: { query: { from, to, samples, limit: 200 } },
          signal,
        }),
      ),
    select: ({ items }) => items.map(({ service }) => service),
    staleTime: FRESH_MS,
  });
}

export function errorsQuery(period: InsightsPeriod) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: insightKeys.of("errors", period),
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/insights/errors", {
          params: { query: { ...queryOf(period), limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
  });
}

export function hoursQuery(period: InsightsPeriod, zone: string) {
  return queryOptions({
    queryKey: insightKeys.of("hours", { ...period, zone }),
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/insights/hours", { params: { query: { ...queryOf(period), zone } }, signal }),
      ),
    staleTime: FRESH_MS,
  });
}

export function timesQuery(period: InsightsPeriod) {
  return queryOptions({
    queryKey: insightKeys.of("times", period),
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/insights/times", { params: { query: queryOf(period) }, signal })),
    staleTime: FRESH_MS,
  });
}

export function noiseQuery(period: InsightsPeriod) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: insightKeys.of("noise", period),
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/insights/noise", {
          params: { query: { ...queryOf(period), limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
  });
}

export function memoryAtWorkQuery(period: InsightsPeriod) {
  return queryOptions({
    queryKey: insightKeys.of("memory", period),
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/insights/memory", { params: { query: queryOf(period) }, signal })),
    staleTime: FRESH_MS,
  });
}

export function reportQuery(period: InsightsPeriod) {
  return queryOptions({
    queryKey: insightKeys.of("report", period),
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/insights/report", { params: { query: queryOf(period) }, signal })),
    staleTime: FRESH_MS,
  });
}

/** The rows that a number counted, newest first. */
export function rowsQuery(asked: RowsQuery) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: insightKeys.of("rows", asked),
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/insights/rows", {
          params: { query: { ...asked, limit: ROWS_A_PAGE, cursor: pageParam } },
          signal,
        }),
      ),
  });
}

/** The address of a whole table as a CSV file. */
export function csvAddress(section: Section, { service, ...period }: InsightsPeriod, zone?: string): string {
  const asked = new URLSearchParams({ from: period.from, to: period.to });
  for (const name of service ?? []) asked.append("service", name);
  if (period.samples === false) asked.set("samples", "false");
  if (zone) asked.set("zone", zone);
  asked.set("format", "csv");
  return `/api/v1/insights/${section}?${asked}`;
}
