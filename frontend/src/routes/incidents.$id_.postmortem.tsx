import { createFileRoute } from "@tanstack/react-router";
import { incidentQuery } from "@/api/incidents";
import { postmortemQuery } from "@/api/postmortems";
import { IncidentPostmortem } from "@/app/incident-postmortem";

export const Route = createFileRoute("/incidents/$id_/postmortem")({
  loader: ({ context: { queries }, params: { id } }) => {
    void queries.prefetchQuery(incidentQuery(id));
    void queries.prefetchQuery(postmortemQuery(id));
  },
  component: PostmortemRoute,
});

function PostmortemRoute() {
  const { id } = Route.useParams();
  return <IncidentPostmortem key={id} id={id} />;
}
