import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { IntegrationEdit } from "@/api/types";

export const integrationKeys = {
  all: ["integrations"] as const,
  one: (id: string) => ["integrations", "one", id] as const,
};

/** Every source that can be read; it only changes with the server's version. */
export function sourcesQuery() {
  return queryOptions({
    queryKey: ["sources"],
    queryFn: async ({ signal }) => {
      const page = await expectData(api.GET("/api/v1/sources", { signal }));
      return page.items;
    },
    staleTime: 600_000,
  });
}

export function integrationsQuery() {
  return queryOptions({
    queryKey: [...integrationKeys.all, "list"],
    queryFn: async ({ signal }) => {
      const page = await expectData(api.GET("/api/v1/integrations", { signal }));
      return page.items;
    },
    refetchInterval: 15_000,
  });
}

export function integrationQuery(id: string) {
  return queryOptions({
    queryKey: integrationKeys.one(id),
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/integrations/{integration_id}", {
          params: { path: { integration_id: id } },
          signal,
        }),
      ),
    refetchInterval: 15_000,
  });
}

export function createIntegration(body: { source: string; name: string }) {
  return expectData(api.POST("/api/v1/integrations", { body: { require_signature: false, ...body } }));
}

/** Changes what is given; a signing secret that is replaced is still taken for a day. */
export function editIntegration(id: string, body: IntegrationEdit) {
  return expectData(
    api.PATCH("/api/v1/integrations/{integration_id}", {
      params: { path: { integration_id: id } },
      body: { secret_overlap_hours: 24, ...body },
    }),
  );
}

export function deleteIntegration(id: string) {
  return expectData(
    api.DELETE("/api/v1/integrations/{integration_id}", { params: { path: { integration_id: id } } }),
  );
}

/** A new token, shown this once; those of before are taken for `overlapHours` more. */
export function rotateToken(id: string, overlapHours: number) {
  return expectData(
    api.POST("/api/v1/integrations/{integration_id}/rotate", {
      params: { path: { integration_id: id } },
      body: { overlap_hours: overlapHours },
    }),
  );
}

export function revokeToken(id: string, token: string) {
  return expectData(
    api.DELETE("/api/v1/integrations/{integration_id}/tokens/{token_id}", {
      params: { path: { integration_id: id, token_id: token } },
    }),
  );
}

/** What a mapping makes of a payload. The payload is sent as it was typed, so that no number changes on the way. */
export function previewQuery(mapping: Record<string, unknown>, payload: string | null) {
  const body = `{"mapping":${JSON.stringify(mapping)},"payload":${payload}}`;
  return queryOptions({
    queryKey: ["sources", "preview", body],
    queryFn: ({ signal }) =>
      expectData(
        api.POST("/api/v1/sources/preview", {
          body: body as never,
          bodySerializer: String,
          signal,
        }),
      ),
    enabled: payload !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
