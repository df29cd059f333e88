import { expect, it } from "vitest";
import { joined } from "@/lib/announce";

it("says changes that came together as one", () =>
  expect(joined(["Severity is now SEV1.", "Ben commands now."])).toBe(
    "Severity is now SEV1. Ben commands now.",
  ));

it("counts the others, so that nobody is flooded", () =>
  expect(joined(["One.", "Two.", "Three.", "Four.", "Five."])).toBe("One. Two. Three. And 2 more changes."));

it("says the same thing once", () =>
  expect(joined(["Ben added a note.", "Ben added a note."])).toBe("Ben added a note."));
