import { expect, test } from "vitest";
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
