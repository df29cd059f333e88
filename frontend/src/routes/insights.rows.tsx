import { createFileRoute } from "@tanstack/react-router";
import { RowsPage } from "@/features/insights/rows-page";
import { readRowsSearch } from "@/features/insights/rows-search";

export const Route = createFileRoute("/insights/rows")({
  validateSearch: readRowsSearch,
  component: RowsRoute,
});

function RowsRoute() {
  return <RowsPage search={Route.useSearch()} />;
}
