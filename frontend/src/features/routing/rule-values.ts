import type { RoutingRule, RoutingRuleEdit } from "@/api/types";
import { draftOf, type RuleDraft, ruleOf, SEVERITY_CHOICES } from "@/features/routing/rule-draft";
import type { Version } from "@/lib/edit-draft";

/** A rule under way as it is kept in this browser: each field as text. */
export type RuleValues = Record<keyof RuleDraft, string>;

export const RULE_LABELS: RuleValues = {
  name: "Name",
  enabled: "On",
  sources: "Source is one of",
  services: "Service is one of",
  severities: "Severity is one of",
  labels: "Labels",
  action: "Then",
  declareAs: "It is declared as",
  severity: "Severity where the alert has none",
  groupLabels: "Grouped by service, and by these labels",
  window: "Within minutes",
  limit: "Incidents a minute, at most",
};

export function valuesOf(draft: RuleDraft): RuleValues {
  return { ...draft, enabled: draft.enabled ? "yes" : "no", severities: draft.severities.join(", ") };
}

export function draftFrom(values: RuleValues): RuleDraft {
  const severities = values.severities.split(", ");
  return {
    ...values,
    enabled: values.enabled === "yes",
    severities: SEVERITY_CHOICES.filter((one) => severities.includes(one)),
    action: values.action as RuleDraft["action"],
    declareAs: values.declareAs as RuleDraft["declareAs"],
    severity: values.severity as RuleDraft["severity"],
  };
}

/** A rule as an edit begins from it; rules have no revision, what they say tells them apart. */
export function versionOf(rule: RoutingRule): Version<RuleValues> {
  return { values: valuesOf(draftOf(rule)), revision: 0 };
}

/** Only what the edit changes of what it began from. */
export function changesOf(values: RuleValues, base: RuleValues): RoutingRuleEdit {
  const before: Record<string, unknown> = ruleOf(draftFrom(base));
  return Object.fromEntries(
    Object.entries(ruleOf(draftFrom(values))).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
}
