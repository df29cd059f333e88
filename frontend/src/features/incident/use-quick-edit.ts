import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { editIncident, incidentKeys, incidentQuery } from "@/api/incidents";
import { ApiProblem, describeProblem, isUnreachable } from "@/api/problem";
import type { Incident, IncidentEdit } from "@/api/types";
import { toast } from "@/components/ui/toast";
import { overtaken } from "@/features/incident/meeting";
import { focusIfLost } from "@/lib/focus-heading";

const ATTEMPTS = 5;

/** Somebody else changed the same thing a moment ago; both versions are at hand. */
export class OvertakenError extends Error {
  constructor(
    readonly newest: Incident,
    readonly wanted: IncidentEdit,
    readonly fields: readonly (keyof IncidentEdit)[],
  ) {
    super("Somebody else was faster.");
    this.name = "OvertakenError";
  }
}

export type QuickEdit = {
  /**
   * Saves at once over whatever else changed since `seen` (what is shown, unless said); `done` is called when it stands
   * in the record.
   */
  save: (wanted: IncidentEdit, done?: () => void, seen?: Incident) => void;
  isSaving: boolean;
  overtaken: OvertakenError | null;
  keepTheirs: () => void;
  useMine: () => void;
};

/** Changes of a field or two that need no form; whoever was faster with the same thing is told, never overwritten. */
export function useQuickEdit(incident: Incident): QuickEdit {
  const client = useQueryClient();
  const [faster, setFaster] = useState<OvertakenError | null>(null);
  const change = useMutation({
    mutationFn: ({ seen, wanted }: { seen: Incident; wanted: IncidentEdit }) =>
      saveMeeting(client, seen, wanted),
    // Sent twice it is one change, so that a broken connection is no reason to bother anybody.
    retry: (failures, error) => isUnreachable(error) && failures < ATTEMPTS,
    onSuccess: (saved) => {
      client.setQueryData(incidentKeys.one(saved.id), saved);
      // The button that did it may be gone with what it changed.
      requestAnimationFrame(focusIfLost);
    },
    onError: (error) => {
      if (error instanceof OvertakenError) return setFaster(error);
      const { title, advice } = describeProblem(error);
      toast(`Saving failed: ${title}. ${advice}`, { tone: "bad" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: incidentKeys.all }),
  });
  const save = (seen: Incident, wanted: IncidentEdit, done?: () => void) =>
    change.mutate({ seen, wanted }, { onSuccess: done });
  return {
    save: (wanted, done, seen = incident) => save(seen, wanted, done),
    isSaving: change.isPending,
    overtaken: faster,
    keepTheirs: () => setFaster(null),
    useMine: () => {
      if (faster) save(faster.newest, faster.wanted);
      setFaster(null);
    },
  };
}

async function saveMeeting(client: QueryClient, seen: Incident, wanted: IncidentEdit): Promise<Incident> {
  let newest = seen;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await editIncident(seen.id, newest.revision, wanted);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 412) || attempt === ATTEMPTS) throw error;
    }
    newest = await client.fetchQuery({ ...incidentQuery(seen.id), staleTime: 0 });
    const fields = overtaken(seen, newest, wanted);
    if (fields.length > 0) throw new OvertakenError(newest, wanted, fields);
  }
}
