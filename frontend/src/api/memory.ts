import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { DocumentState, RecallRequest } from "@/api/types";

export const memoryKeys = { all: ["memory"] as const };

export function recallQuery(request: RecallRequest | null) {
  return queryOptions({
    queryKey: [...memoryKeys.all, "recall", request],
    queryFn: ({ signal }) =>
      expectData(api.POST("/api/v1/memory/recall", { body: request as RecallRequest, signal })),
    enabled: request !== null,
    staleTime: 30_000,
    retry: false,
  });
}

export function reflect(query: string) {
  return expectData(api.POST("/api/v1/incidents/reflect", { body: { query } }));
}

export function ledgerQuery(state: DocumentState | null) {
  return infiniteQueryOptions({
    queryKey: [...memoryKeys.all, "ledger", state],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/memory/documents", {
          params: {
            query: { state: state ? [state] : undefined, limit: 50, cursor: pageParam ?? undefined },
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
    queryKey: [...memoryKeys.all, "document", id],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/memory/documents/{document_id}", { params: { path: { document_id: id } }, signal }),
      ),
  });
}

export function memoryStatusQuery() {
  return queryOptions({
    queryKey: [...memoryKeys.all, "status"],
    queryFn: ({ signal }) => expectData(api.GET("/api/v1/memory/status", { signal })),
    refetchInterval: ({ state }) => (state.error === null && state.data?.status === "ready" ? 15_000 : 3_000),
  });
}

export function retainNow(id: string) {
  return expectData(
    api.POST("/api/v1/memory/documents/{document_id}/retain", { params: { path: { document_id: id } } }),
  );
}

export function forgetDocument(id: string) {
  return expectData(
    api.DELETE("/api/v1/memory/documents/{document_id}", { params: { path: { document_id: id } } }),
  );
}
