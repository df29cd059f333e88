import { expect, it } from "vitest";
import { type DiffLine, diffText, isChanged } from "@/lib/diff";

const MARKS = { same: " ", added: "+", removed: "-" };

/** A comparison as text: a mark for each line, changed words in brackets. */
function told(lines: readonly DiffLine[]): string[] {
  return lines.map(({ kind, words }) => {
    const text = words.map((word) => (word.kind === "same" ? word.text : `[${word.text}]`)).join("");
    return `${MARKS[kind]}${text}`;
  });
}

it("marks nothing where nothing changed", () => {
  const lines = diffText("one\ntwo", "one\ntwo");
  expect(told(lines)).toEqual([" one", " two"]);
  expect(isChanged(lines)).toBe(false);
});

it("marks the words that changed within a line, and leaves the others alone", () =>
  expect(told(diffText("Raised the pool to 50.", "Raised the pool to 100."))).toEqual([
    "-Raised the pool to [50.]",
    "+Raised the pool to [100.]",
  ]));

it("a line that came in between moves none of the others", () =>
  expect(told(diffText("a\nc", "a\nb\nc"))).toEqual([" a", "+[b]", " c"]));

it("lines without a counterpart are gone or new as a whole", () =>
  expect(told(diffText("x one\ny two\nend", "x three\nend"))).toEqual([
    "-x [one]",
    "-[y two]",
    "+x [three]",
    " end",
  ]));

it("an empty text and a text share nothing, and an empty one has no line of its own", () =>
  expect(told(diffText("", "one"))).toEqual(["+[one]"]));

it("texts too long to compare are changed from end to end, at once", () => {
  const [before, after] = ["a", "b"].map((name) =>
    Array.from({ length: 3_000 }, (_, line) => `${name}${line}`).join("\n"),
  ) as [string, string];
  const kinds = diffText(before, after).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "removed")).toHaveLength(3_000);
  expect(kinds.filter((kind) => kind === "same")).toHaveLength(0);
});

it("tells of nothing gone where nothing stood", () => {
  expect(diffText("one", "").map(({ kind }) => kind)).toEqual(["removed"]);
});
