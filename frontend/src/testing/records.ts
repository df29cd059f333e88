import type { HistoricalIncident, Incident, Investigation, RecallTrace } from "@/api/types";

export function incidentRecord(given: Partial<Incident> = {}): Incident {
  return {
    id: "INC-117",
    title: "Charges fail",
    service: "payment-api",
    severity: "sev1",
    status: "investigating",
    environment: null,
    version: null,
    commander: null,
    comms: null,
    scribe: null,
    next_update_at: null,
    runbook: null,
    declared_by: "Ada Lovelace",
    started_at: null,
    declared_at: "2026-03-01T12:00:00.000Z",
    resolved_at: null,
    outcome: null,
    sample: false,
    revision: 1,
    memory: {
      state: "none",
      reason: null,
      attempts: 0,
      next_attempt_at: null,
      retained_at: null,
      ready_at: null,
      confirms: null,
    },
    memory_retained: false,
    error: "Database connection timeout",
    symptoms: null,
    root_cause: null,
    resolution: null,
    ineffective_actions: null,
    postmortem: null,
    resolved_by: null,
    same_as: null,
    did_not_help: [],
    fingerprint: null,
    deleted_at: null,
    ...given,
  };
}

export function recallTrace(given: Partial<RecallTrace> = {}): RecallTrace {
  return {
    reason: null,
    detail: null,
    bank_id: "memoryops-default",
    query: "payment-api: Database connection timeout",
    tags: ["workspace:default"],
    latency_ms: 40,
    recalled: 1,
    kept: 1,
    excluded: [],
    threshold: 0.39,
    ...given,
  };
}

export function historicalIncident(given: Partial<HistoricalIncident> = {}): HistoricalIncident {
  return {
    incident_id: "INC-101",
    title: "Charges time out",
    service: "payment-api",
    severity: "sev1",
    started_at: "2025-11-28T17:42:00.000Z",
    resolved_at: "2025-11-28T19:26:00.000Z",
    duration_s: 6_240,
    root_cause: "Leaked sessions exhausted the pool.",
    resolution: "Raised the pool from 20 to 100.",
    ineffective_actions: "Restarting pods.",
    outcome: "fixed",
    sample: false,
    memory_text: "The Payment API failed.",
    similarity: 0.64,
    match: "strong",
    why: ["The same service"],
    record: { verified: true, stale: false },
    track_record: null,
    feedback: null,
    document_id: "INC-101",
    forgotten: null,
    ...given,
  };
}

export function investigationRecord(given: Partial<Investigation> = {}): Investigation {
  return {
    id: "INV-1",
    incident_id: "INC-117",
    state: "completed",
    started_at: "2026-03-01T12:00:01.000Z",
    completed_at: "2026-03-01T12:00:02.000Z",
    memory_status: "ok",
    memory: recallTrace(),
    similar_historical_incidents: [historicalIncident()],
    forgotten: [],
    repeat: null,
    analysis_status: "ok",
    analysis_reason: null,
    ai_analysis: {
      source: "model",
      model: "openai/gpt-oss-20b",
      probable_root_cause: "Probably what INC-101 was.",
      recommended_action: "Raise the pool.",
      confidence: "medium",
      reasoning: "The errors are the same; INC-999 is not.",
      supporting_historical_incidents: [
        { incident_id: "INC-101", title: "Charges time out", quote: "exhausted the pool" },
      ],
    },
    trace: [
      { stage: "recall", status: "ok", started_at: "2026-03-01T12:00:01.000Z", latency_ms: 40, detail: {} },
    ],
    ...given,
  };
}
