import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { timelineQuery } from "@/api/incidents";
import { ApiProblem, fieldProblems } from "@/api/problem";
import { editEntry, entryHistoryQuery } from "@/api/timeline";
import type { TimelineItem } from "@/api/types";
import { type EditValues, editValuesOf, entryEditOf } from "@/features/timeline/edit-values";
import { useDraft } from "@/lib/draft";

/** An edit under way, kept as a draft until it is saved; `theirs` is what somebody else made of the entry meanwhile. */
export function useEntryEdit(incidentId: string, item: TimelineItem, onClose: () => void) {
  const client = useQueryClient();
  const [base, setBase] = useState(item);
  const [theirs, setTheirs] = useState<TimelineItem | null>(null);
  const [initial] = useState(() => editValuesOf(item));
  const draft = useDraft<EditValues>(`entry.${incidentId}.${item.id}.${item.revision}`, initial);
  const changes = entryEditOf(base, draft.values);
  const isChanged = Object.keys(changes).length > 0;
  const close = () => {
    draft.clear();
    onClose();
  };
  const save = useMutation({
    mutationFn: () => editEntry(incidentId, base, changes),
    onSuccess: () => {
      void client.invalidateQueries(timelineQuery(incidentId));
      close();
    },
    onError: async (error) => {
      if (!(error instanceof ApiProblem && error.status === 412)) return;
      const { entry } = await client.fetchQuery({ ...entryHistoryQuery(incidentId, item.id), staleTime: 0 });
      setTheirs(entry);
      setBase(entry);
    },
  });
  return {
    values: draft.values,
    update: draft.update,
    theirs,
    takeTheirs: () => {
      if (theirs) draft.fill(editValuesOf(theirs));
      setTheirs(null);
    },
    isChanged,
    isSaving: save.isPending,
    error: save.error,
    problems: fieldProblems(save.error),
    submit: () => (isChanged ? save.mutate() : close()),
  };
}
