import type { AlertFilters } from "@/api/alerts";
import { ALERT_STATUSES } from "@/components/alerts/labels";
import { SEVERITIES } from "@/components/incident/labels";
import { keyOf, textOf } from "@/lib/address";

/** Reads an address; what it does not understand counts as left out. */
export function readAlertSearch(search: Record<string, unknown>): AlertFilters {
  return {
    source: textOf(search.source),
    status: keyOf(ALERT_STATUSES, search.status),
    severity: search.severity === "unknown" ? "unknown" : keyOf(SEVERITIES, search.severity),
    service: textOf(search.service),
    incident: textOf(search.incident),
    delivery: textOf(search.delivery),
    q: textOf(search.q),
  };
}
