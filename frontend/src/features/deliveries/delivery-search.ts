import type { DeliveryFilters } from "@/api/deliveries";
import { DELIVERY_STATES } from "@/components/alerts/labels";
import { keyOf, textOf } from "@/lib/address";

/** Reads an address; what it does not understand counts as left out. */
export function readDeliverySearch(search: Record<string, unknown>): DeliveryFilters {
  return {
    state: keyOf(DELIVERY_STATES, search.state),
    source: textOf(search.source),
    integration: textOf(search.integration),
  };
}
