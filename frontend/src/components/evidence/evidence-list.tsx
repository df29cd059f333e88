import type { ReactNode } from "react";
import type { HistoricalIncident } from "@/api/types";
import { EvidenceCard } from "@/components/evidence/evidence-card";

type EvidenceListProps = {
  evidence: readonly HistoricalIncident[];
  actionFor?: (evidence: HistoricalIncident) => ReactNode;
};

/** Strong matches first; weak ones stand apart, after them, and say that nothing leans on them. */
export function EvidenceList({ evidence, actionFor }: EvidenceListProps) {
  const strong = evidence.filter(({ match }) => match === "strong");
  const weak = evidence.filter(({ match }) => match === "weak");
  return (
    <div className="space-y-3">
      {strong.map((item) => (
        <EvidenceCard key={item.document_id} evidence={item} action={actionFor?.(item)} />
      ))}
      {weak.length > 0 && (
        <section aria-label="Weak matches" className="space-y-3 pt-2">
          <p className="text-xs text-muted">
            <span className="font-semibold text-soft">Weak matches.</span> Shown for completeness; the
            analysis never sees or cites them.
          </p>
          {weak.map((item) => (
            <EvidenceCard key={item.document_id} evidence={item} />
          ))}
        </section>
      )}
    </div>
  );
}
