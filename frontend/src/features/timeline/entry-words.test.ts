import { expect, it } from "vitest";
import { describeEntry } from "@/features/timeline/entry-words";
import { timelineItem } from "@/testing/timeline-records";

const tell = (at: string) => `<${at}>`;

function headline(given: Parameters<typeof timelineItem>[0]) {
  return describeEntry(timelineItem(given), tell).headline;
}

it("tells what an edit changed in words that people use", () =>
  expect(
    headline({
      kind: "edited",
      changes: {
        severity: { from: "sev3", to: "sev1" },
        status: { from: "investigating", to: "identified" },
        symptoms: { changed: true },
        version: { from: "1", to: null },
        started_at: { from: null, to: "2026-03-01T11:00:00.000Z" },
        did_not_help: { from: [], to: ["INC-101", "INC-104"] },
      },
    }),
  ).toBe(
    "Edited: severity from SEV3 to SEV1, status from Investigating to Identified, symptoms changed, version cleared, " +
      "impact start set to <2026-03-01T11:00:00.000Z>, resolutions that did not help set to INC-101 and INC-104",
  ));

it("tells when the next update is due, or that none is promised any more", () => {
  const [first, second] = ["2026-03-01T12:15:00.000Z", "2026-03-01T12:30:00.000Z"];
  const due = (from: string | null, to: string | null) =>
    headline({ kind: "edited", changes: { next_update_at: { from, to } } });
  expect([due(null, first), due(first, second), due(second, null)]).toEqual([
    `Edited: next update due <${first}>`,
    `Edited: next update due <${second}>`,
    "Edited: no update promised any more",
  ]);
});

it("names how it ended, and who took which role", () => {
  expect(headline({ kind: "resolved", changes: { outcome: "self_recovered" } })).toBe(
    "Resolved: outcome Self-recovered",
  );
  expect(headline({ kind: "role", changes: { commander: { from: "Ben", to: "Ada" } } })).toBe(
    "Roles: commander from Ben to Ada",
  );
});

it("keeps a note's text apart, to be shown as written", () =>
  expect(describeEntry(timelineItem({ kind: "note", text: "<b>hi</b>" }), tell)).toEqual({
    headline: "Note",
    body: "<b>hi</b>",
  }));

it("names memory's state in words", () =>
  expect(headline({ source: "memory", kind: "memory_ready", text: "recalled by its own symptoms" })).toBe(
    "Memory: remembered, recalled by its own symptoms",
  ));

it("says of a deploy, an update and a hypothesis what is theirs", () => {
  const said = [
    { kind: "deploy", details: { service: "payment-api", version: "2.3.1" } },
    { kind: "status_update", text: "On it", details: { audience: "customers", next_update_at: null } },
    { kind: "hypothesis", text: "A leak", details: { state: "ruled_out" } },
  ].map((given) => describeEntry(timelineItem(given), tell));
  expect(said).toEqual([
    { headline: "Deploy: payment-api 2.3.1", body: null },
    { headline: "Update for customers", body: "On it" },
    { headline: "Hypothesis, ruled out", body: "A leak" },
  ]);
});
