import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { incidentKeys } from "@/api/incidents";
import { analyze, investigationsQuery } from "@/api/investigations";
import type { Investigation } from "@/api/types";
import { freshRun, type RunView, withEvent } from "@/features/investigation/run-view";
import { painted } from "@/lib/painted";

// Runs started here, by incident; kept outside the page so that leaving it does not lose one.
const runs = new Map<string, RunView>();
const listeners = new Set<() => void>();

let isToldSoon = false;

/** Keeps it, and tells whoever shows it once for all that arrived together: each telling draws the page anew. */
function put(incidentId: string, run: RunView | null): void {
  if (run === null) runs.delete(incidentId);
  else runs.set(incidentId, run);
  if (isToldSoon) return;
  isToldSoon = true;
  setTimeout(() => {
    isToldSoon = false;
    for (const notify of listeners) notify();
  });
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Whether this browser waits for what memory says of the incident. */
export function isAsking(incidentId: string): boolean {
  const run = runs.get(incidentId);
  return run?.state === "running" && run.evidence === null;
}

/** Starts a run unless this browser is already following one for the incident. */
export async function startRun(incidentId: string, client: QueryClient): Promise<void> {
  if (runs.get(incidentId)?.state === "running") return;
  let run = freshRun(new Date().toISOString());
  put(incidentId, run);
  try {
    for await (const event of analyze(incidentId)) {
      run = withEvent(run, event);
      if (event.event === "done") keep(client, event.data);
      else put(incidentId, run);
      // Evidence is seen before anything else is drawn, also where the analysis arrived with it.
      if (event.event === "evidence") await shown();
    }
    put(incidentId, null);
  } catch (error) {
    put(incidentId, { ...run, state: "failed", error });
  }
  // A stream that was cut does not end the run: what the server keeps of it is shown instead.
  await client.invalidateQueries(investigationsQuery(incidentId));
  await client.invalidateQueries({ queryKey: incidentKeys.one(incidentId) });
}

async function shown(): Promise<void> {
  await new Promise((told) => setTimeout(told));
  await painted();
}

function keep(client: QueryClient, done: Investigation): void {
  client.setQueryData(investigationsQuery(done.incident_id).queryKey, (before) => ({
    items: [done, ...(before?.items ?? []).filter(({ id }) => id !== done.id)],
  }));
  put(done.incident_id, null);
}

export function useLiveRun(incidentId: string): { live: RunView | null; start: () => void } {
  const client = useQueryClient();
  const live = useSyncExternalStore(subscribe, () => runs.get(incidentId) ?? null);
  const start = useCallback(() => void startRun(incidentId, client), [incidentId, client]);
  return { live, start };
}
