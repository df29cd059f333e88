import { expect, it } from "vitest";
import type { EvidencePart } from "@/api/investigations";
import { memoryWords } from "@/features/investigation/seen-words";
import { historicalIncident, investigationRecord, recallTrace } from "@/testing/records";

function evidence(given: Partial<EvidencePart>): EvidencePart {
  return { ...(investigationRecord() as unknown as EvidencePart), ...given };
}

it("counts the strong matches, and weak ones not", () =>
  expect(
    memoryWords(
      evidence({
        similar_historical_incidents: [historicalIncident(), historicalIncident({ match: "weak" })],
      }),
    ),
  ).toBe("Memory found 1 strong match"));

it("says of an empty memory that it was asked", () =>
  expect(memoryWords(evidence({ memory_status: "empty", similar_historical_incidents: [] }))).toBe(
    "Memory holds nothing like this",
  ));

it("never takes an unavailable memory for one that knows nothing", () =>
  expect(
    memoryWords(evidence({ memory_status: "unavailable", memory: recallTrace({ reason: "timeout" }) })),
  ).toBe("Memory is unavailable: memory did not answer in time. That says nothing about what is known"));
