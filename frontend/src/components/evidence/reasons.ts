import type { AnalysisReason, MemoryReason } from "@/api/types";
import { sentence } from "@/lib/text";

type Explanation = { cause: string; todo: string };

export const MEMORY_REASONS: Record<MemoryReason, Explanation> = {
  not_configured: {
    cause: "no memory is configured",
    todo: "Set HINDSIGHT_API_URL, or let the embedded server run.",
  },
  starting: { cause: "memory is still starting", todo: "It turns ready by itself; this page follows." },
  unreachable: {
    cause: "the memory server does not answer",
    todo: "See Status for its log and what to check.",
  },
  timeout: { cause: "memory did not answer in time", todo: "Try again; if it stays slow, see Status." },
  unauthorized: { cause: "the memory server refused our key", todo: "Check HINDSIGHT_API_KEY." },
  payment_required: {
    cause: "the memory account has no credit left",
    todo: "Renew it, then investigate again.",
  },
  rate_limited: { cause: "the memory server asked us to slow down", todo: "Wait a moment, then try again." },
  rejected: { cause: "the memory server refused the request", todo: "See Status for what it said." },
  server_error: { cause: "the memory server failed", todo: "See Status for its log; then try again." },
  invalid_response: { cause: "memory answered something unreadable", todo: "Check its version on Status." },
  bank_missing: {
    cause: "the bank is gone although something was retained",
    todo: "See the ledger; retain again.",
  },
  misconfigured: {
    cause: "the bank's configuration could not be made right",
    todo: "See Status for the setting.",
  },
  calibrating: { cause: "the match threshold is being calibrated", todo: "It turns ready by itself." },
  needs_model: {
    cause: "the memory server has no language model",
    todo: "Set MEMORYOPS_REFLECT=model, so that the embedded Hindsight asks the model of the analyses; an external one needs a model of its own. Recall works without.",
  },
};

export const ANALYSIS_REASONS: Record<AnalysisReason, string> = {
  not_configured: "no model is configured",
  timeout: "the model did not answer in time",
  rate_limited: "the model's rate limit was reached",
  too_large: "the request was too large for the model",
  unauthorized: "the model refused our key",
  server_error: "the model's server failed",
  unreachable: "the model could not be reached",
  model_unavailable: "the configured model does not exist there any more",
  rejected: "the model's server refused the request",
  invalid_output: "the model's answer was not in the agreed form",
  invented_citation: "the model cited something that is not in the evidence",
};

const EXCLUSIONS: Record<string, string> = {
  weak_match: "similar, but not enough to be evidence",
  beyond_limit: "strong, but beyond the number shown",
  this_incident: "it is this incident",
  no_document_id: "memory returned it without a document",
  not_our_document: "its metadata does not name it",
  not_in_record: "no such incident in the record",
  not_resolved: "that incident is not resolved",
  withdrawn: "it was withdrawn from memory",
  altered: "memory holds another text of it than was written",
  unknown_revision: "nobody knows the text of the revision that memory holds",
  deleted: "that incident was deleted",
  other_workspace: "it belongs to another workspace",
  not_remembered_outcome: "its outcome is not remembered",
  unverified: "it has no verified cause and resolution",
};

/** Why something memory returned is not evidence, in words. */
export function exclusionText(reason: string): string {
  return EXCLUSIONS[reason] ?? sentence(reason);
}
