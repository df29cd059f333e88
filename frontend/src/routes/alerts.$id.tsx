import { createFileRoute } from "@tanstack/react-router";
import { AlertPage } from "@/features/alerts/alert-page";

export const Route = createFileRoute("/alerts/$id")({ component: AlertRoute });

function AlertRoute() {
  const { id } = Route.useParams();
  return <AlertPage key={id} id={id} />;
}
