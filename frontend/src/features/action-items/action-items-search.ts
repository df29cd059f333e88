import type { ActionItemFilters } from "@/api/action-items";
import { SEVERITIES } from "@/components/incident/labels";
import { KINDS, PRIORITIES } from "@/features/action-items/words";
import { keyOf, textOf } from "@/lib/address";

const VIEWS = { board: true, overdue: true } as const;

export type ActionItemsView = keyof typeof VIEWS;
export type ActionItemsSearch = ActionItemFilters & { view?: ActionItemsView };

/** Reads an address; what it does not understand counts as left out. */
export function readActionItemsSearch(search: Record<string, unknown>): ActionItemsSearch {
  return {
    view: keyOf(VIEWS, search.view),
    owner: textOf(search.owner),
    unowned: search.unowned === true ? true : undefined,
    service: textOf(search.service),
    severity: keyOf(SEVERITIES, search.severity),
    kind: keyOf(KINDS, search.kind),
    priority: keyOf(PRIORITIES, search.priority),
    past_target: search.past_target === true ? true : undefined,
    incident: textOf(search.incident),
    q: textOf(search.q),
  };
}
