import { useMutation, useQueryClient } from "@tanstack/react-query";
import { incidentKeys } from "@/api/incidents";
import { postmortemKeys } from "@/api/postmortems";
import { describeProblem, isStaleRevision } from "@/api/problem";
import type { Postmortem } from "@/api/types";
import { toast } from "@/components/ui/toast";

type Heard<Input> = {
  /** Heard even where the form is gone by then, so that what was sent is not kept as unsent. */
  onSaved?: (postmortem: Postmortem, sent: Input) => void;
  /** Where given, somebody having been faster is shown by the form and told by no toast. */
  onStale?: () => Promise<void>;
};

/** A change of a postmortem: the answer becomes what is shown; a failure is told by a toast. */
export function usePostmortemChange<Input>(
  doing: string,
  change: (input: Input) => Promise<Postmortem>,
  { onSaved, onStale }: Heard<Input> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (postmortem, sent) => {
      client.setQueryData(postmortemKeys.one(postmortem.incident_id), postmortem);
      void client.invalidateQueries({ queryKey: [...postmortemKeys.all, "pages"] });
      void client.invalidateQueries({ queryKey: incidentKeys.one(postmortem.incident_id) });
      onSaved?.(postmortem, sent);
    },
    onError: async (error) => {
      if (onStale && isStaleRevision(error)) return onStale();
      void client.invalidateQueries({ queryKey: postmortemKeys.all });
      const { title, advice } = describeProblem(error);
      toast(`${doing} failed: ${title}. ${advice}`, { tone: "bad" });
    },
  });
}
