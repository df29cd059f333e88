import { ArrowDown, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { type FeedbackTarget, ON_ANALYSIS } from "@/api/feedback";
import type { HistoricalIncident } from "@/api/types";
import { EvidenceList } from "@/components/evidence/evidence-list";
import { MemoryBanner } from "@/components/evidence/memory-banner";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { ANALYSIS_ANCHOR, AnalysisCard, AnalysisPending } from "@/features/investigation/analysis-card";
import { EvidenceSkeleton } from "@/features/investigation/evidence-skeleton";
import { FeedbackBar } from "@/features/investigation/feedback-bar";
import { Pipeline } from "@/features/investigation/pipeline";
import { RunPicker } from "@/features/investigation/run-picker";
import type { RunView } from "@/features/investigation/run-view";
import type { Following } from "@/features/investigation/use-investigation";
import { useCommand } from "@/lib/commands";
import { jumpTo } from "@/lib/jump";

type InvestigationSectionProps = {
  incidentId: string;
  following: Following;
  actionFor?: (evidence: HistoricalIncident) => ReactNode;
};

/** Evidence, then analysis, then how both came about. */
export function InvestigationSection({ incidentId, following, actionFor }: InvestigationSectionProps) {
  const { run, past, error, loading, investigate, choose } = following;
  const isRunning = run?.state === "running" || run?.state === "queued";
  useCommand(isRunning ? null : { label: "Investigate again", icon: RotateCw, run: investigate });
  useCommand(
    run?.analysis
      ? { label: "Go to the analysis", icon: ArrowDown, run: () => jumpTo(ANALYSIS_ANCHOR) }
      : null,
  );
  const again = (
    <Button size="sm" busy={isRunning} onClick={investigate}>
      {!isRunning && <RotateCw aria-hidden />}
      {past.length > 0 || run ? "Investigate again" : "Investigate"}
    </Button>
  );
  return (
    <section aria-labelledby="investigation" className="space-y-5">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="investigation" className="text-base font-semibold">
          Investigation
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {run?.analysis && (
            <Button size="sm" variant="quiet" onClick={() => jumpTo(ANALYSIS_ANCHOR)}>
              <ArrowDown aria-hidden /> To the analysis
            </Button>
          )}
          <RunPicker past={past} shown={run?.id ?? null} onChoose={choose} />
          {again}
        </div>
      </header>
      <p role="status" className="sr-only">
        {announcement(run)}
      </p>
      {error !== null && <ProblemNote error={error} doing="Loading past investigations" />}
      {run?.state === "failed" && (
        <ProblemNote
          error={run.error}
          doing="The investigation"
          stillWorks="The incident itself is safe in the record."
          onRetry={investigate}
        />
      )}
      {run ? (
        <Run incidentId={incidentId} run={run} again={again} actionFor={actionFor} />
      ) : loading ? (
        <EvidenceSkeleton />
      ) : (
        error === null && (
          <EmptyState icon={RotateCw} title="No investigation yet">
            Nobody has investigated this incident. An investigation recalls similar incidents and analyses
            them.
          </EmptyState>
        )
      )}
    </section>
  );
}

type RunProps = Pick<InvestigationSectionProps, "incidentId" | "actionFor"> & {
  run: RunView;
  again: ReactNode;
};

function Run({ incidentId, run, again, actionFor }: RunProps) {
  const feedbackOn = (target: FeedbackTarget, of: string) =>
    run.id && <FeedbackBar incidentId={incidentId} investigationId={run.id} target={target} of={of} />;
  const isRunning = run.state === "running" || run.state === "queued";
  const erased = run.forgotten.filter(({ in_analysis }) => in_analysis);
  return (
    <>
      <section aria-label="Evidence" className="space-y-3">
        {run.evidence ? (
          <>
            <MemoryBanner
              status={run.evidence.memory_status}
              memory={run.evidence.memory}
              matches={run.evidence.similar_historical_incidents}
              at={run.startedAt}
              action={again}
            />
            <EvidenceList
              evidence={run.evidence.similar_historical_incidents}
              actionFor={actionFor}
              feedbackFor={({ document_id, incident_id }) => feedbackOn(document_id, incident_id)}
            />
          </>
        ) : (
          isRunning && <EvidenceSkeleton />
        )}
        {run.state === "interrupted" && (
          <p className="text-sm text-warn">This run was cut off; what it had found until then is shown.</p>
        )}
      </section>
      {run.analysis ? (
        <AnalysisCard
          part={run.analysis}
          forgotten={erased}
          feedback={erased.length === 0 && feedbackOn(ON_ANALYSIS, "the analysis")}
        />
      ) : (
        isRunning && (
          <AnalysisPending
            waitingFor={
              run.evidence
                ? "The analysis is being written; the evidence above is already verified."
                : "The analysis follows the evidence."
            }
          />
        )
      )}
      {run.trace.length > 0 && <Pipeline run={run} />}
    </>
  );
}

function announcement(run: RunView | null): string {
  if (run === null) return "";
  if (run.state === "failed") return "The investigation failed.";
  if (run.analysis) return "The analysis is here.";
  if (run.evidence) return `Memory is ${run.evidence.memory_status}. The analysis is being written.`;
  return run.state === "running" ? "Investigating." : "";
}
