import type { LedgerItem } from "@/api/types";

/** Whether trying the document again now can help; a forgotten one asks for more than a retry. */
export function canRetry({ state, forgotten_at }: Pick<LedgerItem, "state" | "forgotten_at">): boolean {
  return forgotten_at === null && ["failed", "queued", "retained"].includes(state);
}

/** Whether there is something in memory, or on its way there, to forget. */
export function canForget({ state, forgotten_at }: Pick<LedgerItem, "state" | "forgotten_at">): boolean {
  return forgotten_at === null && state !== "none";
}
