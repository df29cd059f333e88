import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BellRing, Plug, SearchX, X } from "lucide-react";
import { type AlertFilters, alertPagesQuery } from "@/api/alerts";
import { useLiveAlerts } from "@/api/live";
import { AlertsNav } from "@/components/alerts/section-nav";
import { WaitingRows } from "@/components/alerts/waiting-rows";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { ShowMore } from "@/components/ui/show-more";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { AlertFilterBar } from "@/features/alerts/alert-filters";
import { AlertRow } from "@/features/alerts/alert-row";
import { useDocumentTitle } from "@/lib/document-title";
import { counted } from "@/lib/text";
import { useHeldRows } from "@/lib/use-held-rows";

type AlertsPageProps = { filters: AlertFilters; onFilter: (filters: AlertFilters) => void };

/** Every alert, the one that occurred last first, narrowed by filters that live in the address. */
export function AlertsPage({ filters, onFilter }: AlertsPageProps) {
  useDocumentTitle("Alerts");
  useLiveAlerts();
  const pages = useInfiniteQuery(alertPagesQuery(filters));
  const fresh = pages.isPlaceholderData ? undefined : pages.data?.pages.flatMap((page) => page.items);
  const { rows, waiting, show } = useHeldRows(JSON.stringify(filters), fresh);
  const total = pages.data?.pages[0]?.total;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-baseline gap-3">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Alerts
        </h1>
        <p role="status" className="text-sm text-muted">
          {total != null && counted(total, "alert")}
        </p>
      </div>
      <AlertsNav />
      <AlertFilterBar filters={filters} onFilter={onFilter} />
      <Scope filters={filters} onFilter={onFilter} />
      {pages.error && (
        <ProblemNote
          error={pages.error}
          doing="Loading alerts"
          stillWorks="Alerts still come in and are routed."
          onRetry={() => void pages.refetch()}
        />
      )}
      <WaitingRows waiting={waiting} what="alert" onShow={show} />
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {(pages.isPending || pages.isPlaceholderData) && (
          <Loading what="alerts">
            <SkeletonRows rows={10} className="h-14" />
          </Loading>
        )}
        {fresh && rows.length === 0 && <NoAlert filters={filters} onFilter={onFilter} />}
        {rows.length > 0 && (
          <ul aria-label="Alerts" className="divide-y divide-line">
            {rows.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        )}
      </div>
      <ShowMore pages={pages} />
    </div>
  );
}

/** Filters that other pages lead here with; they have no control of their own in the bar. */
function Scope({ filters, onFilter }: AlertsPageProps) {
  const { incident, delivery } = filters;
  if (!incident && !delivery) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
      Only those of {incident && `incident ${incident}`}
      {incident && delivery && " and of "}
      {delivery && `delivery ${delivery}`}
      <Button size="sm" onClick={() => onFilter({ ...filters, incident: undefined, delivery: undefined })}>
        <X aria-hidden /> Show all
      </Button>
    </p>
  );
}

function NoAlert({ filters, onFilter }: AlertsPageProps) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return isFiltered ? (
    <EmptyState
      icon={SearchX}
      title="No alert matches"
      action={<Button onClick={() => onFilter({})}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      icon={BellRing}
      title="No alerts yet"
      action={
        <Link to="/integrations/new" className={buttonClass("primary")}>
          <Plug aria-hidden /> Add an integration
        </Link>
      }
    >
      Connect a tool that raises alerts. They arrive here, repeats are counted, and rules that you can read
      decide which become incidents.
    </EmptyState>
  );
}
