import { ArrowDown, Gauge } from "lucide-react";
import type { ReactNode } from "react";
import type { Analysis } from "@/api/types";
import { CitedText } from "@/components/evidence/citations";
import { ANALYSIS_REASONS } from "@/components/evidence/reasons";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ANALYSIS_ANCHOR, Author, CONFIDENCE } from "@/features/investigation/analysis-card";
import type { RunView } from "@/features/investigation/run-view";
import type { Following } from "@/features/investigation/use-investigation";
import { jumpTo } from "@/lib/jump";

type NextStepProps = {
  following: Following;
  /** What people wrote of what to do: it stands above what the analysis says. */
  facts: ReactNode;
};

/** What to do now: what people wrote first; then what the analysis recommends, marked as such. */
export function NextStep({ following, facts }: NextStepProps) {
  return (
    <section aria-labelledby="next-step" className="space-y-2">
      <h2 id="next-step" className="text-sm font-semibold">
        What to do now
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md border border-line bg-surface px-4 py-1.5">
        {facts}
      </div>
      <Recommended following={following} />
    </section>
  );
}

const FRAME = "rounded-lg border-2 border-dashed border-edge/70 bg-page px-4 py-2.5 text-sm";

function Recommended({ following: { run, loading, investigate } }: { following: Following }) {
  if (run?.analysis) {
    const erased = run.forgotten.some(({ in_analysis }) => in_analysis);
    return <Recommendation run={run} analysis={run.analysis.ai_analysis} erased={erased} />;
  }
  const isRunning = loading || run?.state === "running" || run?.state === "queued";
  if (isRunning) {
    return (
      <div className={`${FRAME} space-y-2`}>
        <p className="text-soft">{waitingWords(run)}</p>
        <Skeleton className="h-4 w-3/4" />
      </div>
    );
  }
  return (
    <div className={`${FRAME} flex flex-wrap items-center justify-between gap-2`}>
      <p className="text-soft">{missingWords(run)}</p>
      <Button size="sm" onClick={investigate}>
        {run ? "Investigate again" : "Investigate"}
      </Button>
    </div>
  );
}

function waitingWords(run: RunView | null): string {
  return run?.evidence
    ? "The analysis is being written. What stands above is verified already."
    : "The analysis follows the evidence.";
}

function missingWords(run: RunView | null): string {
  if (run?.state === "failed")
    return "The investigation failed. All else on this page is the record and works.";
  if (run) return "The run was cut off before there was an analysis.";
  return "Nobody has investigated it yet, so nothing is recommended.";
}

type RecommendationProps = { run: RunView; analysis: Analysis; erased: boolean };

function Recommendation({ run, analysis, erased }: RecommendationProps) {
  const confidence = CONFIDENCE[analysis.confidence];
  const reason = run.analysis?.analysis_reason;
  const citable = new Set(analysis.supporting_historical_incidents.map(({ incident_id }) => incident_id));
  return (
    <section aria-label="Recommended by the analysis" className={`${FRAME} space-y-1.5`}>
      <p className="flex flex-wrap items-center gap-2 text-xs">
        <span className="text-muted">Analysis by</span> <Author analysis={analysis} />
        <Badge icon={Gauge} tone={confidence.tone}>
          {confidence.word}
        </Badge>
        {reason && <span className="text-muted">no model's answer: {ANALYSIS_REASONS[reason]}</span>}
        <span className="text-muted max-sm:hidden">A suggestion; you decide.</span>
        <Button size="sm" variant="quiet" className="ml-auto" onClick={() => jumpTo(ANALYSIS_ANCHOR)}>
          <ArrowDown aria-hidden /> Cause, reasoning
        </Button>
      </p>
      {erased ? (
        <p className="text-muted">
          It was made with a memory that was forgotten since; its words are erased.
        </p>
      ) : (
        <div className="line-clamp-4 font-medium lg:line-clamp-3 [&_.prose-text]:max-w-[100ch]">
          <CitedText text={analysis.recommended_action} citable={citable} />
        </div>
      )}
    </section>
  );
}
