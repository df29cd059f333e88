import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { RoutingRuleEdit, RoutingRuleInput } from "@/api/types";

export const routingKeys = { all: ["routing-rules"] as const };

const PREVIEWED = 200;

/** All rules, in the order in which they are asked. */
export function routingRulesQuery() {
  return queryOptions({
    queryKey: [...routingKeys.all, "list"],
    queryFn: async ({ signal }) => {
      const page = await expectData(api.GET("/api/v1/routing-rules", { signal }));
      return page.items;
    },
  });
}

/** What a rule would have done with the last alerts, as if it were the only one. */
export function rulePreviewQuery(rule: RoutingRuleInput | null) {
  return queryOptions({
    queryKey: [...routingKeys.all, "preview", rule],
    queryFn: ({ signal }) =>
      expectData(
        api.POST("/api/v1/routing-rules/preview", {
          body: { rule: rule as RoutingRuleInput, last: PREVIEWED },
          signal,
        }),
      ),
    enabled: rule !== null,
    retry: false,
  });
}

export function addRule(body: RoutingRuleInput) {
  return expectData(api.POST("/api/v1/routing-rules", { body }));
}

export function editRule(id: string, body: RoutingRuleEdit) {
  return expectData(
    api.PATCH("/api/v1/routing-rules/{rule_id}", { params: { path: { rule_id: id } }, body }),
  );
}

export function deleteRule(id: string) {
  return expectData(api.DELETE("/api/v1/routing-rules/{rule_id}", { params: { path: { rule_id: id } } }));
}

export function orderRules(ids: readonly string[]) {
  return expectData(api.PUT("/api/v1/routing-rules/order", { body: { ids: [...ids] } }));
}
