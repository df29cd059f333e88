import { useRef, useState } from "react";
import { readStored, writeStored } from "@/lib/storage";

type Values = Record<string, string>;

/** Somebody else changed the same fields since the edit began; both versions are at hand in the draft. */
export class OvertakenEdit extends Error {
  constructor() {
    super("Somebody else changed the same meanwhile. Nothing you typed is lost.");
    this.name = "OvertakenEdit";
  }
}

const storageKey = (key: string) => `memoryops.draft.${key}`;

/** Whether an edit is kept under `key` that was not sent yet. */
export function isEditKept(key: string): boolean {
  return readStored("local", storageKey(key)) !== null;
}

/** What a form shows of something on the server, and the revision that shows it. */
export type Version<T extends Values> = { values: T; revision: number };

/** An edit under way: what it began from, and what it is by now. */
type Edit<T extends Values> = { base: Version<T>; values: T };

function changedNames<T extends Values>(before: T, after: T): (keyof T)[] {
  return Object.keys(before).filter((name) => before[name] !== after[name]);
}

/** The edit over a newer version: their changes are taken over under one's own; `clashes` is what both changed. */
export function rebased<T extends Values>({ base, values }: Edit<T>, newest: Version<T>) {
  const mine = changedNames(base.values, values);
  const own = Object.fromEntries(mine.map((name) => [name, values[name]]));
  const clashes = changedNames(base.values, newest.values).filter(
    (name) => mine.includes(name) && values[name] !== newest.values[name],
  );
  return { edit: { base: newest, values: { ...newest.values, ...own } as T }, clashes };
}

/** The edit kept in this browser under `key` with what it began from, or a new one of what stands there now. */
function loadEdit<T extends Values>(key: string, now: Version<T>): Edit<T> {
  const fresh = { base: now, values: now.values };
  try {
    const stored: unknown = JSON.parse(readStored("local", storageKey(key)) ?? "null");
    return isEditLike(stored, now.values) ? (stored as Edit<T>) : fresh;
  } catch {
    return fresh;
  }
}

function isEditLike(stored: unknown, like: Values): boolean {
  const { base, values } = (stored ?? {}) as Partial<Edit<Values>>;
  const holds = (given?: Values) => Object.keys(like).every((name) => typeof given?.[name] === "string");
  return typeof base?.revision === "number" && holds(base.values) && holds(values);
}

/** An edit that survives a reload, and knows what it began from whatever arrives meanwhile. */
export function useEditDraft<T extends Values>(key: string, now: Version<T>) {
  const [edit, setEdit] = useState(() => loadEdit(key, now));
  const [clashes, setClashes] = useState<(keyof T)[]>([]);
  const [restored] = useState(() => edit.base !== now);
  const latest = useRef(edit);

  const keep = (next: Edit<T>) => {
    latest.current = next;
    setEdit(next);
    const isChanged = changedNames(next.base.values, next.values).length > 0;
    writeStored("local", storageKey(key), isChanged ? JSON.stringify(next) : null);
  };
  const fill = (changes: Partial<T>) =>
    keep({ ...latest.current, values: { ...latest.current.values, ...changes } });
  const meet = (newest: Version<T>) => {
    const met = rebased(latest.current, newest);
    keep(met.edit);
    setClashes(met.clashes);
    return met;
  };
  const update = (name: keyof T, change: (before: string) => string) =>
    fill({ [name]: change(latest.current.values[name] ?? "") } as Partial<T>);

  return {
    base: edit.base,
    values: edit.values,
    changed: changedNames(edit.base.values, edit.values),
    clashes,
    restored,
    update,
    fill,
    set: (name: keyof T, value: string) => fill({ [name]: value } as Partial<T>),
    meet: (newest: Version<T>): void => void meet(newest),
    /** For what has no revision: the edit over what stands by now; throws OvertakenEdit where both changed the same. */
    over: (newest: Version<T>): Edit<T> => {
      const met = meet(newest);
      if (met.clashes.length > 0) throw new OvertakenEdit();
      return met.edit;
    },
    takeTheirs: (names: readonly (keyof T)[]) => {
      const { base } = latest.current;
      fill(Object.fromEntries(names.map((name) => [name, base.values[name]])) as Partial<T>);
      setClashes((before) => before.filter((name) => !names.includes(name)));
    },
    /**
     * Builds on what was saved; false when more was typed while it was on its way. To be called where the answer
     * comes in (the mutation's function), which is still heard when the form is gone.
     */
    accepted: (sent: T, saved: Version<T>): boolean => {
      const isAll = changedNames(sent, latest.current.values).length === 0;
      const typed = rebased({ base: { ...saved, values: sent }, values: latest.current.values }, saved);
      keep(isAll ? { base: saved, values: saved.values } : typed.edit);
      setClashes([]);
      return isAll;
    },
    discard: () => keep({ base: latest.current.base, values: latest.current.base.values }),
  };
}
