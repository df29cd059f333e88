import type { AnalysisPart, EvidencePart, RunEvent } from "@/api/investigations";
import type { ForgottenEvidence, Investigation, TraceRow } from "@/api/types";

/** One investigation as the screen shows it, whether stored or still arriving. */
export type RunView = {
  id: string | null;
  state: Investigation["state"] | "failed";
  startedAt: string;
  completedAt: string | null;
  evidence: EvidencePart | null;
  analysis: AnalysisPart | null;
  trace: readonly TraceRow[];
  forgotten: readonly ForgottenEvidence[];
  error: unknown;
};

export function viewOf(run: Investigation): RunView {
  const { memory_status, memory, similar_historical_incidents, repeat } = run;
  const { analysis_status, analysis_reason, ai_analysis } = run;
  return {
    id: run.id,
    state: run.state,
    startedAt: run.started_at,
    completedAt: run.completed_at,
    evidence:
      memory_status && memory ? { memory_status, memory, similar_historical_incidents, repeat } : null,
    analysis: analysis_status && ai_analysis ? { analysis_status, analysis_reason, ai_analysis } : null,
    trace: run.trace,
    forgotten: run.forgotten,
    error: null,
  };
}

export function freshRun(startedAt: string): RunView {
  return {
    id: null,
    state: "running",
    startedAt,
    completedAt: null,
    evidence: null,
    analysis: null,
    trace: [],
    forgotten: [],
    error: null,
  };
}

/** The run after one more event of its stream. */
export function withEvent(run: RunView, event: RunEvent): RunView {
  switch (event.event) {
    case "stage":
      return { ...run, trace: [...run.trace.filter(({ stage }) => stage !== event.data.stage), event.data] };
    case "evidence":
      return { ...run, evidence: event.data };
    case "analysis":
      return { ...run, analysis: event.data };
    case "done":
      return viewOf(event.data);
  }
}
