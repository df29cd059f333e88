import { Archive } from "lucide-react";
import { evidenceAnchor } from "@/components/evidence/evidence-card";
import { jumpTo } from "@/lib/jump";

/** A citation: jumps to the evidence it cites. */
export function CitationChip({ incidentId }: { incidentId: string }) {
  return (
    <button
      type="button"
      aria-label={`Cited evidence ${incidentId}: jump to it`}
      onClick={() => jumpTo(evidenceAnchor(incidentId))}
      className="mx-0.5 inline-flex items-center gap-1 rounded-sm border border-accent/60 bg-accent-wash px-1 align-baseline font-mono text-xs text-accent hover:border-accent"
    >
      <Archive className="size-3" aria-hidden />
      {incidentId}
    </button>
  );
}

/** Text in which the ids of supplied evidence are citations; everything else stays plain text. */
export function CitedText({ text, citable }: { text: string; citable: ReadonlySet<string> }) {
  const parts = text.split(/(INC-[1-9]\d*)/g);
  return (
    <p dir="auto" className="prose-text">
      {parts.map((part, at) => (citable.has(part) ? <CitationChip key={at} incidentId={part} /> : part))}
    </p>
  );
}
