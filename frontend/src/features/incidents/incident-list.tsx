import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { type IncidentFilters, incidentPagesQuery } from "@/api/incidents";
import { useLiveUpdates } from "@/api/live";
import { IncidentRow } from "@/components/incident/incident-row";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { ShowMore } from "@/components/ui/show-more";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { FilterBar } from "@/features/incidents/filter-bar";
import { useDocumentTitle } from "@/lib/document-title";
import { counted } from "@/lib/text";

type IncidentListProps = { filters: IncidentFilters; onFilter: (filters: IncidentFilters) => void };

/** Every incident, newest first, narrowed by filters that live in the address. */
export function IncidentList({ filters, onFilter }: IncidentListProps) {
  useDocumentTitle("Incidents");
  useLiveUpdates();
  const pages = useInfiniteQuery(incidentPagesQuery(filters));
  const incidents = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const total = pages.data?.pages[0]?.total;
  return (
    <div className="space-y-4">
      <div className="flex items-baseline gap-3">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Incidents
        </h1>
        <p role="status" className="text-sm text-muted">
          {total != null && counted(total, "incident")}
        </p>
      </div>
      <FilterBar filters={filters} onFilter={onFilter} />
      {pages.error && (
        <ProblemNote error={pages.error} doing="Loading incidents" onRetry={() => void pages.refetch()} />
      )}
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {pages.isPending && (
          <Loading what="incidents">
            <SkeletonRows rows={10} className="h-15" />
          </Loading>
        )}
        {pages.data && incidents.length === 0 && (
          <EmptyState
            icon={SearchX}
            title="No incident matches"
            action={<Button onClick={() => onFilter({})}>Clear filters</Button>}
          >
            Search looks at title, error, symptoms, cause and resolution.
          </EmptyState>
        )}
        {incidents.length > 0 && (
          <ul aria-label="Incidents" className="divide-y divide-line">
            {incidents.map((incident) => (
              <IncidentRow key={incident.id} incident={incident} />
            ))}
          </ul>
        )}
      </div>
      <ShowMore pages={pages} />
    </div>
  );
}
