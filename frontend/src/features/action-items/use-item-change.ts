import { useMutation, useQueryClient } from "@tanstack/react-query";
import { actionItemKeys, deleteActionItem, restoreActionItem } from "@/api/action-items";
import { describeProblem } from "@/api/problem";
import { toast } from "@/components/ui/toast";

/** A change of action items: everything that lists them is read again before it counts as over. */
export function useItemChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: actionItemKeys.all }),
  });
}

/** Deletes an item; the toast that says so brings it back. */
export function useDelete(onDeleted: () => void) {
  const restore = useItemChange(restoreActionItem);
  const remove = useItemChange(deleteActionItem);
  const bringBack = (id: string) =>
    restore.mutate(id, {
      onSuccess: () => toast(`${id} is back.`),
      onError: (error) => tellFailure(`Restoring ${id}`, error),
    });
  const run = (id: string) =>
    remove.mutate(id, {
      onSuccess: () => {
        onDeleted();
        toast(`${id} is deleted.`, { action: { label: "Restore", run: () => bringBack(id) } });
      },
      onError: (error) => tellFailure(`Deleting ${id}`, error),
    });
  return { run, isPending: remove.isPending };
}

/** Tells, at the edge of the screen, what failed and what to do. */
export function tellFailure(doing: string, error: unknown): void {
  const { title, advice } = describeProblem(error);
  toast(`${doing} failed: ${title}. ${advice}`, { tone: "bad" });
}
