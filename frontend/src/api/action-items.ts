import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type {
  ActionItemAdd,
  ActionItemEdit,
  ActionItemKind,
  ActionItemPriority,
  ActionItemState,
  Severity,
} from "@/api/types";

/** What narrows the lists of action items. */
export type ActionItemFilters = {
  owner?: string;
  unowned?: boolean;
  service?: string;
  severity?: Severity;
  kind?: ActionItemKind;
  priority?: ActionItemPriority;
  past_target?: boolean;
  incident?: string;
  q?: string;
};

/** Which part of them: one column of the board, or what is overdue. */
export type ActionItemPart = ActionItemState | "overdue";

const PAGE_SIZE = 50;
const POLL_MS = 20_000;
const OPEN: readonly ActionItemState[] = ["open", "in_progress"];

export const actionItemKeys = {
  all: ["action-items"] as const,
  one: (id: string) => ["action-items", "one", id] as const,
};

function narrowed({ severity, kind, priority, ...rest }: ActionItemFilters) {
  return {
    ...rest,
    severity: severity ? [severity] : undefined,
    kind: kind ? [kind] : undefined,
    priority: priority ? [priority] : undefined,
  };
}

function choiceOf(part: ActionItemPart) {
  if (part === "overdue") return { overdue: true } as const;
  const order = OPEN.includes(part) ? ("due" as const) : ("closed" as const);
  return { state: [part], order };
}

export function actionItemPagesQuery(part: ActionItemPart, filters: ActionItemFilters) {
  return infiniteQueryOptions({
    queryKey: [...actionItemKeys.all, "pages", part, filters],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/action-items", {
          params: {
            query: {
              ...narrowed(filters),
              ...choiceOf(part),
              limit: PAGE_SIZE,
              cursor: pageParam ?? undefined,
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

export function actionItemCountsQuery(filters: ActionItemFilters) {
  return queryOptions({
    queryKey: [...actionItemKeys.all, "counts", filters],
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/action-items/counts", { params: { query: narrowed(filters) }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/** The action items of one incident, at most two hundred, what is due first first. */
export function incidentActionItemsQuery(incidentId: string) {
  return queryOptions({
    queryKey: [...actionItemKeys.all, "incident", incidentId],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/action-items", {
          params: { query: { incident: incidentId, limit: 200, count: true } },
          signal,
        }),
      ),
  });
}

/** What earlier incidents left open that this one repeats; their changes reach no stream of this incident. */
export function openEarlierActionsQuery(incidentId: string) {
  return queryOptions({
    queryKey: [...actionItemKeys.all, "earlier", incidentId],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/incidents/{incident_id}/open-earlier-actions", {
          params: { path: { incident_id: incidentId } },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
  });
}

export function actionItemQuery(id: string) {
  return queryOptions({
    queryKey: actionItemKeys.one(id),
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/action-items/{item_id}", { params: { path: { item_id: id } }, signal })),
  });
}

export function actionItemHistoryQuery(id: string) {
  return queryOptions({
    queryKey: [...actionItemKeys.one(id), "history"],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/action-items/{item_id}/history", { params: { path: { item_id: id } }, signal }),
      ),
  });
}

export function addActionItem(incidentId: string, body: ActionItemAdd) {
  return expectData(
    api.POST("/api/v1/incidents/{incident_id}/action-items", {
      params: { path: { incident_id: incidentId } },
      body,
    }),
  );
}

export function editActionItem(id: string, revision: number, body: ActionItemEdit) {
  return expectData(
    api.PATCH("/api/v1/action-items/{item_id}", {
      params: { path: { item_id: id }, header: { "if-match": `"${revision}"` } },
      body,
    }),
  );
}

export function deleteActionItem(id: string) {
  return expectData(api.DELETE("/api/v1/action-items/{item_id}", { params: { path: { item_id: id } } }));
}

export function restoreActionItem(id: string) {
  return expectData(
    api.POST("/api/v1/action-items/{item_id}/restore", { params: { path: { item_id: id } } }),
  );
}
