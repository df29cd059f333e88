import { useMutation, useQueryClient } from "@tanstack/react-query";
import { incidentKeys } from "@/api/incidents";
import { describeProblem } from "@/api/problem";
import type { Incident } from "@/api/types";
import { toast } from "@/components/ui/toast";

/**
 * A change of an incident: the answer becomes what is shown, and everything that lists it is refreshed.
 * A failure is told by a toast, or by the form that shows `error` itself.
 */
export function useChange<Input>(
  doing: string,
  change: (input: Input) => Promise<Incident>,
  { tells = "toast" }: { tells?: "toast" | "form" } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (incident) => {
      client.setQueryData(incidentKeys.one(incident.id), incident);
      void client.invalidateQueries({ queryKey: incidentKeys.all });
      void client.invalidateQueries({ queryKey: ["memory"] });
    },
    onError: (error) => {
      // What is shown may be what made it fail: somebody else was faster.
      void client.invalidateQueries({ queryKey: incidentKeys.all });
      if (tells === "form") return;
      const { title, advice } = describeProblem(error);
      toast(`${doing} failed: ${title}. ${advice}`, { tone: "bad" });
    },
  });
}
