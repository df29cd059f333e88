import { useMutation, useQueryClient } from "@tanstack/react-query";
import { timelineQuery } from "@/api/incidents";
import { fieldProblems, isStaleRevision } from "@/api/problem";
import { editEntry, entryHistoryQuery, restoreEntry } from "@/api/timeline";
import type { TimelineItem } from "@/api/types";
import { type EditValues, editValuesOf, entryEditOf } from "@/features/timeline/edit-values";
import { OvertakenEdit, useEditDraft, type Version } from "@/lib/edit-draft";

/**
 * An edit under way, kept as a draft until it is saved. When somebody else was faster, `isStale` holds, what they
 * changed is taken over, and `clashes` names what both changed; saving again saves over that alone. An entry that
 * `isGone` is brought back first.
 */
export function useEntryEdit(incidentId: string, item: TimelineItem, isGone: boolean, onClose: () => void) {
  const client = useQueryClient();
  const draft = useEditDraft(`entry.${incidentId}.${item.id}`, versionOf(item));
  const { base, values } = draft;
  const isChanged = draft.changed.length > 0;
  const save = useMutation({
    mutationFn: async (sent: EditValues) => {
      // What others wrote before it was removed is met, not written over.
      const over = isGone
        ? draft.over(versionOf(await restoreEntry(incidentId, item)))
        : { base, values: sent };
      const said = entryEditOf(over.base.values, over.values);
      return editEntry(incidentId, { ...item, revision: over.base.revision }, said);
    },
    onSuccess: async (saved, sent) => {
      const isAll = draft.accepted(sent, versionOf(saved));
      const shown = client.invalidateQueries(timelineQuery(incidentId));
      // The focus returns to the entry, which has to be there again.
      if (isGone) await shown;
      if (isAll) onClose();
    },
    onError: async (error) => {
      if (isGone) void client.invalidateQueries(timelineQuery(incidentId));
      if (!isStaleRevision(error)) return;
      const { entry } = await client.fetchQuery({ ...entryHistoryQuery(incidentId, item.id), staleTime: 0 });
      draft.meet(versionOf(entry));
    },
  });
  const submit = () => {
    if (save.isPending) return;
    if (isChanged || isGone) return save.mutate(values);
    draft.discard();
    onClose();
  };
  return {
    values,
    update: draft.update,
    discard: draft.discard,
    theirs: base.values,
    clashes: draft.clashes,
    takeTheirs: () => draft.takeTheirs(draft.clashes),
    isChanged,
    isSaving: save.isPending,
    isStale: isStaleRevision(save.error) || save.error instanceof OvertakenEdit,
    error: save.error,
    problems: fieldProblems(save.error),
    submit,
  };
}

function versionOf(entry: TimelineItem): Version<EditValues> {
  return { values: editValuesOf(entry), revision: entry.revision };
}
