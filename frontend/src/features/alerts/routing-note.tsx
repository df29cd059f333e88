import { Link } from "@tanstack/react-router";
import { GitBranch } from "lucide-react";
import type { Alert } from "@/api/types";
import { decisionWord, routingRuleOf } from "@/components/alerts/routing-words";
import { IncidentLink } from "@/components/incident/incident-link";

/** Where it went, by which rule, and why. */
export function RoutingNote({ alert }: { alert: Alert }) {
  const rule = routingRuleOf(alert.routing);
  return (
    <section
      aria-label="Where it went"
      className="flex items-start gap-2.5 rounded-md border border-line bg-surface px-3 py-2.5 text-sm"
    >
      <GitBranch className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 space-y-0.5">
        <p className="wrap-anywhere">
          <span className="font-medium">{decisionWord(alert.routing.decision)}</span>
          {alert.incident_id && (
            <>
              {": "}
              <IncidentLink id={alert.incident_id} className="text-sm" />
            </>
          )}
          {rule && (
            <>
              {" · by "}
              <Link to="/alerts/rules" dir="auto" className="text-accent underline">
                {rule}
              </Link>
            </>
          )}
        </p>
        <p dir="auto" className="prose-text text-soft">
          {alert.routing.reason}
        </p>
      </div>
    </section>
  );
}
