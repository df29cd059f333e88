import type { HistoricalIncident, IncidentResolve, Outcome } from "@/api/types";
import { filled } from "@/lib/text";

export type ResolveValues = {
  outcome: string;
  root_cause: string;
  resolution: string;
  ineffective_actions: string;
  postmortem: string;
  same_as: string;
};

export const BLANK_RESOLVE: ResolveValues = {
  outcome: "fixed",
  root_cause: "",
  resolution: "",
  ineffective_actions: "",
  postmortem: "",
  same_as: "",
};

/** What the form sends; `actor` is who resolves. */
export function resolveOf(values: ResolveValues, actor: string | null): IncidentResolve {
  return {
    outcome: values.outcome as Outcome,
    root_cause: filled(values.root_cause),
    resolution: filled(values.resolution),
    ineffective_actions: filled(values.ineffective_actions),
    postmortem: filled(values.postmortem),
    same_as: filled(values.same_as),
    resolved_by: actor,
  };
}

/** The fields that are missing, by name, with what to do. */
export function missingIn(values: ResolveValues): Partial<Record<keyof ResolveValues, string>> {
  if (values.outcome === "false_alarm") return {};
  const missing: Partial<Record<keyof ResolveValues, string>> = {};
  if (filled(values.root_cause) === null)
    missing.root_cause = "Say why it broke; this is what will be remembered.";
  if (filled(values.resolution) === null)
    missing.resolution = "Say what ended it; this is what will be remembered.";
  return missing;
}

/** Cause and resolution taken over from evidence that turned out to be the same, without losing typed text. */
export function adopting(values: ResolveValues, evidence: HistoricalIncident): Partial<ResolveValues> {
  return {
    same_as: evidence.incident_id,
    root_cause: filled(values.root_cause) ?? evidence.root_cause,
    resolution: filled(values.resolution) ?? evidence.resolution,
  };
}
