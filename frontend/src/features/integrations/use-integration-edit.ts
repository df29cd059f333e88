import { useMutation, useQueryClient } from "@tanstack/react-query";
import { editIntegration, integrationKeys } from "@/api/integrations";
import type { Integration, IntegrationEdit } from "@/api/types";

/** A change of an integration: the answer becomes what is shown. */
export function useIntegrationEdit({ id }: Integration) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: IntegrationEdit) => editIntegration(id, changes),
    onSuccess: (changed) => client.setQueryData(integrationKeys.one(id), changed),
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.all }),
  });
}
