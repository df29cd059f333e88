import { ApiProblem, Unreachable } from "@/api/problem";
import { readStored, writeStored } from "@/lib/storage";

/**
 * Typed words that the server has not accepted yet, the revision that their typing began from, and how that read: the
 * server may have made one version of it and a later one by then. `settles` is of words that end a conflict.
 */
export type Draft = { text: string; base: number; from?: string; settles?: boolean };

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

/** Lets go of what the server has by now; what was typed since is kept, over that. */
export function acceptDraft(
  id: string,
  section: string,
  sent: Draft,
  saved: { text: string; revision: number },
): void {
  const kept = readDraft(id, section);
  if (kept !== null) keepDraft(id, section, acceptedOver(kept, sent, saved));
}

/** What is left of a draft once the server has `sent`. */
export function acceptedOver(
  draft: Draft | null,
  sent: Draft,
  saved: { text: string; revision: number },
): Draft | null {
  if (draft === null || draft.text === sent.text) return null;
  return { text: draft.text, base: saved.revision, from: saved.text };
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { text, base } = value as Record<string, unknown>;
  return typeof text === "string" && typeof base === "number";
}

/** The conflict that a refused save tells of; null for any other failure. */
export function conflictOf(error: unknown, sent: Draft): Conflict | null {
  if (!(error instanceof ApiProblem) || error.status !== 412) return null;
  const current = error.extra.current as { text: string; revision: number; by: string | null } | undefined;
  const base = error.extra.base as { text: string } | null | undefined;
  return current ? { theirs: current, base: sent.from ?? base?.text ?? null } : null;
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
