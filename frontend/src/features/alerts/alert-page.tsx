import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { alertQuery } from "@/api/alerts";
import { useLiveAlerts } from "@/api/live";
import type { Alert } from "@/api/types";
import { AlertSeverity, AlertStatusBadge } from "@/components/alerts/badges";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { SourceText } from "@/components/ui/source-text";
import { AlertActions } from "@/features/alerts/alert-actions";
import { FactsPanel, LabelsPanel, LinksPanel, NotesPanel } from "@/features/alerts/alert-panels";
import { OccurrencesPanel, TellingsPanel } from "@/features/alerts/history-panels";
import { RoutingNote } from "@/features/alerts/routing-note";
import { useDocumentTitle } from "@/lib/document-title";

/** One alert: what it says, how often it came, and why it went where it went. */
export function AlertPage({ id }: { id: string }) {
  const alert = useQuery(alertQuery(id));
  useDocumentTitle(alert.data ? `${id} ${alert.data.title}` : id);
  useLiveAlerts();
  return (
    <div className="space-y-5">
      <Link
        to="/alerts"
        className="inline-flex items-center gap-1 text-xs text-soft hover:text-ink hover:underline"
      >
        <ArrowLeft className="size-3.5" aria-hidden /> Alerts
      </Link>
      {!alert.data && (
        <h1 tabIndex={-1} className="font-mono text-sm text-muted">
          {id}
        </h1>
      )}
      {alert.isPending && (
        <Loading what={id}>
          <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <Skeleton className="h-96 w-full" />
            <Skeleton className="h-64 w-full" />
          </div>
        </Loading>
      )}
      {alert.error && (
        <ProblemNote
          error={alert.error}
          doing={`Reading ${id}`}
          stillWorks={alert.data && "What was read last is shown."}
          onRetry={() => void alert.refetch()}
        />
      )}
      {alert.data && <Loaded alert={alert.data} />}
    </div>
  );
}

function Loaded({ alert }: { alert: Alert }) {
  return (
    <>
      <header className="space-y-3">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-sm text-muted">{alert.id}</span>
          <AlertStatusBadge status={alert.status} />
          <AlertSeverity severity={alert.severity} raw={alert.severity_raw} />
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h1
            tabIndex={-1}
            dir="auto"
            className="max-w-[60ch] min-w-0 text-xl font-semibold text-balance wrap-anywhere"
          >
            {alert.title}
          </h1>
          <AlertActions alert={alert} />
        </div>
      </header>
      <RoutingNote alert={alert} />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-5">
          {(alert.error || alert.description) && <Words alert={alert} />}
          <OccurrencesPanel alert={alert} />
          <TellingsPanel alert={alert} />
        </div>
        <aside aria-label="What its source says" className="min-w-0 space-y-5">
          {alert.notes.length > 0 && <NotesPanel notes={alert.notes} />}
          <FactsPanel alert={alert} />
          {alert.links.length > 0 && <LinksPanel links={alert.links} />}
          <LabelsPanel labels={alert.labels} />
        </aside>
      </div>
    </>
  );
}

function Words({ alert: { error, description } }: { alert: Alert }) {
  return (
    <Panel title="In its own words">
      <div className="space-y-3">
        {error && <SourceText label="Error" text={error} />}
        {description && (
          <p dir="auto" className="prose-text text-sm">
            {description}
          </p>
        )}
      </div>
    </Panel>
  );
}
