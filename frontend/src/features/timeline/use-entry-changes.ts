import { useMutation, useQueryClient } from "@tanstack/react-query";
import { timelineQuery } from "@/api/incidents";
import { describeProblem } from "@/api/problem";
import { editEntry, pinEntry, removeEntry, restoreEntry } from "@/api/timeline";
import type { HypothesisState, TimelineItem } from "@/api/types";
import { toast } from "@/components/ui/toast";
import { PIN_WORDS } from "@/features/timeline/words";

/** A change made by one click; a failure is told by a toast. */
function useClick<Input>(incidentId: string, doing: string, run: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => client.invalidateQueries(timelineQuery(incidentId)),
    onError: (error) => {
      const { title, advice } = describeProblem(error);
      toast(`${doing} failed: ${title}. ${advice}`, { tone: "bad" });
    },
  });
}

type Judged = { item: TimelineItem; state: HypothesisState };

/** What one click does to an entry; a removal can be undone from its toast. */
export function useEntryChanges(id: string) {
  const pin = useClick(id, "Pinning", async (item: TimelineItem) => {
    await pinEntry(id, item);
    toast(item.pinned ? PIN_WORDS.undone : PIN_WORDS.done);
  });
  const restore = useClick(id, "Bringing it back", (item: TimelineItem) => restoreEntry(id, item));
  const judge = useClick(id, "Changing the hypothesis", ({ item, state }: Judged) =>
    editEntry(id, item, { state }),
  );
  const remove = useClick(id, "Removing", async (item: TimelineItem) => {
    await removeEntry(id, item);
    toast("Entry removed; it is kept, and can be brought back.", {
      action: { label: "Undo", run: () => restore.mutate(item) },
    });
  });
  return { pin, restore, judge, remove };
}

export type EntryChanges = ReturnType<typeof useEntryChanges>;
