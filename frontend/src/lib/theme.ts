import { useSyncExternalStore } from "react";
import { writeStored } from "@/lib/storage";

export type Theme = "dark" | "light";
const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "light" ? "light" : "dark";
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  writeStored("local", "memoryops.theme", theme);
  for (const notify of listeners) notify();
}

export function toggleTheme(): void {
  setTheme(currentTheme() === "dark" ? "light" : "dark");
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
