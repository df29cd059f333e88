import { expect, it } from "vitest";
import { overtaken } from "@/features/incident/meeting";
import { incidentRecord } from "@/testing/records";

const SEEN = incidentRecord();

it("a change of something else stands in nobody's way", () =>
  expect(overtaken(SEEN, incidentRecord({ severity: "sev4" }), { commander: "Ada" })).toEqual([]));

it("whoever took the same role a moment ago was faster", () =>
  expect(overtaken(SEEN, incidentRecord({ commander: "Ben" }), { commander: "Ada" })).toEqual(["commander"]));

it("who wants the same is content", () =>
  expect(overtaken(SEEN, incidentRecord({ commander: "Ada" }), { commander: "Ada" })).toEqual([]));
