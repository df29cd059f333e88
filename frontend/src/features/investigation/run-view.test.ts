import { expect, it } from "vitest";
import { freshRun, viewOf, withEvent } from "@/features/investigation/run-view";
import { investigationRecord } from "@/testing/records";

const started = "2026-03-01T12:00:00.000Z";
const recall = { stage: "recall", status: "ok", started_at: started, latency_ms: 5, detail: {} };

it("a run that has not reached memory has neither evidence nor analysis", () => {
  const run = viewOf(
    investigationRecord({ memory_status: null, memory: null, analysis_status: null, ai_analysis: null }),
  );
  expect(run.evidence).toBeNull();
  expect(run.analysis).toBeNull();
});

it("a stage that is told twice stands once, as told last", () => {
  const once = withEvent(freshRun(started), { event: "stage", data: recall });
  const twice = withEvent(once, { event: "stage", data: { ...recall, latency_ms: 9 } });
  expect(twice.trace.map(({ latency_ms }) => latency_ms)).toEqual([9]);
});

it("the whole response replaces what arrived in parts", () => {
  const done = withEvent(freshRun(started), { event: "done", data: investigationRecord() });
  expect(done).toEqual(viewOf(investigationRecord()));
});
