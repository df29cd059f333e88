import { expect, test } from "vitest";
import type { SearchHit } from "@/api/types";
import { addressOfHit } from "@/features/search/hit-address";
import { readSearch } from "@/features/search/search-address";
import { partsOf } from "@/features/search/snippet";

test("matches are cut by characters, as the server counts them", () => {
  const parts = partsOf({ text: "🔥 pool & <b>pool</b>", matches: [{ start: 2, end: 6 }] });
  expect(parts).toEqual([
    { text: "🔥 ", isMatch: false },
    { text: "pool", isMatch: true },
    { text: " & <b>pool</b>", isMatch: false },
  ]);
});

test("an address that says nonsense searches for nothing of it", () => {
  expect(readSearch({ q: 504, kind: "constructor", severity: "sev9", from: "soon", author: " " })).toEqual({
    q: "504",
  });
});

const HIT: SearchHit = {
  kind: "timeline",
  id: "12",
  entry_id: "record-000000000012",
  field: "note",
  snippet: { text: "pool", matches: [] },
  at: "2026-03-01T12:00:00.000Z",
  by: "Ada",
  incident_id: "INC-117",
  title: "Charges fail",
  service: "payment-api",
  severity: "sev1",
  status: "resolved",
  sample: false,
};

test("a hit leads to what was found: the entry, the section, the item", () => {
  const page = { to: "/incidents/$id", params: { id: "INC-117" } };
  const postmortem = { ...page, to: "/incidents/$id/postmortem", hash: "section-got_lucky" };
  expect(addressOfHit(HIT)).toEqual({ ...page, hash: "entry-record-000000000012" });
  for (const kind of ["postmortem", "comment"] as const)
    expect(addressOfHit({ ...HIT, kind, field: "got_lucky", entry_id: null })).toEqual(postmortem);
  expect(addressOfHit({ ...HIT, kind: "action_item", id: "ACT-3", entry_id: null })).toEqual({
    to: "/action-items/$id",
    params: { id: "ACT-3" },
  });
  expect(addressOfHit({ ...HIT, kind: "incident", id: "INC-117", entry_id: null })).toEqual(page);
});
