import { createFileRoute } from "@tanstack/react-router";
import { readInsightsSearch } from "@/features/insights/insights-search";
import { ReportPage } from "@/features/insights/report-page";

export const Route = createFileRoute("/insights/report")({
  validateSearch: readInsightsSearch,
  component: ReportRoute,
});

function ReportRoute() {
  const navigate = Route.useNavigate();
  return (
    <ReportPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
