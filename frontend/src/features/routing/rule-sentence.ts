import type { RoutingRule, RuleMatch } from "@/api/types";
import { SEVERITIES } from "@/components/incident/labels";
import { keyOf } from "@/lib/address";

type Judged = Pick<
  RoutingRule,
  "match" | "action" | "declare_as" | "severity" | "group_labels" | "window_minutes" | "limit_per_minute"
>;

/** A rule as one sentence: when it matches, and what then becomes of the alert. */
export function ruleSentence(rule: Judged): string {
  return `${whenOf(rule.match)}, ${thenOf(rule)}.`;
}

/** `a`, `a or b`, `a, b or c`. */
function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function whenOf({ sources, services, severities, labels }: RuleMatch): string {
  const asked = [
    sources.length > 0 && `source is ${anyOf(sources)}`,
    services.length > 0 && `service is ${anyOf(services)}`,
    severities.length > 0 && `severity is ${anyOf(severities.map(severityWord))}`,
    ...Object.entries(labels).map(([name, value]) => `${name} is ${value}`),
  ].filter((one): one is string => typeof one === "string");
  return asked.length === 0 ? "Whatever the alert is" : `When ${asked.join(" and ")}`;
}

function severityWord(severity: string): string {
  const known = keyOf(SEVERITIES, severity);
  return known ? SEVERITIES[known].word : "not known";
}

function thenOf(rule: Judged): string {
  const group = ["service", ...rule.group_labels].join(", ");
  const within = `within ${rule.window_minutes} min`;
  switch (rule.action) {
    case "record":
      return "only record it";
    case "attach":
      return `attach it to the open incident of the same ${group} that was active ${within}, or else only record it`;
    case "declare": {
      const how =
        rule.declare_as === "triage" ? "an incident in triage" : "an incident to investigate at once";
      const severity = rule.severity
        ? `, as ${SEVERITIES[rule.severity].word} where the alert has no severity`
        : "";
      return `declare ${how}${severity}, grouped by ${group} ${within}, at most ${rule.limit_per_minute} a minute`;
    }
  }
}
