import { describe, expect, it } from "vitest";
import {
  daysOf,
  periodOf,
  periodProblem,
  readInsightsSearch,
  widerThan,
} from "@/features/insights/insights-search";

const NOW = new Date("2026-11-30T23:30:00Z");

describe("an address of the insights", () => {
  it("means the last 90 days, today included, when it says nothing", () => {
    const period = periodOf(readInsightsSearch({}), NOW);
    expect(period).toMatchObject({ from: "2026-09-02", to: "2026-11-30" });
    expect(daysOf(period)).toBe(90);
  });

  it("takes a preset", () =>
    expect(periodOf(readInsightsSearch({ days: 7 }), NOW)).toMatchObject({ from: "2026-11-24" }));

  it("takes dates of one's own before a preset", () =>
    expect(
      periodOf(readInsightsSearch({ days: 7, from: "2026-01-01", to: "2026-01-31" }), NOW),
    ).toMatchObject({
      from: "2026-01-01",
      to: "2026-01-31",
    }));

  it("counts 90 days back from an end without a beginning", () =>
    expect(periodOf(readInsightsSearch({ to: "2026-03-31" }), NOW)).toMatchObject({ from: "2026-01-01" }));

  it("keeps services once each and in order, also one whose name is a number", () =>
    expect(readInsightsSearch({ service: ["search", "checkout", "search", 7] }).service).toEqual([
      "7",
      "checkout",
      "search",
    ]));

  it("leaves out what it does not understand", () =>
    expect(readInsightsSearch({ days: 12, from: "yesterday", samples: "no", zone: "Mars/Base" })).toEqual(
      {},
    ));
});

it("says what is wrong with a range before anything is asked of the server", () => {
  expect(periodProblem({ from: "2026-02-02", to: "2026-02-01" })).toMatch(/ends before it begins/);
  expect(periodProblem({ from: "2020-01-01", to: "2026-02-01" })).toMatch(/at most/);
  expect(periodProblem({ from: "2026-02-01", to: "2026-02-01" })).toBeNull();
});

it("offers the next longer preset, and none beyond the longest", () => {
  expect(widerThan({ from: "2026-11-24", to: "2026-11-30" })).toBe(30);
  expect(widerThan({ from: "2025-01-01", to: "2026-11-30" })).toBeNull();
});
