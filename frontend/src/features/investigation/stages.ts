import { sentence } from "@/lib/text";

const LABELS: Record<string, string> = {
  fingerprint: "Fingerprint",
  recall: "Recall",
  verify: "Verify evidence",
  analyse: "Analyse",
  analyze: "Analyse",
  check: "Check citations",
  check_citations: "Check citations",
  citations: "Check citations",
};

/** A pipeline stage in words; stages this console does not know keep their own name. */
export function stageLabel(stage: string): string {
  return LABELS[stage] ?? sentence(stage);
}

/** How a stage's status should look. */
export function stageTone(status: string): "good" | "warn" | "plain" {
  if (["ok", "completed", "done", "kept", "repeat", "new", "passed"].includes(status)) return "good";
  if (["unavailable", "failed", "fallback", "error", "rejected", "repaired", "interrupted"].includes(status)) return "warn";
  return "plain";
}
