import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNews } from "@/api/live";
import { postmortemKeys } from "@/api/postmortems";
import { currentActor } from "@/lib/actor";

/** How long after the last sign somebody counts as writing; signs come every quarter of a minute. */
const WRITES_FOR_MS = 25_000;

type Timer = ReturnType<typeof setTimeout>;

/** Refreshes the postmortem with what others save, and tells who writes in which section right now. */
export function useLivePostmortem(incidentId: string): Readonly<Record<string, string>> {
  const client = useQueryClient();
  const [writers, setWriters] = useState<Record<string, string>>({});
  const timers = useRef(new Map<string, Timer>());
  const forget = (section: string) =>
    setWriters((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== section)));

  useNews(({ kind, incident_id, change, section, by }) => {
    if (incident_id !== incidentId) return;
    if (kind === "postmortem" && section && by && by !== currentActor()) {
      clearTimeout(timers.current.get(section));
      if (change === "editing") {
        setWriters((before) => ({ ...before, [section]: by }));
        timers.current.set(
          section,
          setTimeout(() => forget(section), WRITES_FOR_MS),
        );
      } else forget(section);
    }
    if (change !== "editing") void client.invalidateQueries({ queryKey: postmortemKeys.one(incidentId) });
  });
  useEffect(() => {
    const held = timers.current;
    return () => {
      for (const timer of held.values()) clearTimeout(timer);
    };
  }, []);
  return writers;
}
