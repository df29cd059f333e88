import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { overviewQuery } from "@/api/incidents";
import { useLiveUpdates } from "@/api/live";
import type { IncidentSummary } from "@/api/types";
import { IncidentRow } from "@/components/incident/incident-row";
import { SamplesOffer } from "@/components/samples-offer";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { FirstDay } from "@/features/dashboard/first-day";
import { HealthPanel } from "@/features/dashboard/health-panel";
import { ServicesPanel } from "@/features/dashboard/services-panel";
import { SeverityStrip } from "@/features/dashboard/severity-strip";
import { TopFinding } from "@/features/dashboard/top-finding";
import { useDocumentTitle } from "@/lib/document-title";

/** What is open, how things ended lately, and whether memory and model answer. */
export function Dashboard() {
  useDocumentTitle("Dashboard");
  useLiveUpdates();
  const overview = useQuery(overviewQuery());
  const data = overview.data;
  return (
    <div className="space-y-5">
      <div className="flex items-center justify-between gap-x-6 gap-y-1.5 max-sm:flex-wrap">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Dashboard
        </h1>
        <TopFinding />
      </div>
      {overview.error && (
        <ProblemNote
          error={overview.error}
          doing="Loading the dashboard"
          stillWorks={data ? "The last known state is shown." : undefined}
          onRetry={() => void overview.refetch()}
        />
      )}
      {data?.total === 0 ? (
        <FirstDay />
      ) : (
        <>
          <SeverityStrip counts={data?.by_severity} />
          <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="min-w-0 space-y-5">
              <Panel title="Open incidents" flush aside={<ListLink label="All open" status="open" />}>
                <Rows incidents={data?.open} what="open incidents" rows={3}>
                  <EmptyState
                    icon={CircleCheck}
                    title="Nothing is open"
                    action={
                      <Link to="/declare" className={buttonClass("secondary")}>
                        Declare an incident
                      </Link>
                    }
                  >
                    All quiet. What was learned so far is in memory.
                  </EmptyState>
                </Rows>
              </Panel>
              <Panel
                title="Recent resolutions"
                flush
                aside={<ListLink label="All resolved" status="resolved" />}
              >
                <Rows incidents={data?.recent_resolutions} what="recent resolutions" rows={6}>
                  <EmptyState icon={CircleCheck} title="Nothing was resolved yet" />
                </Rows>
              </Panel>
            </div>
            <aside aria-label="Health and services" className="min-w-0 space-y-5">
              <HealthPanel />
              <ServicesPanel services={data?.services} />
              {data && data.total > data.samples && <SamplesOffer />}
            </aside>
          </div>
        </>
      )}
    </div>
  );
}

type RowsProps = { incidents?: readonly IncidentSummary[]; what: string; rows: number; children: ReactNode };

function Rows({ incidents, what, rows, children }: RowsProps) {
  if (!incidents) {
    return (
      <Loading what={what}>
        <SkeletonRows rows={rows} className="h-15" />
      </Loading>
    );
  }
  if (incidents.length === 0) return children;
  return (
    <ul className="divide-y divide-line">
      {incidents.map((incident) => (
        <IncidentRow key={incident.id} incident={incident} />
      ))}
    </ul>
  );
}

function ListLink({ label, status }: { label: string; status: "open" | "resolved" }) {
  return (
    <Link to="/incidents" search={{ status }} className="text-xs text-accent hover:underline">
      {label}
    </Link>
  );
}
