import { Link } from "@tanstack/react-router";
import { Repeat2 } from "lucide-react";
import type { AlertItem } from "@/api/types";
import { AlertSeverity, AlertStatusBadge } from "@/components/alerts/badges";
import { routingLine } from "@/components/alerts/routing-words";
import { IncidentLink } from "@/components/incident/incident-link";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";

/** One alert in a list: what it is, how often it came, and why it went where it went. */
export function AlertRow({ alert }: { alert: AlertItem }) {
  const why = routingLine(alert.routing);
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-4 py-2 hover:bg-raised lg:grid-cols-[7.5rem_8.5rem_minmax(0,1fr)_9rem_4.5rem_10.5rem]">
      <span className="max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-2 lg:row-span-2">
        <AlertStatusBadge status={alert.status} />
        <span className="lg:hidden">
          <AlertSeverity severity={alert.severity} raw={alert.severity_raw} />
        </span>
      </span>
      <span className="max-lg:hidden lg:row-span-2">
        <AlertSeverity severity={alert.severity} raw={alert.severity_raw} />
      </span>
      <Link
        to="/alerts/$id"
        params={{ id: alert.id }}
        dir="auto"
        className="line-clamp-2 min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline max-lg:order-3 max-lg:col-span-2 lg:line-clamp-1"
      >
        {alert.title}
      </Link>
      <Counts alert={alert} />
      <p className="flex flex-wrap items-baseline justify-end gap-x-2 text-end text-xs text-muted max-lg:order-2 lg:contents">
        <span className="relative z-10">{alert.incident_id && <IncidentLink id={alert.incident_id} />}</span>
        <Began alert={alert} />
      </p>
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-xs text-muted max-lg:order-4 max-lg:col-span-2 lg:col-span-3 lg:col-start-3 lg:flex-nowrap">
        <span dir="auto" className="max-w-48 shrink-0 truncate font-medium text-soft">
          {alert.service ?? "No service"}
        </span>
        <span className="shrink-0">{alert.source}</span>
        <span dir="auto" title={why} className="min-w-0 flex-1 truncate max-lg:basis-full">
          {why}
        </span>
      </p>
    </li>
  );
}

/** When it began; where nobody said so, when it was heard of. */
function Began({ alert }: { alert: AlertItem }) {
  const at = alert.starts_at ?? alert.last_received_at;
  return (
    <span className="lg:row-span-2 lg:text-end">
      {alert.starts_at === null && "received "}
      <Timestamp at={at} />
      <span className="block max-lg:hidden">
        <Timestamp at={at} form="absolute" />
      </span>
    </span>
  );
}

function Counts({ alert: { occurrences, duplicates } }: { alert: AlertItem }) {
  return (
    <p className="tabular text-xs text-muted max-lg:order-5 max-lg:col-span-2 lg:text-end">
      <span className={occurrences > 1 ? "font-medium text-ink" : undefined}>
        {occurrences > 1 && <Repeat2 className="mr-1 inline size-3.5" aria-hidden />}
        {occurrences === 0 ? "never fired" : counted(occurrences, "time", "times")}
      </span>
      {duplicates > 0 && ` · ${counted(duplicates, "duplicate")}`}
    </p>
  );
}
