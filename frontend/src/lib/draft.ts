import { useCallback, useRef, useState } from "react";
import { readStored, writeStored } from "@/lib/storage";

type Draft = Record<string, string>;

/** What was typed under `key` and not yet sent, over what stood there at first. */
function loadDraft<T extends Draft>(key: string, initial: T): T {
  const stored = readStored("local", `memoryops.draft.${key}`);
  if (stored === null) return initial;
  try {
    const parsed: unknown = JSON.parse(stored);
    if (typeof parsed !== "object" || parsed === null) return initial;
    const known = Object.entries(parsed).filter(
      ([name, value]) => name in initial && typeof value === "string",
    );
    return { ...initial, ...Object.fromEntries(known) };
  } catch {
    return initial;
  }
}

/** Keeps what was typed in this browser, or forgets it with null. */
function storeDraft(key: string, values: Draft | null): void {
  writeStored("local", `memoryops.draft.${key}`, values && JSON.stringify(values));
}

export type DraftHandle<T extends Draft> = {
  values: T;
  set: (name: keyof T, value: string) => void;
  fill: (values: Partial<T>) => void;
  /** Changes a text from what it is by then, for what takes a while. */
  update: (name: keyof T, change: (before: string) => string) => void;
  clear: () => void;
  /**
   * Forgets what the server accepted; what was typed while it was on its way stays. To be called where the answer
   * comes in (the mutation's own function or `onSuccess`): those given to `mutate` are not called when the form is gone.
   */
  accepted: (sent: T) => void;
  restored: boolean;
};

/** Typed text that survives a reload: kept in this browser under `key` until cleared. */
export function useDraft<T extends Draft>(key: string, initial: T): DraftHandle<T> {
  const [start] = useState(() => loadDraft(key, initial));
  const [values, setValues] = useState(start);
  // What is typed after sending is known here even to an answer that comes when the form is gone.
  const latest = useRef(start);
  const [restored] = useState(() => JSON.stringify(start) !== JSON.stringify(initial));

  const change = useCallback(
    (changes: (before: T) => Partial<T>) => {
      latest.current = { ...latest.current, ...changes(latest.current) };
      storeDraft(key, latest.current);
      setValues(latest.current);
    },
    [key],
  );
  const fill = useCallback((changes: Partial<T>) => change(() => changes), [change]);
  const update = useCallback(
    (name: keyof T, of: (before: string) => string) =>
      change((before) => ({ [name]: of(before[name] ?? "") }) as Partial<T>),
    [change],
  );
  const set = useCallback((name: keyof T, value: string) => fill({ [name]: value } as Partial<T>), [fill]);
  const clear = useCallback(() => {
    latest.current = initial;
    storeDraft(key, null);
    setValues(initial);
  }, [key, initial]);
  const accepted = (sent: T) => {
    if (Object.keys(sent).every((name) => latest.current[name] === sent[name])) clear();
  };

  return { values, set, fill, update, clear, accepted, restored };
}
