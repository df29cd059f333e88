import type { LucideIcon } from "lucide-react";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { earlyKey } from "@/lib/early-key";
import { readStored, writeStored } from "@/lib/storage";

/** Every single key of the console and what it does; `?` lists them, and no two in one place are the same. */
export const KEYS = {
  help: { key: "?", does: "This list", where: "Everywhere" },
  searchList: { key: "/", does: "Search in the list", where: "Everywhere" },
  takeCommand: { key: "c", does: "Take command", where: "On an incident" },
  note: { key: "n", does: "Write a note", where: "On an incident" },
  severity: { key: "v", does: "Change the severity", where: "On an incident" },
  status: { key: "s", does: "Change the status", where: "On an incident" },
  nextUpdate: { key: "u", does: "Set when the next update is due", where: "On an incident" },
  edit: { key: "e", does: "Edit the incident", where: "On an incident" },
  resolve: { key: "r", does: "Resolve", where: "On an incident" },
} as const;

export type KeyName = keyof typeof KEYS;

type Command = {
  label: string;
  icon?: LucideIcon;
  keyName?: KeyName;
  /** Whether it is about the console as such, and stands behind what can be done on the page. */
  ofConsole?: boolean;
  /** Whether only its key does it, since there is nothing to be done now. */
  byKeyOnly?: boolean;
  run: () => void;
};

/** What can be done where the reader is. */
export type AvailableCommand = Command & { id: number };

let available: readonly AvailableCommand[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function replace(next: readonly AvailableCommand[]): void {
  available = next;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Offers an action to the palette, and to its key where it has one, for as long as the component is there. */
export function useCommand(command: Command | null): void {
  const latest = useRef(command);
  useLayoutEffect(() => {
    latest.current = command;
  });
  const { label, icon, keyName, ofConsole, byKeyOnly } = command ?? {};
  // Before it is painted: what is seen answers.
  useLayoutEffect(() => {
    if (label === undefined) return;
    const id = nextId++;
    const run = () => latest.current?.run();
    replace([...available, { id, label, icon, keyName, ofConsole, byKeyOnly, run }]);
    if (keyName && earlyKey.take(KEYS[keyName].key) && !isCovered(document.activeElement)) run();
    return () => replace(available.filter((one) => one.id !== id));
  }, [label, icon, keyName, ofConsole, byKeyOnly]);
}

export function useCommands(): readonly AvailableCommand[] {
  return useSyncExternalStore(subscribe, () => available);
}

/** Does what the key would do; nothing where nothing offers it. */
export function runCommand(keyName: KeyName): void {
  available.findLast((command) => command.keyName === keyName)?.run();
}

const ORDER = Object.keys(KEYS);

/** The actions as the palette lists them: what has a key in the order of the keys, then the rest as it came. */
export function inOrder(commands: readonly AvailableCommand[]): AvailableCommand[] {
  const place = ({ keyName }: AvailableCommand) => (keyName ? ORDER.indexOf(keyName) : ORDER.length);
  return commands.toSorted((a, b) => place(a) - place(b));
}

/** Whether keys are somebody's text, or belong to what lies over the page. */
export function isBusy({ target }: KeyboardEvent): boolean {
  return isCovered(target);
}

function isCovered(target: EventTarget | null): boolean {
  const typing =
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
  return typing || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

const OFF = "memoryops.single-keys-off";

export function areSingleKeysOn(): boolean {
  return readStored("local", OFF) === null;
}

export function setSingleKeys(on: boolean): void {
  writeStored("local", OFF, on ? null : "yes");
  for (const notify of listeners) notify();
}

export function useSingleKeysOn(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn);
}

/**
 * Listens for the single keys; they never fire while typing, in dialogs, with modifiers, or when they are turned off. One
 * whose action is not there yet waits for it.
 */
export function useCommandKeys(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      earlyKey.forget();
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
      if (event.defaultPrevented || !areSingleKeysOn() || isBusy(event)) return;
      const pressed = available.findLast(({ keyName }) => keyName && KEYS[keyName].key === event.key);
      if (pressed === undefined) return earlyKey.keep(event.key);
      event.preventDefault();
      pressed.run();
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("pointerdown", earlyKey.forget);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("pointerdown", earlyKey.forget);
    };
  }, []);
}
