import { useQuery } from "@tanstack/react-query";
import { incidentQuery } from "@/api/incidents";
import type { TimelineItem } from "@/api/types";
import { ActionItemsPanel } from "@/features/action-items/action-items-panel";
import { PostmortemPage } from "@/features/postmortem/postmortem-page";
import { describeEntry } from "@/features/timeline/entry-words";
import { formatUtc } from "@/lib/time";

/** The postmortem of an incident, with what is to be done because of it beside. */
export function IncidentPostmortem({ id }: { id: string }) {
  const incident = useQuery(incidentQuery(id));
  return (
    <PostmortemPage
      id={id}
      beside={incident.data && <ActionItemsPanel incident={incident.data} />}
      tell={told}
    />
  );
}

function told(item: TimelineItem): string {
  const { headline, body } = describeEntry(item, (at) => formatUtc(new Date(at)));
  return body ?? headline;
}
