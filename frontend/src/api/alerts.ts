import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { incidentKeys } from "@/api/incidents";
import { expectData } from "@/api/problem";
import type { AlertStatus, Severity } from "@/api/types";

export type AlertFilters = {
  source?: string;
  status?: AlertStatus;
  severity?: Severity | "unknown";
  service?: string;
  incident?: string;
  delivery?: string;
  q?: string;
};

export const alertKeys = {
  all: ["alerts"] as const,
  one: (id: string) => ["alerts", "one", id] as const,
};

const PAGE_SIZE = 50;

function listQuery({ source, status, severity, service, incident, delivery, q }: AlertFilters) {
  return {
    source: source ? [source] : undefined,
    status: status ? [status] : undefined,
    severity: severity ? [severity] : undefined,
    service: service ? [service] : undefined,
    incident,
    delivery,
    q,
  };
}

export function alertPagesQuery(filters: AlertFilters) {
  return infiniteQueryOptions({
    queryKey: [...alertKeys.all, "pages", filters],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/alerts", {
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
    refetchInterval: 30_000,
  });
}

export function alertQuery(id: string) {
  return queryOptions({
    queryKey: alertKeys.one(id),
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/alerts/{alert_id}", { params: { path: { alert_id: id } }, signal })),
    refetchInterval: 30_000,
  });
}

export function attachAlert(id: string, incidentId: string) {
  return expectData(
    api.POST("/api/v1/alerts/{alert_id}/actions/attach", {
      params: { path: { alert_id: id } },
      body: { incident_id: incidentId },
    }),
  );
}

export function declareFromAlert(id: string, body: { service: string | null; severity: Severity | null }) {
  return expectData(
    api.POST("/api/v1/alerts/{alert_id}/actions/declare", {
      params: { path: { alert_id: id } },
      body,
    }),
  );
}

/** An incident's alerts in short, however many there are. */
export function incidentAlertsQuery(incidentId: string) {
  return queryOptions({
    queryKey: [...incidentKeys.one(incidentId), "alerts"],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/incidents/{incident_id}/alerts/summary", {
          params: { path: { incident_id: incidentId } },
          signal,
        }),
      ),
    refetchInterval: 20_000,
  });
}
