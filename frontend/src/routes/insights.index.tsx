import { createFileRoute } from "@tanstack/react-router";
import { InsightsPage } from "@/features/insights/insights-page";
import { readInsightsSearch } from "@/features/insights/insights-search";

export const Route = createFileRoute("/insights/")({
  validateSearch: readInsightsSearch,
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
