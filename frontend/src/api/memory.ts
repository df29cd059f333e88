import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { DocumentState, MemoryReason, RecallRequest, RecallTrace } from "@/api/types";

export const memoryKeys = { all: ["memory"] as const };

/** Reasons that pass by themselves: who waits for memory is answered without asking again. */
const PASSING: ReadonlySet<MemoryReason> = new Set(["starting", "calibrating"]);
const ASK_AGAIN_MS = 2_000;

export function isPassing({ reason }: Pick<RecallTrace, "reason">): boolean {
  return reason !== null && PASSING.has(reason);
}

export function recallQuery(request: RecallRequest | null) {
  return queryOptions({
    queryKey: [...memoryKeys.all, "recall", request],
    queryFn: ({ signal }) =>
      expectData(api.POST("/api/v1/memory/recall", { body: request as RecallRequest, signal })),
    enabled: request !== null,
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data && isPassing(state.data.memory) ? ASK_AGAIN_MS : false),
    retry: false,
  });
}

export function reflect(query: string) {
  return expectData(api.POST("/api/v1/incidents/reflect", { body: { query } }));
}

export type LedgerFilters = { states?: DocumentState[]; reason?: string; q?: string };

export function ledgerQuery({ states, reason, q }: LedgerFilters) {
  return infiniteQueryOptions({
    queryKey: [...memoryKeys.all, "ledger", { states, reason, q }],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/memory/documents", {
          params: {
            query: {
              state: states?.length ? states : undefined,
              reason: reason || undefined,
              q: q || undefined,
              limit: 50,
              cursor: pageParam ?? undefined,
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
}

export function documentQuery(id: string) {
  return queryOptions({
    queryKey: [...memoryKeys.all, "ledger", "document", id],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/memory/documents/{document_id}", { params: { path: { document_id: id } }, signal }),
      ),
  });
}

/** The document as the record would write it now, as the ledger keeps it, and as memory holds it. */
export function documentRecordQuery(id: string) {
  return queryOptions({
    queryKey: [...memoryKeys.all, "ledger", "record", id],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/memory/documents/{document_id}/record", {
          params: { path: { document_id: id } },
          signal,
        }),
      ),
    staleTime: 10_000,
  });
}

export function memoryStatusQuery() {
  return queryOptions({
    queryKey: [...memoryKeys.all, "status"],
    queryFn: ({ signal }) => expectData(api.GET("/api/v1/memory/status", { signal })),
    refetchInterval: ({ state }) => (state.error === null && state.data?.status === "ready" ? 15_000 : 3_000),
  });
}

/** Tries a document again now; one that was forgotten only with `confirm`. */
export function retainNow(id: string, { confirm = false } = {}) {
  return expectData(
    api.POST("/api/v1/memory/documents/{document_id}/retain", {
      params: { path: { document_id: id }, query: confirm ? { confirm } : undefined },
    }),
  );
}

export function retainMany(ids: readonly string[]) {
  return expectData(api.POST("/api/v1/memory/documents/retain", { body: { ids: [...ids] } }));
}

export function forgetDocument(id: string) {
  return expectData(
    api.DELETE("/api/v1/memory/documents/{document_id}", { params: { path: { document_id: id } } }),
  );
}

export function lastAuditQuery() {
  return queryOptions({
    queryKey: [...memoryKeys.all, "audit"],
    queryFn: ({ signal }) => expectData(api.GET("/api/v1/memory/audit", { signal })),
    refetchInterval: 30_000,
  });
}

export function auditNow() {
  return expectData(api.POST("/api/v1/memory/audit"));
}
