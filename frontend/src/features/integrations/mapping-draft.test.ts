import { expect, it } from "vitest";
import { draftOf, faultOfSample, mappingOf, shownValue } from "@/features/integrations/mapping-draft";

const MAPPING = { title: "name", status: "state", status_words: { broken: "firing" } };

it("a mapping that is only looked at comes out as it was", () => {
  expect(mappingOf(draftOf(MAPPING))).toEqual(MAPPING);
  expect(mappingOf(draftOf(null))).toEqual({});
});

it("what is blank is left out", () => {
  const edited = draftOf(MAPPING);
  edited.expressions.title = " ";
  edited.statusWords = [{ word: "  ", means: "firing" }];
  expect(mappingOf(edited)).toEqual({ status: "state" });
});

it("a sample that is no JSON says where it goes wrong", () => {
  expect(faultOfSample('{"a": }')).toMatch(/no JSON/);
  expect(faultOfSample("")).toBeNull();
  expect(faultOfSample("[1]")).toBeNull();
});

it("of alternatives only what is there is shown, the first of them first", () => {
  expect(shownValue('[null,null,"Disk is full"]')).toBe("Disk is full");
  expect(shownValue('["a",null,7]')).toBe("a (the first of 2)");
  expect(shownValue("[null,null]")).toBeNull();
  expect(shownValue("[]")).toBeNull();
  expect(shownValue('{"a":1}')).toBe('{"a":1}');
  expect(shownValue("false")).toBe("false");
  expect(shownValue('{"cut":"sho')).toBe('{"cut":"sho');
});
