import { useMutation, useQueryClient } from "@tanstack/react-query";
import { alertKeys } from "@/api/alerts";
import { deliveryKeys } from "@/api/deliveries";
import { incidentKeys } from "@/api/incidents";
import { integrationKeys } from "@/api/integrations";

/** A replay of one or many deliveries: what it tells can change everything that counts alerts. */
export function useReplay<T>(run: () => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all(
        [deliveryKeys.all, alertKeys.all, integrationKeys.all, incidentKeys.all].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
