import { expect, it } from "vitest";
import { ruleSentence } from "@/features/routing/rule-sentence";
import { routingRule } from "@/testing/alert-records";

const RULE = routingRule();

it("a rule reads as a sentence", () => {
  expect(ruleSentence(RULE)).toBe(
    "When source is alertmanager and severity is SEV1 or SEV2, declare an incident in triage, grouped by service within 30 min, at most 5 a minute.",
  );
});

it("a rule that asks for nothing, and one that asks for labels and an unknown severity", () => {
  const match = { sources: [], services: [], severities: [], labels: {} };
  expect(ruleSentence({ ...RULE, match, action: "record" as const })).toBe(
    "Whatever the alert is, only record it.",
  );
  const asked = { ...match, severities: ["unknown"], labels: { team: "pay*" } };
  expect(ruleSentence({ ...RULE, match: asked, severity: "sev2", group_labels: ["region"] })).toBe(
    "When severity is not known and team is pay*, declare an incident in triage, as SEV2 where the alert has no severity, grouped by service, region within 30 min, at most 5 a minute.",
  );
});

it("attaching says what it attaches to, and what happens without one", () => {
  expect(ruleSentence({ ...RULE, action: "attach", window_minutes: 60 })).toContain(
    "attach it to the open incident of the same service that was active within 60 min, or else only record it.",
  );
});
