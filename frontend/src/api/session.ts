import { useSyncExternalStore } from "react";
import { problemOf, reach } from "@/api/problem";

const listeners = new Set<() => void>();
let needed = false;
let signedInAt = 0;

function setNeeded(next: boolean): void {
  needed = next;
  for (const notify of listeners) notify();
}

/**
 * Called when the server answered 401 to what was asked at `since`, in milliseconds since the page began: the console then
 * asks for the access token, unless it was given meanwhile.
 */
export function requireSignIn(since = performance.now()): void {
  if (!needed && since >= signedInAt) setNeeded(true);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export function useSignInNeeded(): boolean {
  return useSyncExternalStore(subscribe, () => needed);
}

/** Trades the access token for an HttpOnly cookie; throws ApiProblem when the server refuses it. */
export async function signIn(token: string): Promise<void> {
  const response = await reach(
    fetch("/api/v1/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    }),
  );
  if (!response.ok) throw await problemOf(response);
  signedInAt = performance.now();
  setNeeded(false);
}
