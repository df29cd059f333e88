import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { editIncident, incidentQuery } from "@/api/incidents";
import { ApiProblem } from "@/api/problem";
import type { Incident } from "@/api/types";
import {
  changedFields,
  type EditField,
  type EditValues,
  editOf,
  editValuesOf,
} from "@/features/incident/edit-fields";
import { useChange } from "@/features/incident/use-change";
import { loadDraft, storeDraft } from "@/lib/draft";

/**
 * An edit under way. When somebody else was faster, `isStale` holds, `theirs` names the fields that both
 * changed, and what was typed stays; saving again saves over theirs.
 */
export function useEdit(incident: Incident, onDone: () => void) {
  const client = useQueryClient();
  const [base, setBase] = useState(incident);
  const draft = `edit.${incident.id}`;
  const [values, setValues] = useState(() => loadDraft(draft, editValuesOf(incident)));
  const [restored] = useState(() => changedFields(editValuesOf(incident), values).length > 0);
  const [theirs, setTheirs] = useState<EditField[]>([]);
  const save = useChange(
    "Saving",
    () => editIncident(base.id, base.revision, editOf(editValuesOf(base), values)),
    { tells: "form" },
  );
  const isChanged = changedFields(editValuesOf(base), values).length > 0;
  const keep = (typed: EditValues, over: Incident) => {
    setValues(typed);
    const fields = changedFields(editValuesOf(over), typed);
    storeDraft(
      draft,
      fields.length > 0 ? Object.fromEntries(fields.map((name) => [name, typed[name]])) : null,
    );
  };
  const set = (field: EditField, value: string) => keep({ ...values, [field]: value }, base);
  const done = () => {
    storeDraft(draft, null);
    onDone();
  };

  const meetConflict = async () => {
    const newest = await client.fetchQuery({ ...incidentQuery(base.id), staleTime: 0 });
    const [before, after] = [editValuesOf(base), editValuesOf(newest)];
    const mine = changedFields(before, values);
    // Fields that only they changed are taken over; where both changed, mine stays until chosen otherwise.
    const kept = Object.fromEntries(mine.map((field) => [field, values[field]]));
    keep({ ...after, ...kept } as EditValues, newest);
    setTheirs(
      changedFields(before, after).filter((field) => mine.includes(field) && values[field] !== after[field]),
    );
    setBase(newest);
  };
  const submit = () => {
    if (!isChanged) return done();
    save.mutate(undefined, {
      onSuccess: done,
      onError: (error) => void (isStaleError(error) && meetConflict()),
    });
  };
  const takeTheirs = (field: EditField) => {
    set(field, editValuesOf(base)[field]);
    setTheirs((before) => before.filter((name) => name !== field));
  };
  return {
    base,
    values,
    set,
    theirs,
    takeTheirs,
    submit,
    isChanged,
    restored,
    discard: done,
    isSaving: save.isPending,
    isStale: isStaleError(save.error),
    error: save.error,
  };
}

function isStaleError(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 412;
}
