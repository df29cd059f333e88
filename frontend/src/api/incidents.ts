import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { IncidentDeclare, IncidentEdit, IncidentResolve, Severity, Status } from "@/api/types";

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

export function incidentPagesQuery(filters: IncidentFilters) {
  return infiniteQueryOptions({
    queryKey: [...incidentKeys.all, "pages", filters],
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

export function timelineQuery(id: string) {
  return queryOptions({
    queryKey: [...incidentKeys.one(id), "timeline"],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/incidents/{incident_id}/timeline", {
          params: { path: { incident_id: id } },
          signal,
        }),
      ),
  });
}

export function overviewQuery() {
  return queryOptions({
    queryKey: [...incidentKeys.all, "overview"],
    queryFn: ({ signal }) => expectData(api.GET("/api/v1/incidents/overview", { signal })),
    refetchInterval: 15_000,
  });
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
