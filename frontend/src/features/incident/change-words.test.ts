import { expect, it } from "vitest";
import { addedWords, changeWords } from "@/features/incident/change-words";
import { incidentRecord } from "@/testing/records";

it("reads out what changed, what matters most at first", () => {
  const before = incidentRecord({ severity: "sev2" });
  const after = incidentRecord({
    severity: "sev1",
    status: "monitoring",
    commander: "Ben",
    next_update_at: "2026-03-01T12:30:00.000Z",
    symptoms: "All charges fail.",
  });
  expect(changeWords(before, after)).toEqual([
    "Severity is now SEV1.",
    "Status is now Monitoring.",
    "Commander is now Ben.",
    "The next update is due 1 Mar 2026, 12:30 UTC.",
    "The symptoms changed.",
  ]);
});

it("says that a role was given up", () =>
  expect(changeWords(incidentRecord({ scribe: "Cleo" }), incidentRecord())).toEqual([
    "Scribe is now nobody.",
  ]));

it("says nothing of what is the same", () =>
  expect(changeWords(incidentRecord(), incidentRecord({ revision: 2 }))).toEqual([]));

it("says who added something to the timeline, and what", () => {
  const news = { kind: "incident", change: "deploy", actor: "Ben" };
  expect(addedWords(news, "Ada")).toBe("Ben added a deploy.");
  expect(addedWords(news, "Ben")).toBe("You added a deploy.");
});

it("leaves to others what is no entry of a person", () =>
  expect(addedWords({ kind: "incident", change: "edited", actor: "Ben" }, "Ada")).toBeNull());
