import { useQuery } from "@tanstack/react-query";
import { incidentQuery } from "@/api/incidents";
import { ActionItemsPanel } from "@/features/action-items/action-items-panel";
import { PostmortemPage } from "@/features/postmortem/postmortem-page";

/** The postmortem of an incident, with what is to be done because of it beside. */
export function IncidentPostmortem({ id }: { id: string }) {
  const incident = useQuery(incidentQuery(id));
  return <PostmortemPage id={id} beside={incident.data && <ActionItemsPanel incident={incident.data} />} />;
}
