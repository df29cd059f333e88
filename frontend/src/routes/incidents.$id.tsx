import { createFileRoute } from "@tanstack/react-router";
import { incidentAlertsQuery } from "@/api/alerts";
import { incidentQuery, timelineQuery } from "@/api/incidents";
import { investigationsQuery } from "@/api/investigations";
import { IncidentPage } from "@/app/incident-page";

export const Route = createFileRoute("/incidents/$id")({
  loader: ({ context: { queries }, params: { id } }) => {
    void queries.prefetchQuery(incidentQuery(id));
    void queries.prefetchQuery(timelineQuery(id));
    void queries.prefetchQuery(investigationsQuery(id));
    void queries.prefetchQuery(incidentAlertsQuery(id));
  },
  component: IncidentRoute,
});

function IncidentRoute() {
  const { id } = Route.useParams();
  return <IncidentPage key={id} id={id} />;
}
