import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { incidentKeys } from "@/api/incidents";
import { expectData } from "@/api/problem";

/** What the record knows of an incident's error from before; null when it is the first. */
export function repeatQuery(incidentId: string) {
  return queryOptions({
    queryKey: [...incidentKeys.one(incidentId), "repeat"],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/incidents/{incident_id}/repeat", {
          params: { path: { incident_id: incidentId } },
          signal,
        }),
      ),
  });
}

/** What people ruled to be, or not to be, the same error; newest first. */
export function rulingsQuery() {
  return infiniteQueryOptions({
    queryKey: [...incidentKeys.all, "rulings"],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/fingerprints/rulings", {
          params: { query: { limit: 50, cursor: pageParam ?? undefined } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

export function mergeErrors(incidentId: string, into: string, reason: string | null) {
  return expectData(
    api.POST("/api/v1/fingerprints/merge", { body: { incident_id: incidentId, into, reason } }),
  );
}

export function splitError(incidentIds: readonly string[], reason: string | null) {
  return expectData(
    api.POST("/api/v1/fingerprints/split", { body: { incident_ids: [...incidentIds], reason } }),
  );
}

export function undoRuling(id: number) {
  return expectData(
    api.POST("/api/v1/fingerprints/rulings/{ruling_id}/undo", { params: { path: { ruling_id: id } } }),
  );
}
