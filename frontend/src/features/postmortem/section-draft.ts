import { ApiProblem, Unreachable } from "@/api/problem";
import { readStored, writeStored } from "@/lib/storage";

/** Typed words that the server has not accepted yet, and the revision that their typing began from. */
export type Draft = { text: string; base: number };

/** What both wrote: the other's words, and what both began from, where that is known. */
export type Conflict = { theirs: { text: string; revision: number; by: string | null }; base: string | null };

export type SaveState = "idle" | "waiting" | "saving" | "offline" | "refused" | "conflict";

const storageKey = (id: string, section: string) => `memoryops.draft.postmortem.${id}.${section}`;

export function readDraft(id: string, section: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(readStored("local", storageKey(id, section)) ?? "null");
    return isDraft(stored) ? stored : null;
  } catch {
    return null;
  }
}

export function keepDraft(id: string, section: string, draft: Draft | null): void {
  writeStored("local", storageKey(id, section), draft && JSON.stringify(draft));
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { text, base } = value as Record<string, unknown>;
  return typeof text === "string" && typeof base === "number";
}

/** The conflict that a refused save tells of; null for any other failure. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiProblem) || error.status !== 412) return null;
  const current = error.extra.current as { text: string; revision: number; by: string | null } | undefined;
  const base = error.extra.base as { text: string } | null | undefined;
  return current ? { theirs: current, base: base?.text ?? null } : null;
}

type Situation = { isDirty: boolean; isSaving: boolean; conflict: Conflict | null; error: unknown };

/** Where the saving of a section stands. */
export function saveStateOf({ isDirty, isSaving, conflict, error }: Situation): SaveState {
  if (conflict) return "conflict";
  if (isSaving) return "saving";
  if (!isDirty) return "idle";
  if (error instanceof Unreachable) return "offline";
  return error ? "refused" : "waiting";
}
