import type { LedgerDocument, LedgerItem, MemoryAudit, Repeat, Ruling } from "@/api/types";

const ENTRY = {
  id: "INC-101",
  incident_id: "INC-101",
  state: "ready",
  reason: null,
  detail: null,
  revision: 1,
  retained_revision: 1,
  ready_revision: 1,
  content_hash: "3f2a9c0d1e",
  attempts: 1,
  next_attempt_at: null,
  retained_at: "2026-03-01T12:00:00.000Z",
  ready_at: "2026-03-01T12:00:02.000Z",
  updated_at: "2026-03-01T12:00:02.000Z",
  forgotten_at: null,
  forgotten_by: null,
} as const;

export function ledgerItem(given: Partial<LedgerItem> = {}): LedgerItem {
  return { ...ENTRY, title: "Charges time out", service: "payment-api", ...given };
}

export function ledgerDocument(given: Partial<LedgerDocument> = {}): LedgerDocument {
  return {
    ...ENTRY,
    text: "What fixed it: raised the pool to 100.",
    tags: ["incident:INC-101"],
    metadata: {},
    bank_id: "memoryops-default",
    probe: "charges time out",
    probe_trace: null,
    absence: null,
    replaced_by: null,
    replaced_by_same_words: false,
    steps: [
      {
        from_state: "queued",
        to_state: "retaining",
        revision: 1,
        cause: "taken up",
        attempt: 1,
        at: "2026-03-01T12:00:00.000Z",
      },
    ],
    revisions: [
      {
        revision: 1,
        content_hash: "3f2a9c0d1e",
        written_at: "2026-03-01T12:00:00.000Z",
        cause: "resolved",
        text: "What fixed it: raised the pool to 100.",
      },
    ],
    ...given,
  };
}

export function auditRecord(given: Partial<MemoryAudit> = {}): MemoryAudit {
  return {
    id: 1,
    started_at: "2026-03-01T12:00:00.000Z",
    finished_at: "2026-03-01T12:00:01.000Z",
    asked_by: "Ada Lovelace",
    bank_id: "memoryops-default",
    expected: 3,
    held: 3,
    pending: 0,
    clean: true,
    differences: [],
    ...given,
  };
}

export function repeatRecord(given: Partial<Repeat> = {}): Repeat {
  return {
    fingerprint: "f-1",
    fingerprint_input: "database connection timeout",
    occurrences: 4,
    first_seen_at: "2025-11-28T17:42:00.000Z",
    last_seen_at: "2026-03-01T12:00:00.000Z",
    last_incident_id: "INC-117",
    incident_ids: ["INC-101", "INC-104", "INC-110", "INC-117"],
    verified_resolution: {
      incident_id: "INC-104",
      outcome: "fixed",
      root_cause: "A leaked session in the exporter.",
      resolution: "Closed the exporter's sessions.",
      resolved_at: "2026-01-02T12:00:00.000Z",
      resolved_by: "Grace Hopper",
      sample: false,
    },
    resolutions: [
      {
        incident_id: "INC-104",
        outcome: "fixed",
        resolution: "Closed the exporter's sessions.",
        resolved_at: "2026-01-02T12:00:00.000Z",
        sample: false,
        fixed: 3,
        mitigated: 0,
        did_not_help: 1,
        median_time_to_fix_s: 1_080,
      },
      {
        incident_id: "INC-110",
        outcome: "mitigated",
        resolution: "Restarted the pods.",
        resolved_at: "2026-01-09T12:00:00.000Z",
        sample: true,
        fixed: 0,
        mitigated: 1,
        did_not_help: 0,
        median_time_to_fix_s: null,
      },
    ],
    ...given,
  };
}

export function rulingRecord(given: Partial<Ruling> = {}): Ruling {
  return {
    id: 7,
    kind: "split",
    incident_ids: ["INC-117"],
    into: null,
    source: "f-1",
    target: "f-2",
    reason: null,
    moved: 1,
    at: "2026-03-01T12:30:00.000Z",
    by: "Ada Lovelace",
    undone_at: null,
    undone_by: null,
    ...given,
  };
}
