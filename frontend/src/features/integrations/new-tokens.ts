import { useSyncExternalStore } from "react";

export type NewToken = { token: string; url: string };

// In memory alone: the server keeps only a hash, and so nothing here may outlive the page.
let shown: ReadonlyMap<string, NewToken> = new Map();
const listeners = new Set<() => void>();

function replace(next: ReadonlyMap<string, NewToken>): void {
  shown = next;
  for (const notify of listeners) notify();
}

/** Keeps a token that was just made until it is put away or the page is loaded anew. */
export function showToken(integration: string, token: NewToken): void {
  replace(new Map(shown).set(integration, token));
}

export function putAway(integration: string): void {
  const next = new Map(shown);
  next.delete(integration);
  replace(next);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The token of this integration that was made a moment ago; null when there is none to show. */
export function useNewToken(integration: string): NewToken | null {
  return useSyncExternalStore(subscribe, () => shown).get(integration) ?? null;
}
