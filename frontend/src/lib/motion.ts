import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage";

const KEY = "memoryops.motion";
const listeners = new Set<() => void>();

function isMotionOff(): boolean {
  return readStored("local", KEY) === "off";
}

/** Whether things should appear without moving: the person said so here, or the system does. */
export function isCalm(): boolean {
  return isMotionOff() || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Puts the choice of this browser on the page, where the styles look. */
export function applyMotion(): void {
  if (isMotionOff()) document.documentElement.dataset.motion = "off";
  else delete document.documentElement.dataset.motion;
}

export function setMotion(on: boolean): void {
  writeStored("local", KEY, on ? null : "off");
  applyMotion();
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export function useMotionOff(): boolean {
  return useSyncExternalStore(subscribe, isMotionOff);
}
