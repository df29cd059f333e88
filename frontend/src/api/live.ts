import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { incidentKeys } from "@/api/incidents";
import { memoryKeys } from "@/api/memory";

/** Every kind of event the server announces; an EventSource hears only the kinds it asks for. */
const KINDS = ["incident", "memory", "investigation"];

/**
 * Follows the live stream, of one incident or of all, and refreshes what it touches.
 * The browser resumes by Last-Event-ID; queries keep polling meanwhile. Gives whether it is connected.
 */
export function useLiveUpdates(incidentId?: string): boolean {
  const client = useQueryClient();
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    if (typeof EventSource === "undefined") return;
    const filter = incidentId ? `?incident=${encodeURIComponent(incidentId)}` : "";
    const stream = new EventSource(`/api/v1/events${filter}`);
    const refresh = () => {
      void client.invalidateQueries({
        queryKey: incidentId ? incidentKeys.one(incidentId) : incidentKeys.all,
      });
      if (incidentId) void client.invalidateQueries({ queryKey: ["investigations", incidentId] });
      void client.invalidateQueries({ queryKey: [...memoryKeys.all, "ledger"] });
    };
    for (const kind of KINDS) stream.addEventListener(kind, refresh);
    stream.onopen = () => setConnected(true);
    stream.onerror = () => setConnected(false);
    return () => stream.close();
  }, [client, incidentId]);
  return connected;
}
