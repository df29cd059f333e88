import { useEffect, useRef } from "react";
import { useNews } from "@/api/live";
import type { Incident } from "@/api/types";
import { addedWords, changeWords } from "@/features/incident/change-words";
import { currentActor } from "@/lib/actor";
import { announce } from "@/lib/announce";

/** Tells a screen reader what changes on the incident, one's own changes and, by name, those of others. */
export function useToldChanges(incident: Incident): void {
  const actors = useRef(new Map<number, string>());
  const before = useRef(incident);
  useNews((news) => {
    if (news.incident_id !== incident.id) return;
    if (news.revision !== undefined && news.actor) actors.current.set(news.revision, news.actor);
    const words = addedWords(news, currentActor());
    if (words) announce(words);
  });
  useEffect(() => {
    const was = before.current;
    before.current = incident;
    if (was.revision === incident.revision) return;
    const actor = actors.current.get(incident.revision);
    const by = actor && actor !== currentActor() ? `${actor}: ` : "";
    for (const words of changeWords(was, incident)) announce(by + words);
  }, [incident]);
}
