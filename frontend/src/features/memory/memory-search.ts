import type { DocumentState, Outcome, RecallRequest, Severity } from "@/api/types";
import { OUTCOMES, SEVERITIES } from "@/components/incident/labels";
import { DOCUMENT_STATES } from "@/components/incident/memory-state";
import { keyOf, textOf } from "@/lib/address";
import { endOfDay, startOfDay } from "@/lib/time";

const TABS = ["recall", "ledger", "audit", "reflect"] as const;
type MemoryTab = (typeof TABS)[number];

/** What the address of the memory page says: a tab, and what is asked for there. */
export type MemorySearch = RecallSearch & LedgerSearch & { tab?: MemoryTab };

export type RecallSearch = {
  query?: string;
  service?: string;
  severity?: Severity;
  environment?: string;
  outcome?: Outcome;
  since?: string;
  until?: string;
};

/** `state` holds any number of states, with commas between. */
export type LedgerSearch = { state?: string; reason?: string; q?: string };

/** Reads an address; what it does not understand counts as left out. */
export function readMemorySearch(search: Record<string, unknown>): MemorySearch {
  return {
    tab: TABS.find((tab) => tab === search.tab),
    query: textOf(search.query),
    service: textOf(search.service),
    severity: keyOf(SEVERITIES, search.severity),
    environment: textOf(search.environment),
    outcome: keyOf(OUTCOMES, search.outcome),
    since: dayOf(search.since),
    until: dayOf(search.until),
    state: statesAsText(statesOf(search.state)),
    reason: textOf(search.reason),
    q: textOf(search.q),
  };
}

/** The recall that an address asks for; null when it asks nothing. */
export function recallOf(search: RecallSearch): RecallRequest | null {
  if (!search.query) return null;
  return {
    query: search.query,
    service: search.service ?? null,
    severity: search.severity ?? null,
    environment: search.environment ?? null,
    outcome: search.outcome ?? null,
    since: search.since ? startOfDay(search.since) : null,
    until: search.until ? endOfDay(search.until) : null,
  };
}

function dayOf(value: unknown): string | undefined {
  return typeof value === "string" && startOfDay(value) !== null ? value : undefined;
}

/** The states that a list in an address names, without what is no state. */
export function statesOf(value: unknown): DocumentState[] {
  return typeof value === "string"
    ? value.split(",").flatMap((one) => keyOf(DOCUMENT_STATES, one) ?? [])
    : [];
}

/** States as an address names them; nothing where there are none. */
export function statesAsText(states: readonly DocumentState[]): string | undefined {
  return states.length > 0 ? states.join(",") : undefined;
}
