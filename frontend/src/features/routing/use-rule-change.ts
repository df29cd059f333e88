import { useMutation, useQueryClient } from "@tanstack/react-query";
import { orderRules, routingKeys, routingRulesQuery } from "@/api/routing";
import type { RoutingRule } from "@/api/types";

/** A change of one rule: the list is read again. */
export function useRuleChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: routingKeys.all }),
  });
}

/** Puts the rules in another order at once, and back when the server does not take it. */
export function useOrder() {
  const client = useQueryClient();
  const key = routingRulesQuery().queryKey;
  return useMutation({
    mutationFn: orderRules,
    onMutate: async (ids: readonly string[]) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      client.setQueryData(key, (rules) =>
        ids.flatMap((id) => rules?.find((rule: RoutingRule) => rule.id === id) ?? []),
      );
      return before;
    },
    onError: (_error, _ids, before) => client.setQueryData(key, before),
    onSettled: () => client.invalidateQueries({ queryKey: routingKeys.all }),
  });
}
