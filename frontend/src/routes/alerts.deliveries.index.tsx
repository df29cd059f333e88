import { createFileRoute } from "@tanstack/react-router";
import { DeliveriesPage } from "@/features/deliveries/deliveries-page";
import { readDeliverySearch } from "@/features/deliveries/delivery-search";

export const Route = createFileRoute("/alerts/deliveries/")({
  validateSearch: readDeliverySearch,
  component: DeliveriesRoute,
});

function DeliveriesRoute() {
  const navigate = Route.useNavigate();
  return (
    <DeliveriesPage
      filters={Route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
