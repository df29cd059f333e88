import { Link } from "@tanstack/react-router";
import type { IncidentSummary } from "@/api/types";
import { OutcomeBadge, SampleBadge, SeverityBadge, StatusBadge } from "@/components/incident/badges";
import { Elapsed } from "@/components/incident/elapsed";
import { Timestamp } from "@/components/ui/timestamp";

/** One incident in a list; the whole row is one link. */
export function IncidentRow({ incident }: { incident: IncidentSummary }) {
  const began = incident.started_at ?? incident.declared_at;
  return (
    <li className="relative grid grid-cols-[4.75rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-raised md:grid-cols-[4.75rem_minmax(0,1fr)_auto]">
      <span>
        <SeverityBadge severity={incident.severity} />
      </span>
      <div className="min-w-0">
        <Link
          to="/incidents/$id"
          params={{ id: incident.id }}
          dir="auto"
          className="line-clamp-2 font-medium wrap-anywhere md:line-clamp-1 after:absolute after:inset-0 hover:underline"
        >
          {incident.title}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <span className="font-mono">{incident.id}</span>
          <span dir="auto" className="truncate">
            {incident.service}
          </span>
          {incident.commander && (
            <span dir="auto" className="truncate">
              {incident.commander} commands
            </span>
          )}
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted md:col-start-3 md:justify-end">
        {incident.sample && <SampleBadge />}
        {incident.outcome ? (
          <OutcomeBadge outcome={incident.outcome} />
        ) : (
          <StatusBadge status={incident.status} />
        )}
        {incident.resolved_at ? (
          <span className="tabular md:min-w-[9.25rem] md:text-end">
            <Timestamp at={incident.resolved_at} />, after <Elapsed from={began} to={incident.resolved_at} />
          </span>
        ) : (
          <span className="tabular md:min-w-[9.25rem] md:text-end">
            open for <Elapsed from={began} />
          </span>
        )}
      </div>
    </li>
  );
}
