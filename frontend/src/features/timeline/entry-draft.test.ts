import { expect, it } from "vitest";
import { BLANK_ENTRY, entryOf, missingIn } from "@/features/timeline/entry-draft";

const NOW = Date.parse("2026-11-30T12:00:00Z");

it("counts the next update from now", () =>
  expect(
    entryOf(
      { ...BLANK_ENTRY, kind: "status_update", text: "On it", audience: "customers", next_in: "30" },
      NOW,
    ),
  ).toEqual({
    kind: "status_update",
    text: "On it",
    happened_at: null,
    audience: "customers",
    next_update_at: "2026-11-30T12:30:00.000Z",
  }));

it("leaves a deploy's service to the incident's unless it is named", () =>
  expect(entryOf({ ...BLANK_ENTRY, kind: "deploy", version: " 2.3.1 " }, NOW)).toEqual({
    kind: "deploy",
    text: null,
    happened_at: null,
    service: null,
    version: "2.3.1",
  }));

it("says what is missing by what the kind needs", () => {
  expect(missingIn({ ...BLANK_ENTRY, text: " " })).toEqual({ text: "Write something first." });
  expect(missingIn({ ...BLANK_ENTRY, kind: "deploy" })).toEqual({ version: "Say which version." });
  expect(missingIn({ ...BLANK_ENTRY, kind: "deploy", version: "1" })).toEqual({});
});
