import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BellOff, BellRing } from "lucide-react";
import { incidentAlertsQuery } from "@/api/alerts";
import { describeProblem } from "@/api/problem";
import type { Incident, IncidentAlerts } from "@/api/types";
import { Cell } from "@/components/ui/cell";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { formatCount } from "@/lib/numbers";
import { counted } from "@/lib/text";

/** Whether it still happens, as far as alerts tell. */
export function FiringCell({ incident: { id: incidentId, declared_by: by } }: { incident: Incident }) {
  const summary = useQuery(incidentAlertsQuery(incidentId));
  return (
    <Cell
      title="Is it still firing"
      aside={
        summary.data && summary.data.alerts > 0 ? (
          <Link
            to="/alerts"
            search={{ incident: incidentId }}
            className="text-xs text-accent hover:underline"
          >
            Alerts
          </Link>
        ) : undefined
      }
    >
      {summary.data ? (
        <Firing summary={summary.data} by={by} />
      ) : summary.error ? (
        <p className="text-soft">Its alerts cannot be read: {describeProblem(summary.error).title}.</p>
      ) : (
        <div className="space-y-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-4 w-40" />
        </div>
      )}
    </Cell>
  );
}

type FiringProps = { summary: IncidentAlerts; by: string };

function Firing({ summary: { alerts, firing, last_began_at }, by }: FiringProps) {
  if (alerts === 0) {
    return (
      <>
        <p>No alerts belong to it.</p>
        <p className="text-xs text-muted wrap-anywhere">
          Declared by <span dir="auto">{by}</span>.
        </p>
      </>
    );
  }
  const Icon = firing > 0 ? BellRing : BellOff;
  return (
    <>
      <p className="flex items-baseline gap-1.5">
        <Icon
          className={`size-4 shrink-0 self-center ${firing > 0 ? "text-bad" : "text-good"}`}
          aria-hidden
        />
        <strong className={`tabular text-base font-semibold ${firing > 0 ? "text-bad" : "text-good"}`}>
          {firing > 0 ? `${formatCount(firing)} firing` : "None firing"}
        </strong>
        <span className="text-soft">of {counted(alerts, "alert")}</span>
      </p>
      <p className="text-xs text-muted">
        Last began <Timestamp at={last_began_at} form="both" />
      </p>
    </>
  );
}
