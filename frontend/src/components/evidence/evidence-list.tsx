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

/** The best match open, the other strong ones in a line each; weak ones stand apart, after them, and nothing leans on them. */
export function EvidenceList({ evidence, actionFor, feedbackFor }: EvidenceListProps) {
  const [best, ...others] = evidence.filter(({ match }) => match === "strong");
  const weak = evidence.filter(({ match }) => match === "weak");
  return (
    <div className="space-y-3">
      {best && (
        <EvidenceCard
          key={best.document_id}
          evidence={best}
          action={actionFor?.(best)}
          feedback={feedbackFor?.(best)}
          startsOpen
        />
      )}
      {others.length > 0 && (
        <section aria-label="More strong matches" className="space-y-1.5">
          <p className="text-xs font-medium text-muted">
            {counted(others.length, "more strong match", "more strong matches")}, the likest first
          </p>
          {others.map((item) => (
            <EvidenceCard
              key={item.document_id}
              evidence={item}
              action={actionFor?.(item)}
              feedback={feedbackFor?.(item)}
              isBrief
            />
          ))}
        </section>
      )}
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
