import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { investigationsQuery } from "@/api/investigations";
import { isPassing, memoryStatusQuery } from "@/api/memory";
import type { Incident, Investigation } from "@/api/types";
import { useLiveRun } from "@/features/investigation/live-runs";
import { type RunView, viewOf } from "@/features/investigation/run-view";

export type Following = {
  run: RunView | null;
  past: readonly Investigation[];
  error: unknown;
  loading: boolean;
  investigate: () => void;
  choose: (id: string) => void;
};

/** The run to show for an incident; starts the first one when an unresolved incident has none. */
export function useInvestigation(incident: Incident): Following {
  const stored = useQuery(investigationsQuery(incident.id));
  const { live, start } = useLiveRun(incident.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const past = stored.data?.items ?? [];

  const isOpen = incident.status !== "resolved";
  const hasNone = stored.isSuccess && stored.data.items.length === 0 && live === null;
  useEffect(() => {
    if (isOpen && hasNone) start();
  }, [isOpen, hasNone, start]);

  useAskAgain(isOpen && live === null ? past[0] : undefined, start);

  const newest = past.find(({ id }) => id === chosen) ?? past[0];
  const resumed = live?.state === "failed" && newest !== undefined && newest.started_at >= live.startedAt;
  return {
    run: live !== null && !resumed ? live : newest ? viewOf(newest) : null,
    past,
    error: stored.error,
    loading: stored.isPending,
    investigate: () => {
      setChosen(null);
      start();
    },
    choose: setChosen,
  };
}

// Of which runs it was taken note that memory came up behind them: each is followed by one.
const askedAgain = new Set<string>();

/** Runs it once more when memory, which was still starting in the newest run, turns ready. */
function useAskAgain(newest: Investigation | undefined, start: () => void): void {
  const memory = useQuery(memoryStatusQuery());
  const missed =
    newest?.memory && isPassing(newest.memory) && newest.completed_at !== null ? newest : undefined;
  const id = missed?.id;
  const isReady =
    memory.data?.status === "ready" && memory.dataUpdatedAt > Date.parse(missed?.completed_at ?? "");
  useEffect(() => {
    if (id === undefined || !isReady || askedAgain.has(id)) return;
    askedAgain.add(id);
    start();
  }, [id, isReady, start]);
}
