import { Cpu, Gauge, Ruler } from "lucide-react";
import type { ReactNode } from "react";
import type { AnalysisPart } from "@/api/investigations";
import type { Analysis, ForgottenEvidence } from "@/api/types";
import { CitationChip, CitedText } from "@/components/evidence/citations";
import { ANALYSIS_REASONS } from "@/components/evidence/reasons";
import { Badge, type Tone } from "@/components/ui/badge";
import { ForgottenNote } from "@/components/ui/forgotten-note";
import { Skeleton } from "@/components/ui/skeleton";

export const CONFIDENCE: Record<Analysis["confidence"], { word: string; tone: Tone }> = {
  high: { word: "High confidence", tone: "good" },
  medium: { word: "Medium confidence", tone: "plain" },
  low: { word: "Low confidence", tone: "warn" },
};

/** The element id of the analysis, to jump to. */
export const ANALYSIS_ANCHOR = "analysis";

const FRAME = "analysis scroll-my-20 rounded-lg border-2 border-dashed border-edge/70 bg-page";

type AnalysisCardProps = {
  part: AnalysisPart;
  forgotten: readonly ForgottenEvidence[];
  feedback?: ReactNode;
};

/** What it could mean: dashed edge, who says so, how sure they are, and what they cite. */
export function AnalysisCard({ part, forgotten, feedback }: AnalysisCardProps) {
  const { ai_analysis: analysis, analysis_reason: reason } = part;
  const confidence = CONFIDENCE[analysis.confidence];
  return (
    <article id={ANALYSIS_ANCHOR} tabIndex={-1} aria-label="Analysis" className={FRAME}>
      <header className="flex flex-wrap items-center gap-2 px-4 pt-3 text-xs">
        <Author analysis={analysis} />
        <Badge icon={Gauge} tone={confidence.tone}>
          {confidence.word}
        </Badge>
      </header>
      {reason && (
        <p className="px-4 pt-2 text-sm text-warn">
          No model's answer here: {ANALYSIS_REASONS[reason]}{" "}
          <code className="font-mono text-xs">({reason})</code>. Written by fixed rules instead.
        </p>
      )}
      <div className="space-y-4 px-4 py-3 text-sm">
        {forgotten.length > 0 ? <Erased forgotten={forgotten} /> : <Prose analysis={analysis} />}
        <Cited analysis={analysis} forgotten={forgotten} />
      </div>
      {feedback && <div className="border-t border-dashed border-edge/50 px-4 py-2">{feedback}</div>}
      <p className="border-t border-dashed border-edge/50 px-4 py-2 text-xs text-muted">
        An analysis is a suggestion. You decide; nothing acts on production by itself.
      </p>
    </article>
  );
}

function Prose({ analysis }: { analysis: Analysis }) {
  const citable = new Set(analysis.supporting_historical_incidents.map(({ incident_id }) => incident_id));
  return (
    <>
      <Part name="Probable root cause">
        <CitedText text={analysis.probable_root_cause} citable={citable} />
      </Part>
      <Part name="Recommended action">
        <CitedText text={analysis.recommended_action} citable={citable} />
      </Part>
      <Part name="Reasoning">
        <div className="text-soft">
          <CitedText text={analysis.reasoning} citable={citable} />
        </div>
      </Part>
    </>
  );
}

/** In place of prose that was made with what a person had forgotten since. */
function Erased({ forgotten }: { forgotten: readonly ForgottenEvidence[] }) {
  return (
    <>
      {forgotten.map(({ document_id, at, by }) => (
        <ForgottenNote key={document_id} at={at} by={by} framed={false}>
          This analysis was made with the memory of {document_id}; its words are erased with it.
        </ForgottenNote>
      ))}
    </>
  );
}

function Cited({ analysis, forgotten }: { analysis: Analysis; forgotten: readonly ForgottenEvidence[] }) {
  const citations = analysis.supporting_historical_incidents;
  const gone = new Set(forgotten.map(({ document_id }) => document_id));
  return (
    <Part name="Cites">
      {citations.length === 0 ? (
        <p className="text-muted">Nothing from memory.</p>
      ) : (
        <ul className="space-y-1.5">
          {citations.map(({ incident_id, quote }) => (
            <li
              key={`${incident_id}-${quote}`}
              className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-1.5"
            >
              <CitationChip incidentId={incident_id} />
              {gone.has(incident_id) ? (
                <span className="text-muted">forgotten since</span>
              ) : (
                <q dir="auto" className="min-w-0 text-soft wrap-anywhere">
                  {quote}
                </q>
              )}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

export function Author({ analysis }: { analysis: Analysis }) {
  const isModel = analysis.source === "model";
  const Icon = isModel ? Cpu : Ruler;
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-soft">
      <Icon className="size-4" aria-hidden />
      {isModel ? <span className="font-mono">{analysis.model ?? "Model"}</span> : "Heuristic"}
    </span>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-0.5 text-xs font-medium text-muted">{name}</h3>
      {children}
    </section>
  );
}

/** Holds the place of an analysis that is still being written. */
export function AnalysisPending({ waitingFor }: { waitingFor: string }) {
  return (
    <div role="status" className={`${FRAME} space-y-3 px-4 py-3`}>
      <p className="text-sm text-soft">{waitingFor}</p>
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-5/6" />
    </div>
  );
}
