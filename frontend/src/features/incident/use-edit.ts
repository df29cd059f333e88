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

/**
 * An edit under way. When somebody else was faster, `isStale` holds, `theirs` names the fields that both
 * changed, and what was typed stays; saving again saves over theirs.
 */
export function useEdit(incident: Incident, onSaved: () => void) {
  const client = useQueryClient();
  const [base, setBase] = useState(incident);
  const [values, setValues] = useState(() => editValuesOf(incident));
  const [theirs, setTheirs] = useState<EditField[]>([]);
  const save = useChange(
    "Saving",
    () => editIncident(base.id, base.revision, editOf(editValuesOf(base), values)),
    { tells: "form" },
  );
  const set = (field: EditField, value: string) => setValues((before) => ({ ...before, [field]: value }));
  const isChanged = changedFields(editValuesOf(base), values).length > 0;

  const meetConflict = async () => {
    const newest = await client.fetchQuery({ ...incidentQuery(base.id), staleTime: 0 });
    const [before, after] = [editValuesOf(base), editValuesOf(newest)];
    const mine = changedFields(before, values);
    // Fields that only they changed are taken over; where both changed, mine stays until chosen otherwise.
    const kept = Object.fromEntries(mine.map((field) => [field, values[field]]));
    setValues({ ...after, ...kept } as EditValues);
    setTheirs(
      changedFields(before, after).filter((field) => mine.includes(field) && values[field] !== after[field]),
    );
    setBase(newest);
  };
  const submit = () => {
    if (!isChanged) return onSaved();
    save.mutate(undefined, {
      onSuccess: onSaved,
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
    isSaving: save.isPending,
    isStale: isStaleError(save.error),
    error: save.error,
  };
}

function isStaleError(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 412;
}
