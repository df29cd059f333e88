import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plug, Plus } from "lucide-react";
import { integrationsQuery } from "@/api/integrations";
import { useLiveAlerts } from "@/api/live";
import type { Integration } from "@/api/types";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { ConfirmedBadge } from "@/features/integrations/confirmed-badge";
import { useDocumentTitle } from "@/lib/document-title";
import { counted } from "@/lib/text";

/** The tools that may send alerts, and whether they do. */
export function IntegrationsPage() {
  useDocumentTitle("Integrations");
  useLiveAlerts();
  const integrations = useQuery(integrationsQuery());
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 tabIndex={-1} className="text-xl font-semibold">
            Integrations
          </h1>
          <p className="mt-1 max-w-[75ch] text-sm text-soft">
            The tools that may send alerts. Each has tokens of its own, which can be rotated and revoked.
          </p>
        </div>
        <Link to="/integrations/new" className={buttonClass("primary")}>
          <Plus aria-hidden /> New integration
        </Link>
      </div>
      {integrations.error && (
        <ProblemNote
          error={integrations.error}
          doing="Loading integrations"
          stillWorks="Alerts still come in."
          onRetry={() => void integrations.refetch()}
        />
      )}
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {integrations.isPending && (
          <Loading what="integrations">
            <SkeletonRows rows={4} className="h-16" />
          </Loading>
        )}
        {integrations.data?.length === 0 && (
          <EmptyState
            icon={Plug}
            title="No integration yet"
            action={
              <Link to="/integrations/new" className={buttonClass("secondary")}>
                Add the first one
              </Link>
            }
          >
            Alertmanager, Grafana, PagerDuty, Datadog and many others, or anything that sends JSON.
          </EmptyState>
        )}
        {integrations.data && integrations.data.length > 0 && (
          <ul aria-label="Integrations" className="divide-y divide-line">
            {integrations.data.map((integration) => (
              <Row key={integration.id} integration={integration} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Row({ integration }: { integration: Integration }) {
  const { id, name, label, confirmed, deliveries, last_delivery_at: last, tokens } = integration;
  const hasToken = tokens.some(({ active }) => active);
  return (
    <li className="relative grid items-start gap-x-4 gap-y-1 px-4 py-3 hover:bg-raised md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)_10rem]">
      <div className="min-w-0 space-y-0.5">
        <Link
          to="/integrations/$id"
          params={{ id }}
          dir="auto"
          className="font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <span>{label}</span>
          <span className="font-mono">{id}</span>
          <ConfirmedBadge confirmed={confirmed} />
          {!hasToken && <span className="text-warn">no valid token</span>}
        </p>
      </div>
      <p className="tabular flex flex-wrap gap-x-3 text-xs text-soft">
        <span>{counted(deliveries.parsed, "delivery", "deliveries")} read</span>
        {deliveries.quarantined > 0 && (
          <Link
            to="/alerts/deliveries"
            search={{ state: "quarantined", integration: id }}
            className="relative z-10 font-medium text-warn hover:underline"
          >
            {deliveries.quarantined} in quarantine
          </Link>
        )}
        {deliveries.ignored > 0 && <span className="text-muted">{deliveries.ignored} ignored</span>}
      </p>
      <p className="text-xs text-muted md:text-end">
        {last ? (
          <>
            Last <Timestamp at={last} />
          </>
        ) : (
          "Nothing received yet"
        )}
      </p>
    </li>
  );
}
