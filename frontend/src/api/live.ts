import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { alertKeys } from "@/api/alerts";
import { deliveryKeys } from "@/api/deliveries";
import { incidentKeys } from "@/api/incidents";
import { integrationKeys } from "@/api/integrations";
import { memoryKeys } from "@/api/memory";

/** Every kind of event the server announces; an EventSource hears only the kinds it asks for. */
const KINDS = ["incident", "memory", "investigation", "fingerprint", "alerts", "deliveries"];
const REOPEN_MS = 5_000;
const ALERTS_AT_MOST_EVERY_MS = 1_500;

/**
 * Follows the live stream, of one incident or of all, and refreshes what it touches.
 * A broken stream resumes by Last-Event-ID; one that the server refused is opened anew, and queries poll meanwhile.
 */
export function useLiveUpdates(incidentId?: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (typeof EventSource === "undefined") return;
    const refresh = () => {
      void client.invalidateQueries({
        queryKey: incidentId ? incidentKeys.one(incidentId) : incidentKeys.all,
      });
      if (incidentId) void client.invalidateQueries({ queryKey: ["investigations", incidentId] });
      void client.invalidateQueries({ queryKey: [...memoryKeys.all, "ledger"] });
    };
    return follow(incidentId, refresh);
  }, [client, incidentId]);
}

const TOUCHED: readonly QueryKey[] = [alertKeys.all, deliveryKeys.all, integrationKeys.all];

/** Follows the live stream and refreshes alerts and what brings them, in a storm no oftener than is good for the server. */
export function useLiveAlerts(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (typeof EventSource === "undefined") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const queryKey of TOUCHED) void client.invalidateQueries({ queryKey });
      }, ALERTS_AT_MOST_EVERY_MS);
    };
    const stop = follow(undefined, soon);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
}

function follow(incidentId: string | undefined, refresh: () => void): () => void {
  const filter = incidentId ? `?incident=${encodeURIComponent(incidentId)}` : "";
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    stream = new EventSource(`/api/v1/events${filter}`);
    for (const kind of KINDS) stream.addEventListener(kind, refresh);
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED) timer = setTimeout(reopen, REOPEN_MS);
    };
  };
  const reopen = () => {
    open();
    // A new stream starts from now: what happened in between is read again.
    refresh();
  };
  open();
  return () => {
    clearTimeout(timer);
    stream.close();
  };
}
