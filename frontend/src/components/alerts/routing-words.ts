import type { Routing } from "@/api/types";
import { keyOf } from "@/lib/address";
import { sentence, spoken } from "@/lib/text";

/** What became of an alert. */
const DECISIONS: Record<"attached" | "declared" | "recorded", string> = {
  attached: "Attached",
  declared: "Declared an incident",
  recorded: "Only recorded",
};

/** What a message did to an alert, by the server's rule of order. */
const ORDER: Record<string, string> = {
  opens: "a new occurrence",
  late_opening: "firing, told late",
  resolves: "it is over",
  ends: "an earlier one ended",
  acknowledges: "acknowledged",
  orphan: "over, never seen firing",
  unseen_acknowledgement: "acknowledged, never seen firing",
  late_firing: "fired, and over already",
  earlier_occurrence: "an earlier occurrence",
  settled: "too old to change anything",
  no_word: "no word of its state",
  repeat: "nothing new",
  late_duplicate: "a late duplicate",
  late_acknowledgement: "acknowledged when over",
};

export function decisionWord(decision: string): string {
  const known = keyOf(DECISIONS, decision);
  return known ? DECISIONS[known] : sentence(decision);
}

export function orderWord(rule: string): string {
  return ORDER[rule] ?? spoken(rule);
}

/** What stands in a rule's place where no rule was asked, or none matched. */
const NO_RULES = ["", "same alert", "no rule", ...Object.keys(ORDER)];

/** The routing rule that decided; null where none did. */
export function routingRuleOf({ rule }: Routing): string | null {
  return NO_RULES.includes(rule) ? null : rule;
}

/** Where an alert went and why, in one line. */
export function routingLine(routing: Routing): string {
  const rule = routingRuleOf(routing);
  const where = decisionWord(routing.decision);
  return `${rule ? `${where} by “${rule}”` : where}: ${routing.reason}`;
}
