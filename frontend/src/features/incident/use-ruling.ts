import { useMutation, useQueryClient } from "@tanstack/react-query";
import { undoRuling } from "@/api/fingerprints";
import { incidentKeys } from "@/api/incidents";
import { describeProblem } from "@/api/problem";
import type { Ruling } from "@/api/types";
import { toast } from "@/components/ui/toast";

/** A ruling on what counts as the same error: it can change what every incident shows. */
export function useRuling(rule: () => Promise<Ruling>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: rule,
    onSettled: () => client.invalidateQueries({ queryKey: incidentKeys.all }),
  });
}

/** Takes a ruling back by its number, and says so. */
export function useUndo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: undoRuling,
    onSuccess: () => toast("The ruling is undone."),
    onError: (error) => toast(`Undoing failed: ${describeProblem(error).advice}`, { tone: "bad" }),
    onSettled: () => client.invalidateQueries({ queryKey: incidentKeys.all }),
  });
}
