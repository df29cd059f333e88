import { createFileRoute } from "@tanstack/react-router";
import { type IncidentFilters, incidentPagesQuery } from "@/api/incidents";
import { SEVERITY_ORDER, STATUSES } from "@/components/incident/labels";
import { IncidentList } from "@/features/incidents/incident-list";

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export const Route = createFileRoute("/incidents/")({
  validateSearch: (search: Record<string, unknown>): IncidentFilters => ({
    status: (["open", ...Object.keys(STATUSES)] as NonNullable<IncidentFilters["status"]>[]).find(
      (status) => status === search.status,
    ),
    severity: SEVERITY_ORDER.find((severity) => severity === search.severity),
    service: text(search.service),
    q: text(search.q),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: filters }) => {
    void queries.prefetchInfiniteQuery(incidentPagesQuery(filters));
  },
  component: IncidentsRoute,
});

function IncidentsRoute() {
  const navigate = Route.useNavigate();
  return (
    <IncidentList
      filters={Route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
