import { Link } from "@tanstack/react-router";
import type { DeliverySummary } from "@/api/types";
import { DeliveryStateBadge } from "@/components/alerts/badges";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";

/** One delivery in a list; the whole row is one link. */
export function DeliveryRow({ delivery }: { delivery: DeliverySummary }) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 px-4 py-2 hover:bg-raised lg:grid-cols-[18rem_minmax(0,1fr)_12rem]">
      <span className="flex flex-wrap items-center gap-2">
        <DeliveryStateBadge state={delivery.state} kind={delivery.kind} />
        <Link
          to="/alerts/deliveries/$id"
          params={{ id: delivery.id }}
          className="font-mono text-xs text-accent after:absolute after:inset-0 hover:underline"
        >
          {delivery.id}
        </Link>
      </span>
      <div className="min-w-0 max-lg:order-3 max-lg:col-span-2">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {delivery.integration_name}
          </span>
          <span className="text-xs text-muted">
            {delivery.source}
            {delivery.state === "parsed" && ` · ${counted(delivery.alerts_told, "alert")}`}
          </span>
        </p>
        {delivery.reason && (
          <p dir="auto" className="line-clamp-2 text-xs text-soft wrap-anywhere">
            {delivery.reason}
          </p>
        )}
      </div>
      <p className="flex flex-wrap justify-end gap-x-2 text-end text-xs text-muted max-lg:order-2 lg:flex-col">
        <Timestamp at={delivery.received_at} />
        <span className="max-lg:hidden">
          <Timestamp at={delivery.received_at} form="absolute" />
        </span>
      </p>
    </li>
  );
}
