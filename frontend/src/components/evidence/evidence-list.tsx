import type { ReactNode } from "react";
import type { HistoricalIncident } from "@/api/types";
import { EvidenceCard } from "@/components/evidence/evidence-card";
import { Disclosure } from "@/components/ui/disclosure";
import { counted } from "@/lib/text";

type EvidenceListProps = {
  evidence: readonly HistoricalIncident[];
  actionFor?: (evidence: HistoricalIncident) => ReactNode;
  feedbackFor?: (evidence: HistoricalIncident) => ReactNode;
};

/** Strong matches first, the best one open; weak ones stand apart, after them, and nothing leans on them. */
export function EvidenceList({ evidence, actionFor, feedbackFor }: EvidenceListProps) {
  const strong = evidence.filter(({ match }) => match === "strong");
  const weak = evidence.filter(({ match }) => match === "weak");
  return (
    <div className="space-y-3">
      {strong.map((item, at) => (
        <EvidenceCard
          key={item.document_id}
          evidence={item}
          action={actionFor?.(item)}
          feedback={feedbackFor?.(item)}
          startsOpen={at === 0}
        />
      ))}
      {weak.length > 0 && (
        <Disclosure
          summary={`${counted(weak.length, "weak match", "weak matches")}, neither seen nor cited by the analysis`}
        >
          <section aria-label="Weak matches" className="-ml-5.5 space-y-3">
            {weak.map((item) => (
              <EvidenceCard key={item.document_id} evidence={item} feedback={feedbackFor?.(item)} />
            ))}
          </section>
        </Disclosure>
      )}
    </div>
  );
}
