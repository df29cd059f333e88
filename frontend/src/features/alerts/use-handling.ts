import { useMutation, useQueryClient } from "@tanstack/react-query";
import { alertKeys } from "@/api/alerts";
import { incidentKeys } from "@/api/incidents";
import type { Alert } from "@/api/types";

/** What a person does with an alert: the answer becomes what is shown, and lists are read again. */
export function useHandling<Input>(handle: (input: Input) => Promise<Alert>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: handle,
    onSuccess: (alert) => client.setQueryData(alertKeys.one(alert.id), alert),
    onSettled: () =>
      Promise.all(
        [alertKeys.all, incidentKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
