import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { SavedSearch, SearchKind, Severity, Status } from "@/api/types";
import { endOfDay, startOfDay } from "@/lib/time";

/** What is searched for, as it stands in the address; `from` and `to` are days of the reader. */
export type SearchFilters = {
  q?: string;
  kind?: SearchKind;
  service?: string;
  severity?: Severity;
  status?: Status;
  author?: string;
  from?: string;
  to?: string;
};

export const searchKeys = { all: ["search"] as const, saved: ["search", "saved"] as const };

function asked({ q = "", kind, service, severity, status, author, from, to }: SearchFilters) {
  return {
    q,
    kind: kind ? [kind] : [],
    service: service ?? null,
    severity: severity ? [severity] : [],
    status: status ? [status] : [],
    author: author ?? null,
    from: from ? startOfDay(from) : null,
    to: to ? endOfDay(to) : null,
  };
}

export function searchPagesQuery(filters: SearchFilters) {
  const { service, author, from, to, ...rest } = asked(filters);
  return infiniteQueryOptions({
    queryKey: [...searchKeys.all, "pages", filters],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/search", {
          params: {
            query: {
              ...rest,
              ...(service && { service }),
              ...(author && { author }),
              ...(from && { from }),
              ...(to && { to }),
              ...(pageParam && { cursor: pageParam }),
              limit: 50,
            },
          },
          signal,
        }),
      ),
    enabled: rest.q !== "",
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

export function savedSearchesQuery() {
  return queryOptions({
    queryKey: searchKeys.saved,
    queryFn: ({ signal }) => expectData(api.GET("/api/v1/saved-searches", { signal })),
  });
}

export function saveSearch(name: string, filters: SearchFilters): Promise<SavedSearch> {
  return expectData(api.POST("/api/v1/saved-searches", { body: { name, filters: asked(filters) } }));
}

export function renameSavedSearch({ id, name }: { id: number; name: string }): Promise<SavedSearch> {
  return expectData(
    api.PATCH("/api/v1/saved-searches/{saved_search_id}", {
      params: { path: { saved_search_id: id } },
      body: { name },
    }),
  );
}

export async function removeSavedSearch(id: number): Promise<void> {
  await expectData(
    api.DELETE("/api/v1/saved-searches/{saved_search_id}", { params: { path: { saved_search_id: id } } }),
  );
}
