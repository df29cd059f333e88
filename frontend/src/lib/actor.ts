import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage";

const KEY = "memoryops.actor";
const listeners = new Set<() => void>();

/** The name this browser gave for itself, or null when it gave none. */
export function currentActor(): string | null {
  return readStored("local", KEY) || null;
}

/** Whether this browser was asked already; declining to answer counts. */
function wasAsked(): boolean {
  return readStored("local", KEY) !== null;
}

let isAsked = false;

/** Asks, on the page, who uses this browser: for a change that needs a name. */
export function askForName(): void {
  setAsked(true);
}

export function setAsked(asked: boolean): void {
  isAsked = asked;
  for (const notify of listeners) notify();
}

export function useIsAsked(): boolean {
  return useSyncExternalStore(subscribe, () => isAsked);
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

export function useWasAsked(): boolean {
  return useSyncExternalStore(subscribe, wasAsked);
}
