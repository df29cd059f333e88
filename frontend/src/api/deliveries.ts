import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { Delivery, DeliveryState } from "@/api/types";
import { memberText } from "@/lib/json-text";

export type DeliveryFilters = { state?: DeliveryState; source?: string; integration?: string };

export const deliveryKeys = {
  all: ["deliveries"] as const,
  one: (id: string) => ["deliveries", "one", id] as const,
};

export function deliveryPagesQuery(filters: DeliveryFilters) {
  return infiniteQueryOptions({
    queryKey: [...deliveryKeys.all, "pages", filters],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/deliveries", {
          params: {
            query: {
              ...filters,
              state: filters.state && [filters.state],
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
    refetchInterval: 15_000,
  });
}

/** The newest delivery of an integration, asked for again and again until there is one that was interpreted. */
export function firstDeliveryQuery(integration: string) {
  return queryOptions({
    queryKey: [...deliveryKeys.all, "first", integration],
    queryFn: async ({ signal }) => {
      const page = await expectData(
        api.GET("/api/v1/deliveries", {
          params: { query: { integration, limit: 1 } },
          signal,
        }),
      );
      return page.items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data && state.data.state !== "stored" ? 15_000 : 2_000),
  });
}

/** How many deliveries wait in quarantine. */
export function quarantinedQuery() {
  return queryOptions({
    queryKey: [...deliveryKeys.all, "quarantined"],
    queryFn: async ({ signal }) => {
      const page = await expectData(
        api.GET("/api/v1/deliveries", {
          params: { query: { state: ["quarantined"], limit: 1, count: true } },
          signal,
        }),
      );
      return page.total ?? 0;
    },
    refetchInterval: 15_000,
  });
}

/** A delivery, its body as text: parsing it here would change numbers that are too long for a float. */
export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: deliveryKeys.one(id),
    queryFn: async ({ signal }) => {
      const text = await expectData(
        api.GET("/api/v1/deliveries/{delivery_id}", {
          params: { path: { delivery_id: id } },
          parseAs: "text",
          signal,
        }) as Promise<{ data?: string; response: Response }>,
      );
      return { ...(JSON.parse(text) as Delivery), bodyText: memberText(text, "body") ?? "" };
    },
    refetchInterval: ({ state }) => (state.data?.state === "stored" ? 1_000 : 15_000),
  });
}

export type DeliveryWithText = Delivery & { bodyText: string };

export function replay(id: string) {
  return expectData(
    api.POST("/api/v1/deliveries/{delivery_id}/replay", {
      params: { path: { delivery_id: id } },
    }),
  );
}

export function replayMany(filters: { source?: string; integration?: string }) {
  return expectData(
    api.POST("/api/v1/deliveries/replay", {
      body: { state: "quarantined", ...filters },
    }),
  );
}
