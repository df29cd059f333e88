import { useMutation, useQueryClient } from "@tanstack/react-query";
import { incidentKeys } from "@/api/incidents";
import { postmortemKeys } from "@/api/postmortems";
import { describeProblem } from "@/api/problem";
import type { Postmortem } from "@/api/types";
import { toast } from "@/components/ui/toast";

/** A change of a postmortem: the answer becomes what is shown; a failure is told by a toast. */
export function usePostmortemChange<Input>(doing: string, change: (input: Input) => Promise<Postmortem>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (postmortem) => {
      client.setQueryData(postmortemKeys.one(postmortem.incident_id), postmortem);
      void client.invalidateQueries({ queryKey: [...postmortemKeys.all, "pages"] });
      void client.invalidateQueries({ queryKey: incidentKeys.one(postmortem.incident_id) });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: postmortemKeys.all });
      const { title, advice } = describeProblem(error);
      toast(`${doing} failed: ${title}. ${advice}`, { tone: "bad" });
    },
  });
}
