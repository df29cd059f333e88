import { createFileRoute } from "@tanstack/react-router";
import { incidentActionItemsQuery, openEarlierActionsQuery } from "@/api/action-items";
import { incidentAlertsQuery } from "@/api/alerts";
import { repeatQuery } from "@/api/fingerprints";
import { incidentQuery, timelineQuery } from "@/api/incidents";
import { investigationsQuery } from "@/api/investigations";
import { IncidentPage } from "@/app/incident-page";
import { prefetchSamples } from "@/components/samples-offer";
import { isAsking } from "@/features/investigation/live-runs";

export const Route = createFileRoute("/incidents/$id")({
  loader: ({ context: { queries }, params: { id } }) => {
    void queries.prefetchQuery(incidentQuery(id));
    void queries.prefetchQuery(investigationsQuery(id));
    void queries.prefetchQuery(repeatQuery(id));
    void queries.prefetchQuery(incidentAlertsQuery(id));
    void queries.prefetchQuery(openEarlierActionsQuery(id));
    // Of an incident that was just declared what memory says is wanted first; the rest is asked for with its panels.
    if (isAsking(id)) return;
    void queries.prefetchQuery(timelineQuery(id));
    void queries.prefetchQuery(incidentActionItemsQuery(id));
    prefetchSamples(queries);
  },
  component: IncidentRoute,
});

function IncidentRoute() {
  const { id } = Route.useParams();
  return <IncidentPage key={id} id={id} />;
}
