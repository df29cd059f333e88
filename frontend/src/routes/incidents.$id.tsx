import { createFileRoute } from "@tanstack/react-router";
import { IncidentPage } from "@/app/incident-page";

export const Route = createFileRoute("/incidents/$id")({ component: IncidentRoute });

function IncidentRoute() {
  const { id } = Route.useParams();
  return <IncidentPage key={id} id={id} />;
}
