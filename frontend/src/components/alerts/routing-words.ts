import type { Routing } from "@/api/types";
import { keyOf } from "@/lib/address";
import { sentence } from "@/lib/text";

/** What became of an alert. */
export const DECISIONS: Record<"attached" | "declared" | "recorded", string> = {
  attached: "Attached to an incident",
  declared: "Declared an incident",
  recorded: "Only recorded",
};

/** Where an alert went and why, in one line. */
export function routingLine({ decision, rule, reason }: Routing): string {
  const known = keyOf(DECISIONS, decision);
  return `${known ? DECISIONS[known] : sentence(decision)} by “${rule}”: ${reason}`;
}
