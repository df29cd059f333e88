import { createFileRoute } from "@tanstack/react-router";
import { DeliveryPage } from "@/features/deliveries/delivery-page";

export const Route = createFileRoute("/alerts/deliveries/$id")({ component: DeliveryRoute });

function DeliveryRoute() {
  const { id } = Route.useParams();
  return <DeliveryPage key={id} id={id} />;
}
