import { expect, it } from "vitest";
import { describeEntry } from "@/features/timeline/entry-words";
import { timelineItem } from "@/testing/timeline-records";

it("tells what an edit changed", () =>
  expect(
    describeEntry(
      timelineItem({
        kind: "edited",
        changes: {
          severity: { from: "sev3", to: "sev1" },
          symptoms: { changed: true },
          version: { from: "1", to: null },
        },
      }),
    ).headline,
  ).toBe("Edited: severity sev3 → sev1, symptoms changed, version cleared"));

it("keeps a note's text apart, to be shown as written", () =>
  expect(describeEntry(timelineItem({ kind: "note", text: "<b>hi</b>" }))).toEqual({
    headline: "Note",
    body: "<b>hi</b>",
  }));

it("names memory's state in words", () =>
  expect(
    describeEntry(
      timelineItem({ source: "memory", kind: "memory_ready", text: "recalled by its own symptoms" }),
    ).headline,
  ).toBe("Memory: remembered, recalled by its own symptoms"));

it("says of a deploy, an update and a hypothesis what is theirs", () => {
  const said = [
    { kind: "deploy", details: { service: "payment-api", version: "2.3.1" } },
    { kind: "status_update", text: "On it", details: { audience: "customers", next_update_at: null } },
    { kind: "hypothesis", text: "A leak", details: { state: "ruled_out" } },
  ].map((given) => describeEntry(timelineItem(given)));
  expect(said).toEqual([
    { headline: "Deploy: payment-api 2.3.1", body: null },
    { headline: "Update for customers", body: "On it" },
    { headline: "Hypothesis, ruled out", body: "A leak" },
  ]);
});
