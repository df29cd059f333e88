import { expect, it } from "vitest";
import { isWithin, reachOf } from "@/api/live-reach";

const INCIDENT = ["incidents", "one", "INC-1"];
const TIMELINE = [...INCIDENT, "timeline"];
const RUNS = ["investigations", "INC-1"];
const OTHERS = ["incidents", "one", "INC-2"];

function touched(kind: string, change?: string) {
  const keys = {
    INCIDENT,
    TIMELINE,
    RUNS,
    ALERTS: [...INCIDENT, "alerts"],
    ACTIONS: ["action", "INC-1"],
    OTHERS,
  };
  return Object.entries(keys)
    .filter(([, key]) => isWithin(reachOf({ kind, change }), "INC-1", key))
    .map(([name]) => name);
}

it("asks of a note for the timeline and the incident alone", () =>
  expect(touched("incident", "note")).toEqual(["INCIDENT", "TIMELINE"]));

it("asks of an investigation's step for its runs alone", () =>
  expect(touched("investigation", "evidence")).toEqual(["RUNS"]));

it("asks for nothing when an incident is declared: whatever was read of it came after that", () =>
  expect(touched("incident", "declared")).toEqual([]));

it("asks in a storm of alerts for the alerts alone", () => expect(touched("alerts")).toEqual(["ALERTS"]));

it("asks for all of the incident, and of no other, where it does not know what changed", () =>
  expect(touched("incident", "resolved")).toEqual(["INCIDENT", "TIMELINE", "RUNS", "ALERTS", "ACTIONS"]));
