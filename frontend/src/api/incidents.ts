import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import { withChanges, withOlder } from "@/api/timeline-parts";
import type {
  IncidentDeclare,
  IncidentEdit,
  IncidentResolve,
  IncidentSummary,
  Severity,
  Status,
  Timeline,
} from "@/api/types";

export type IncidentFilters = { status?: Status | "open"; severity?: Severity; service?: string; q?: string };

const UNRESOLVED: Status[] = ["triage", "investigating", "identified", "monitoring"];
const PAGE_SIZE = 50;

function listQuery({ status, severity, service, q }: IncidentFilters) {
  return {
    status: status === "open" ? UNRESOLVED : status ? [status] : undefined,
    severity: severity ? [severity] : undefined,
    service: service || undefined,
    q: q || undefined,
  };
}

export const incidentKeys = {
  all: ["incidents"] as const,
  one: (id: string) => ["incidents", "one", id] as const,
};

const pagesKey = [...incidentKeys.all, "pages"] as const;

export function incidentPagesQuery(filters: IncidentFilters) {
  return infiniteQueryOptions({
    queryKey: [...pagesKey, filters],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/incidents", {
          params: {
            query: {
              ...listQuery(filters),
              limit: PAGE_SIZE,
              cursor: pageParam ?? undefined,
              count: pageParam === null,
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

export function incidentQuery(id: string) {
  return queryOptions({
    queryKey: incidentKeys.one(id),
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/incidents/{incident_id}", { params: { path: { incident_id: id } }, signal }),
      ),
  });
}

const TIMELINE_PAGE = 150;

function askTimeline(
  id: string,
  query: { limit?: number; cursor?: string; since?: number },
  signal?: AbortSignal,
) {
  return expectData(
    api.GET("/api/v1/incidents/{incident_id}/timeline", {
      params: { path: { incident_id: id }, query },
      signal,
    }),
  );
}

/** The timeline: its newest part at first, then what changed whenever it is asked for anew. */
export function timelineQuery(id: string) {
  return queryOptions({
    queryKey: [...incidentKeys.one(id), "timeline"],
    queryFn: async ({ client, queryKey, signal }): Promise<Timeline> => {
      const position = client.getQueryData<Timeline>(queryKey)?.position;
      const part = await askTimeline(
        id,
        position === undefined ? { limit: TIMELINE_PAGE } : { since: position },
        signal,
      );
      const known = client.getQueryData<Timeline>(queryKey);
      return known === undefined ? part : withChanges(known, part);
    },
    // What did not change stays the same object by the way in which changes are taken in.
    structuralSharing: false,
  });
}

const OLDER_PAGE = 1_000;

/** The part of a timeline behind a cursor; nothing is asked for without one. */
export function olderEntriesQuery(id: string, cursor: string | null) {
  return queryOptions({
    // Under a name of its own: what happens to the incident changes nothing about what was read.
    queryKey: ["older entries", cursor],
    queryFn: ({ signal }) => askTimeline(id, { limit: OLDER_PAGE, cursor: cursor ?? undefined }, signal),
    enabled: cursor !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/**
 * Puts a part behind the cursor that it was read by, and asks for what changed since it was read; nothing happens where
 * it is there already.
 */
export function takeOlder(client: QueryClient, id: string, cursor: string, part: Timeline): void {
  const { queryKey } = timelineQuery(id);
  const known = client.getQueryData(queryKey);
  if (known?.next_cursor !== cursor) return;
  client.setQueryData(queryKey, withOlder(known, part));
  if (part.position < known.position) void client.invalidateQueries({ queryKey, exact: true });
}

export function overviewQuery() {
  return queryOptions({
    queryKey: [...incidentKeys.all, "overview"],
    queryFn: ({ signal }) => expectData(api.GET("/api/v1/incidents/overview", { signal })),
    refetchInterval: 15_000,
  });
}

type ListedPages = InfiniteData<{ items: IncidentSummary[] }>;

/** What a list that was read says of an incident: enough to show before the incident itself has answered. */
export function listedIncident(queries: QueryClient, id: string): IncidentSummary | undefined {
  const overview = queries.getQueryData(overviewQuery().queryKey);
  const pages = queries.getQueriesData<ListedPages>({ queryKey: pagesKey });
  const listed = [
    ...(overview ? [overview.open, overview.recent_resolutions] : []),
    ...pages.flatMap(([, data]) => data?.pages.map(({ items }) => items) ?? []),
  ];
  return listed.flat().find((one) => one.id === id);
}

export function seenBeforeQuery(service: string, error: string) {
  return queryOptions({
    queryKey: [...incidentKeys.all, "seen-before", service, error],
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/incidents/seen-before", { params: { query: { service, error } }, signal })),
    enabled: service !== "" && error !== "",
    staleTime: 30_000,
  });
}

/** A deploy to note: of now where it has no time. */
type DeployNote = { service: string; version: string; happened_at: string | null };

export function declareIncident(body: IncidentDeclare) {
  return expectData(api.POST("/api/v1/incidents", { body }));
}

export function editIncident(id: string, revision: number, body: IncidentEdit) {
  return expectData(
    api.PATCH("/api/v1/incidents/{incident_id}", {
      params: { path: { incident_id: id }, header: { "if-match": `"${revision}"` } },
      body,
    }),
  );
}

export function resolveIncident(id: string, body: IncidentResolve) {
  return expectData(
    api.POST("/api/v1/incidents/{incident_id}/resolve", { params: { path: { incident_id: id } }, body }),
  );
}

export function reopenIncident(id: string) {
  return expectData(
    api.POST("/api/v1/incidents/{incident_id}/reopen", { params: { path: { incident_id: id } } }),
  );
}

export function deleteIncident(id: string) {
  return expectData(api.DELETE("/api/v1/incidents/{incident_id}", { params: { path: { incident_id: id } } }));
}

export function restoreIncident(id: string) {
  return expectData(
    api.POST("/api/v1/incidents/{incident_id}/restore", { params: { path: { incident_id: id } } }),
  );
}

export function noteDeploy(id: string, deploy: DeployNote) {
  return expectData(
    api.POST("/api/v1/incidents/{incident_id}/timeline", {
      params: { path: { incident_id: id } },
      body: { kind: "deploy", ...deploy },
    }),
  );
}

/** The few incidents that fit a search best; nothing is asked for a blank one. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: [...incidentKeys.all, "search", q],
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/incidents", { params: { query: { q, limit: 8 } }, signal })),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
}
