import type { EvidencePart } from "@/api/investigations";
import { MEMORY_REASONS } from "@/components/evidence/reasons";
import { counted } from "@/lib/text";

/** How many strong matches there are of which nobody had the words forgotten. */
export function strongIn({ similar_historical_incidents: found }: EvidencePart): number {
  return found.filter(({ match, forgotten }) => match === "strong" && !forgotten).length;
}

/** The state of memory as one sentence. */
export function memoryWords(evidence: EvidencePart): string {
  const { memory_status: status, memory } = evidence;
  if (status === "ok") return `Memory found ${counted(strongIn(evidence), "strong match", "strong matches")}`;
  if (status === "empty") return "Memory holds nothing like this";
  const cause = memory.reason ? MEMORY_REASONS[memory.reason].cause : "it did not answer";
  return `Memory is unavailable: ${cause}. That says nothing about what is known`;
}
