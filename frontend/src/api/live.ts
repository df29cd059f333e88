import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { actionItemKeys } from "@/api/action-items";
import { alertKeys } from "@/api/alerts";
import { deliveryKeys } from "@/api/deliveries";
import { incidentKeys, timelineQuery } from "@/api/incidents";
import { integrationKeys } from "@/api/integrations";
import { isWithin, type Reach, reachOf } from "@/api/live-reach";
import { memoryKeys } from "@/api/memory";
import { requireSignIn } from "@/api/session";
import { followStream } from "@/lib/live-stream";
import { paced } from "@/lib/paced";
import type { ServerEvent } from "@/lib/sse";

const ALERTS_AT_MOST_EVERY_MS = 1_500;
const REFRESH_AT_MOST_EVERY_MS = 300;

/** What the server announced: that something changed, of which incident, and by whom where a person did it. */
export type News = {
  kind: string;
  incident_id: string | null;
  at: string;
  change?: string;
  revision?: number;
  actor?: string;
  /** Of a postmortem: by whom, and in which section. */
  by?: string;
  section?: string;
};

type Connection = { open: boolean; since: number };

const listeners = new Set<(news: News) => void>();
const watchers = new Set<() => void>();
let connection: Connection = { open: true, since: Date.now() };

function tell(news: News): void {
  for (const hear of listeners) hear(news);
}

function setConnection(open: boolean): void {
  if (open === connection.open) return;
  connection = { open, since: Date.now() };
  for (const notify of watchers) notify();
}

function newsOf({ event, data }: ServerEvent): News | null {
  try {
    return { ...(JSON.parse(data) as Omit<News, "kind">), kind: event };
  } catch {
    return null;
  }
}

/** Follows the one live stream of this browser tab; everything that listens hears it from here. */
export function useLiveStream(): void {
  const client = useQueryClient();
  useEffect(() => {
    let wasOpen = false;
    return followStream("/api/v1/events", {
      onEvent: (event) => {
        const news = newsOf(event);
        if (news !== null) tell(news);
      },
      onState: (open, refused) => {
        if (refused?.status === 401) requireSignIn(refused.askedAt);
        setConnection(open);
        if (open && !wasOpen) refreshWhatCameBefore(client);
        // What failed while nobody answered is asked again; what changed meanwhile comes with the stream.
        if (open && wasOpen)
          void client.invalidateQueries({ predicate: ({ state }) => state.error !== null });
        wasOpen ||= open;
      },
    });
  }, [client]);
}

/** What was read before the stream stood may have changed unheard. */
function refreshWhatCameBefore(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: incidentKeys.all,
    predicate: ({ state }) => state.dataUpdatedAt > 0,
  });
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

/** Whether the stream stands, and since when it does or does not, in milliseconds. */
export function useConnection(): Connection {
  return useSyncExternalStore(watch, () => connection);
}

/** Hears everything that the server announces. */
export function useNews(hear: (news: News) => void): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    const listener = (news: News) => latest.current(news);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

/** Refreshes whatever lists incidents when a change is announced. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const refresh = usePaced(REFRESH_AT_MOST_EVERY_MS, () => {
    void client.invalidateQueries({ queryKey: incidentKeys.all });
    void client.invalidateQueries({ queryKey: [...memoryKeys.all, "ledger"] });
  });
  useNews(refresh);
}

/** Refreshes what an announced change touches of one incident, and no more than that. */
export function useLiveIncident(incidentId: string): void {
  const client = useQueryClient();
  const waiting = useRef(new Set<Reach>());
  const refresh = usePaced(REFRESH_AT_MOST_EVERY_MS, () => {
    const reaches = [...waiting.current];
    waiting.current.clear();
    void client.invalidateQueries({
      predicate: ({ queryKey }) => reaches.some((reach) => isWithin(reach, incidentId, queryKey)),
    });
  });
  // Alerts that join within a second of others are counted in the timeline without a word of its own.
  const recount = usePaced(ALERTS_AT_MOST_EVERY_MS, () => {
    void client.invalidateQueries({ queryKey: timelineQuery(incidentId).queryKey, exact: true });
  });
  useNews((news) => {
    const reach = reachOf(news);
    if (reach === "alerts") recount();
    if (reach === "nothing" || (news.incident_id !== null && news.incident_id !== incidentId)) return;
    waiting.current.add(reach);
    refresh();
  });
}

/** Does it at once, and what is asked for within the pause after once more at its end: a burst costs two. */
function usePaced(pauseMs: number, act: () => void): () => void {
  const latest = useRef(act);
  const pace = useRef<ReturnType<typeof paced>>(null);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    pace.current = paced(pauseMs, () => latest.current());
    return pace.current.stop;
  }, [pauseMs]);
  return useCallback(() => pace.current?.ask(), []);
}

/** Refreshes action items wherever they are listed: they are late, and hidden, with their incidents. */
export function useLiveActionItems(): void {
  const client = useQueryClient();
  const refresh = usePaced(REFRESH_AT_MOST_EVERY_MS, () => {
    void client.invalidateQueries({ queryKey: actionItemKeys.all });
  });
  useNews((news) => {
    if (news.kind === "action_item" || (news.kind === "incident" && reachOf(news) === "all")) refresh();
  });
}

const TOUCHED: readonly QueryKey[] = [alertKeys.all, deliveryKeys.all, integrationKeys.all];

/** Refreshes alerts and what brings them, in a storm no oftener than is good for the server. */
export function useLiveAlerts(): void {
  const client = useQueryClient();
  const refresh = usePaced(ALERTS_AT_MOST_EVERY_MS, () => {
    for (const queryKey of TOUCHED) void client.invalidateQueries({ queryKey });
  });
  useNews(refresh);
}
