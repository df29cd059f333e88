import { createFileRoute } from "@tanstack/react-router";
import { alertPagesQuery } from "@/api/alerts";
import { readAlertSearch } from "@/features/alerts/alert-search";
import { AlertsPage } from "@/features/alerts/alerts-page";

export const Route = createFileRoute("/alerts/")({
  validateSearch: readAlertSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: filters }) => {
    void queries.prefetchInfiniteQuery(alertPagesQuery(filters));
  },
  component: AlertsRoute,
});

function AlertsRoute() {
  const navigate = Route.useNavigate();
  return (
    <AlertsPage
      filters={Route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
