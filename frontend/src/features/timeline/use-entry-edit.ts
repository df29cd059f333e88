import { useMutation, useQueryClient } from "@tanstack/react-query";
import { timelineQuery } from "@/api/incidents";
import { fieldProblems, isStaleRevision } from "@/api/problem";
import { editEntry, entryHistoryQuery } from "@/api/timeline";
import type { TimelineItem } from "@/api/types";
import { type EditValues, editValuesOf, entryEditOf } from "@/features/timeline/edit-values";
import { useEditDraft, type Version } from "@/lib/edit-draft";

/**
 * An edit under way, kept as a draft until it is saved. When somebody else was faster, `isStale` holds, what they
 * changed is taken over, and `clashes` names what both changed; saving again saves over that alone.
 */
export function useEntryEdit(incidentId: string, item: TimelineItem, onClose: () => void) {
  const client = useQueryClient();
  const draft = useEditDraft(`entry.${incidentId}.${item.id}`, versionOf(item));
  const { base, values } = draft;
  const isChanged = draft.changed.length > 0;
  const save = useMutation({
    mutationFn: (sent: EditValues) =>
      editEntry(incidentId, { ...item, revision: base.revision }, entryEditOf(base.values, sent)),
    onSuccess: (saved, sent) => {
      void client.invalidateQueries(timelineQuery(incidentId));
      if (draft.accepted(sent, versionOf(saved))) onClose();
    },
    onError: async (error) => {
      if (!isStaleRevision(error)) return;
      const { entry } = await client.fetchQuery({ ...entryHistoryQuery(incidentId, item.id), staleTime: 0 });
      draft.meet(versionOf(entry));
    },
  });
  const submit = () => {
    if (save.isPending) return;
    if (isChanged) return save.mutate(values);
    draft.discard();
    onClose();
  };
  return {
    values,
    update: draft.update,
    theirs: base.values,
    clashes: draft.clashes,
    takeTheirs: () => draft.takeTheirs(draft.clashes),
    isChanged,
    isSaving: save.isPending,
    isStale: isStaleRevision(save.error),
    error: save.error,
    problems: fieldProblems(save.error),
    submit,
  };
}

function versionOf(entry: TimelineItem): Version<EditValues> {
  return { values: editValuesOf(entry), revision: entry.revision };
}
