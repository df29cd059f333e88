import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { alertQuery, incidentAlertsQuery } from "@/api/alerts";
import type { IncidentAlerts, RecurringAlert } from "@/api/types";
import { AlertIdLink } from "@/components/alerts/alert-link";
import { AlertLinks } from "@/components/alerts/alert-links";
import { AlertStatusBadge } from "@/components/alerts/badges";
import { IncidentLink } from "@/components/incident/incident-link";
import { Disclosure } from "@/components/ui/disclosure";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Timestamp } from "@/components/ui/timestamp";
import { AlertTrend } from "@/features/incident/alert-trend";
import { counted } from "@/lib/text";

const FIRST = 3;

/** The incident's alerts in short, from a summary that is as quick with 15,000 as with one; nothing without any. */
export function AlertsPanel({ incidentId }: { incidentId: string }) {
  const summary = useQuery(incidentAlertsQuery(incidentId));
  if (summary.error && !summary.data)
    return (
      <ProblemNote
        error={summary.error}
        doing="Reading its alerts"
        stillWorks="Alerts still come in."
        onRetry={() => void summary.refetch()}
      />
    );
  if (!summary.data || (summary.data.alerts === 0 && !summary.data.recurrence_of)) return null;
  return <Summary summary={summary.data} />;
}

function Summary({ summary }: { summary: IncidentAlerts }) {
  const { incident_id: id, alerts, firing, occurrences, last_began_at, recurrence_of, top, trend } = summary;
  return (
    <Panel
      title="Alerts"
      aside={
        <Link to="/alerts" search={{ incident: id }} className="text-xs text-accent hover:underline">
          All of them
        </Link>
      }
    >
      <div className="space-y-4 text-sm">
        {recurrence_of && (
          <p className="flex items-start gap-2">
            <History className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
            <span>
              Recurrence: the same alert was part of <IncidentLink id={recurrence_of} />, which was not
              revived.
            </span>
          </p>
        )}
        <div>
          <p>
            <span className={`tabular text-2xl font-semibold ${firing > 0 ? "text-bad" : ""}`}>
              {firing.toLocaleString("en")}
            </span>{" "}
            <span className="text-soft">
              firing of {counted(alerts, "alert")}, {counted(occurrences, "occurrence")}
            </span>
          </p>
          <p className="text-xs text-muted">
            Last began <Timestamp at={last_began_at} form="both" />
          </p>
        </div>
        <AlertTrend trend={trend} />
        {summary.started_from && <StartedFrom id={summary.started_from} />}
        <TopAlerts label="Most frequent" alerts={top.slice(0, FIRST)} />
        {top.length > FIRST && (
          <Disclosure summary={`The next ${top.length - FIRST}`}>
            <TopAlerts label="Next most frequent" alerts={top.slice(FIRST)} />
          </Disclosure>
        )}
      </div>
    </Panel>
  );
}

/** The alert from which the incident was declared, with the addresses that it gives. */
function StartedFrom({ id }: { id: string }) {
  const links = useQuery(alertQuery(id)).data?.links ?? [];
  return (
    <div className="space-y-1.5">
      <p>
        Started from <AlertIdLink id={id} />
      </p>
      {links.length > 0 && <AlertLinks links={links} />}
    </div>
  );
}

function TopAlerts({ label, alerts }: { label: string; alerts: readonly RecurringAlert[] }) {
  return (
    <ul aria-label={label} className="space-y-2.5">
      {alerts.map((alert) => (
        <li key={alert.id} className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <Link
              to="/alerts/$id"
              params={{ id: alert.id }}
              dir="auto"
              className="line-clamp-2 wrap-anywhere hover:underline"
            >
              {alert.title}
            </Link>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-muted">
              <AlertStatusBadge status={alert.status} />
              <Timestamp at={alert.last_began_at} />
            </p>
          </div>
          <span className="tabular shrink-0 text-xs text-soft">
            {alert.occurrences.toLocaleString("en")}
            <span aria-hidden> ×</span>
            <span className="sr-only"> times</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
