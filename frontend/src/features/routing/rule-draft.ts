import type { MatchedSeverity, RoutingRule, RoutingRuleInput, RuleAction, Severity } from "@/api/types";

/** A rule as it is typed: lists as text with commas, labels as lines of `name=value`. */
export type RuleDraft = {
  name: string;
  enabled: boolean;
  sources: string;
  services: string;
  severities: readonly MatchedSeverity[];
  labels: string;
  action: RuleAction;
  declareAs: "triage" | "investigating";
  severity: Severity | "";
  groupLabels: string;
  window: string;
  limit: string;
};

export const SEVERITY_CHOICES: readonly MatchedSeverity[] = ["sev1", "sev2", "sev3", "sev4", "unknown"];

export const BLANK_RULE: RuleDraft = {
  name: "",
  enabled: true,
  sources: "",
  services: "",
  severities: [],
  labels: "",
  action: "declare",
  declareAs: "triage",
  severity: "",
  groupLabels: "",
  window: "30",
  limit: "5",
};

export function draftOf(rule: RoutingRule): RuleDraft {
  return {
    name: rule.name,
    enabled: rule.enabled,
    sources: rule.match.sources.join(", "),
    services: rule.match.services.join(", "),
    severities: SEVERITY_CHOICES.filter((one) => rule.match.severities.includes(one)),
    labels: Object.entries(rule.match.labels)
      .map(([name, value]) => `${name}=${value}`)
      .join("\n"),
    action: rule.action,
    declareAs: rule.declare_as === "investigating" ? "investigating" : "triage",
    severity: rule.severity ?? "",
    groupLabels: rule.group_labels.join(", "),
    window: String(rule.window_minutes),
    limit: String(rule.limit_per_minute),
  };
}

export function ruleOf(draft: RuleDraft): RoutingRuleInput {
  return {
    name: draft.name.trim(),
    enabled: draft.enabled,
    match: {
      sources: listOf(draft.sources),
      services: listOf(draft.services),
      severities: [...draft.severities],
      labels: labelsOf(draft.labels),
    },
    action: draft.action,
    declare_as: draft.declareAs,
    severity: draft.severity === "" ? null : draft.severity,
    group_labels: listOf(draft.groupLabels),
    window_minutes: Number(draft.window),
    limit_per_minute: Number(draft.limit),
  };
}

function listOf(text: string): string[] {
  return [...new Set(text.split(",").map((one) => one.trim()))].filter(Boolean);
}

function labelsOf(text: string): Record<string, string> {
  const pairs = text.split("\n").flatMap((line) => {
    const at = line.indexOf("=");
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : [];
  });
  return Object.fromEntries(pairs);
}

const WEEK_MINUTES = 7 * 24 * 60;
const MOST_A_MINUTE = 60;

export type RuleFaults = Partial<Record<keyof RuleDraft, string>>;

/** What cannot be sent as it stands, by field, with what to do. */
export function faultsOf(draft: RuleDraft): RuleFaults {
  const faults: RuleFaults = {};
  if (draft.name.trim() === "") faults.name = "Give it a name; it stands beside each alert that it routes.";
  if (draft.labels.split("\n").some((line) => line.trim() !== "" && !/^[^=]+=\s*\S/.test(line)))
    faults.labels = "Write one label a line, as name=value.";
  if (!isWholeUpTo(draft.window, WEEK_MINUTES)) faults.window = "Between 1 minute and 7 days (10080).";
  if (!isWholeUpTo(draft.limit, MOST_A_MINUTE)) faults.limit = `Between 1 and ${MOST_A_MINUTE}.`;
  return faults;
}

function isWholeUpTo(text: string, most: number): boolean {
  return /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
}

/** The ids with one moved by so many places; the same when it would leave the list. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  const next = ids.filter((one) => one !== id);
  next.splice(to, 0, id);
  return next;
}
