import { createFileRoute } from "@tanstack/react-router";
import { errorsQuery, findingsQuery, noiseQuery, servicesQuery } from "@/api/insights";
import { InsightsPage } from "@/features/insights/insights-page";
import { periodOf, periodProblem, readInsightsSearch } from "@/features/insights/insights-search";

export const Route = createFileRoute("/insights/")({
  validateSearch: readInsightsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: search }) => {
    const period = periodOf(search, new Date());
    if (periodProblem(period) !== null) return;
    void queries.prefetchInfiniteQuery(findingsQuery(period));
    void queries.prefetchInfiniteQuery(servicesQuery(period));
    void queries.prefetchInfiniteQuery(errorsQuery(period));
    void queries.prefetchInfiniteQuery(noiseQuery(period));
  },
  component: InsightsRoute,
});

function InsightsRoute() {
  const navigate = Route.useNavigate();
  return (
    <InsightsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
