import { createFileRoute } from "@tanstack/react-router";
import { readAlertSearch } from "@/features/alerts/alert-search";
import { AlertsPage } from "@/features/alerts/alerts-page";

export const Route = createFileRoute("/alerts/")({
  validateSearch: readAlertSearch,
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
