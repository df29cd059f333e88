import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage";

const KEY = "memoryops.actor";
const listeners = new Set<() => void>();

/** The name this browser gave for itself, or null when it was never asked. */
export function currentActor(): string | null {
  return readStored("local", KEY);
}

export function rememberActor(name: string): void {
  writeStored("local", KEY, name.trim());
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export function useActor(): string | null {
  return useSyncExternalStore(subscribe, currentActor);
}
