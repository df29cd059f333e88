import type { SearchFilters } from "@/api/search";
import type { SavedSearch } from "@/api/types";
import { SEVERITIES, STATUSES } from "@/components/incident/labels";
import { SEARCH_KINDS } from "@/features/search/words";
import { keyOf, textOf } from "@/lib/address";
import { startOfDay } from "@/lib/time";

/** Reads an address; what it does not understand counts as left out. */
export function readSearch(search: Record<string, unknown>): SearchFilters {
  return {
    q: textOf(typeof search.q === "number" ? String(search.q) : search.q),
    kind: keyOf(SEARCH_KINDS, search.kind),
    service: textOf(search.service),
    severity: keyOf(SEVERITIES, search.severity),
    status: keyOf(STATUSES, search.status),
    author: textOf(search.author),
    from: dayOf(search.from),
    to: dayOf(search.to),
  };
}

function dayOf(value: unknown): string | undefined {
  return typeof value === "string" && startOfDay(value) !== null ? value : undefined;
}

/** The address of a saved search; of several kinds, severities or statuses the first is shown. */
export function addressOf({ filters }: SavedSearch): SearchFilters {
  return {
    q: filters.q || undefined,
    kind: filters.kind[0],
    service: filters.service ?? undefined,
    severity: filters.severity[0],
    status: filters.status[0],
    author: filters.author ?? undefined,
    from: dayIn(filters.from),
    to: dayIn(filters.to),
  };
}

function dayIn(moment: string | null): string | undefined {
  if (moment === null) return undefined;
  const at = new Date(moment);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
