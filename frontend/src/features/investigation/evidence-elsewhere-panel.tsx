import { useInfiniteQuery } from "@tanstack/react-query";
import { feedbackElsewhereQuery } from "@/api/feedback";
import { FEEDBACK_WORDS } from "@/components/evidence/feedback-words";
import { SaidLine } from "@/components/evidence/said-line";
import { IncidentLink } from "@/components/incident/incident-link";
import { Panel } from "@/components/ui/panel";
import { ShowMore } from "@/components/ui/show-more";

/** What people say of this incident as evidence in investigations of others; nothing where nobody said anything. */
export function EvidenceElsewherePanel({ incidentId }: { incidentId: string }) {
  const pages = useInfiniteQuery(feedbackElsewhereQuery(incidentId));
  const said = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  if (said.length === 0) return null;
  return (
    <Panel title={FEEDBACK_WORDS.elsewhere}>
      <ul className="space-y-3">
        {said.map((one) => (
          <SaidLine
            key={`${one.investigation_id}-${one.by}`}
            feedback={one}
            where={
              <span>
                in <IncidentLink id={one.incident_id} />
              </span>
            }
          />
        ))}
      </ul>
      <ShowMore pages={pages} />
    </Panel>
  );
}
