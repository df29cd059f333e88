import { expect, it } from "vitest";
import { BLANK_RULE } from "@/features/routing/rule-draft";
import { changesOf, draftFrom, valuesOf } from "@/features/routing/rule-values";

const RULE = {
  ...BLANK_RULE,
  name: "Payments",
  severities: ["sev1", "unknown"] as const,
  labels: "team=pay",
};

it("a rule that is kept as text comes out as it was", () => expect(draftFrom(valuesOf(RULE))).toEqual(RULE));

it("an edit of a rule sends what it changed alone", () => {
  const base = valuesOf(RULE);
  expect(changesOf({ ...base, name: "Paying" }, base)).toEqual({ name: "Paying" });
  expect(changesOf({ ...base, window: "60", enabled: "no" }, base)).toEqual({
    window_minutes: 60,
    enabled: false,
  });
  expect(changesOf(base, base)).toEqual({});
});
