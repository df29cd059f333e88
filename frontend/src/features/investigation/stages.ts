import { sentence } from "@/lib/text";

const LABELS: Record<string, string> = {
  fingerprint: "Fingerprint",
  recall: "Recall",
  verify: "Verify evidence",
  analyse: "Analyse",
  check_citations: "Check citations",
};

/** A pipeline stage in words; stages this console does not know keep their own name. */
export function stageLabel(stage: string): string {
  return LABELS[stage] ?? sentence(stage);
}

/** How a stage's status should look. */
export function stageTone(status: string): "good" | "warn" | "plain" {
  if (status === "ok") return "good";
  if (["unavailable", "failed", "fallback", "rejected"].includes(status)) return "warn";
  return "plain";
}
