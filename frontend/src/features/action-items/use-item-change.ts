import { useMutation, useQueryClient } from "@tanstack/react-query";
import { actionItemKeys, deleteActionItem, editActionItem, restoreActionItem } from "@/api/action-items";
import { describeProblem } from "@/api/problem";
import type { ActionItemState, ActionItemSummary } from "@/api/types";
import { toast } from "@/components/ui/toast";
import { STATES } from "@/features/action-items/words";

/** A change of action items: everything that lists them is read again before it counts as over. */
export function useItemChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: actionItemKeys.all }),
  });
}

type Move = { item: ActionItemSummary; to: ActionItemState; reason?: string };

/** Moves an item to another state and says whether it went; the toast that tells of it takes it back. */
export function useMove(): (wanted: Move) => Promise<boolean> {
  const { mutateAsync } = useItemChange(({ item, to, reason }: Move) =>
    editActionItem(item.id, item.revision, { state: to, ...(reason ? { reason } : {}) }),
  );
  const move = async (wanted: Move, isUndo = false): Promise<boolean> => {
    const { item, to } = wanted;
    try {
      const moved = await mutateAsync(wanted);
      const back = { item: moved, to: item.state, reason: item.reason ?? undefined };
      const undo = { label: "Undo", run: () => void move(back, true) };
      toast(
        `${item.id} is ${isUndo ? "back in" : "now in"} ${STATES[to].word}.`,
        isUndo ? {} : { action: undo },
      );
      return true;
    } catch (error) {
      tellFailure(`Moving ${item.id}`, error);
      return false;
    }
  };
  return (wanted) => move(wanted);
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

function tellFailure(doing: string, error: unknown): void {
  const { title, advice } = describeProblem(error);
  toast(`${doing} failed: ${title}. ${advice}`, { tone: "bad" });
}
