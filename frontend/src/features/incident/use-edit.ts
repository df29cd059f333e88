import { useQueryClient } from "@tanstack/react-query";
import { editIncident, incidentQuery } from "@/api/incidents";
import { isStaleRevision } from "@/api/problem";
import type { Incident } from "@/api/types";
import { type EditField, type EditValues, editOf, editValuesOf } from "@/features/incident/edit-fields";
import { useChange } from "@/features/incident/use-change";
import { useEditDraft, type Version } from "@/lib/edit-draft";

/**
 * An edit under way. When somebody else was faster, `isStale` holds, `theirs` names the fields that both
 * changed, and what was typed stays; saving again saves over theirs.
 */
export function useEdit(incident: Incident, onDone: () => void) {
  const client = useQueryClient();
  const draft = useEditDraft(`edit.${incident.id}`, versionOf(incident));
  const { base, values } = draft;
  const save = useChange(
    "Saving",
    async (sent: EditValues) => {
      const saved = await editIncident(incident.id, base.revision, editOf(base.values, sent));
      if (draft.accepted(sent, versionOf(saved))) onDone();
      return saved;
    },
    { tells: "form" },
  );
  const isChanged = draft.changed.length > 0;
  const discard = () => {
    draft.discard();
    onDone();
  };
  const meetConflict = async () =>
    draft.meet(versionOf(await client.fetchQuery({ ...incidentQuery(incident.id), staleTime: 0 })));
  const submit = () => {
    if (save.isPending) return;
    if (!isChanged) return discard();
    save.mutate(values, {
      onError: (error) => void (isStaleRevision(error) && meetConflict()),
    });
  };
  return {
    base: base.values,
    values,
    set: draft.set,
    theirs: draft.clashes,
    takeTheirs: (field: EditField) => draft.takeTheirs([field]),
    submit,
    isChanged,
    restored: draft.restored,
    discard,
    isSaving: save.isPending,
    isStale: isStaleRevision(save.error),
    error: save.error,
  };
}

function versionOf(incident: Incident): Version<EditValues> {
  return { values: editValuesOf(incident), revision: incident.revision };
}
