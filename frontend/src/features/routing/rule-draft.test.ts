import { expect, it } from "vitest";
import { BLANK_RULE, draftOf, faultsOf, moved, ruleOf } from "@/features/routing/rule-draft";
import { routingRule } from "@/testing/alert-records";

it("a rule that is only looked at comes out as it was", () => {
  const rule = routingRule({
    match: {
      sources: ["grafana"],
      services: ["pay*", "checkout"],
      severities: ["unknown"],
      labels: { team: "pay*", url: "a=b" },
    },
    severity: "sev2",
    group_labels: ["region"],
  });
  const {
    id: _,
    position: _p,
    created_at: _c,
    created_by: _b,
    updated_at: _u,
    updated_by: _w,
    ...given
  } = rule;
  expect(ruleOf(draftOf(rule))).toEqual(given);
});

it("what cannot be sent says what to do", () => {
  const faults = faultsOf({ ...BLANK_RULE, labels: "team", window: "0", limit: "5.5" });
  expect(Object.keys(faults)).toEqual(["name", "labels", "window", "limit"]);
  expect(faultsOf({ ...BLANK_RULE, name: "Severe", labels: "team=pay*\n\n" })).toEqual({});
});

it("a rule moves one place, and never out of the list", () => {
  expect(moved(["A", "B", "C"], "B", -1)).toEqual(["B", "A", "C"]);
  expect(moved(["A", "B", "C"], "B", 1)).toEqual(["A", "C", "B"]);
  expect(moved(["A", "B"], "A", -1)).toEqual(["A", "B"]);
});
