import { expect, it } from "vitest";
import { memberText, prettyJson } from "@/lib/json-text";

const SENT =
  '{"id":"DLV-1","body":{"updatedAt":1502709956288000110,"tags":[],"note":"a, \\"b\\": {c}"},"size":3}';

it("numbers above 2^53 keep every digit", () => {
  expect(memberText(SENT, "body")).toContain("1502709956288000110");
  expect(prettyJson(memberText(SENT, "body") ?? "")).toContain('"updatedAt": 1502709956288000110,');
});

it("one member a line; empty ones stay together and texts stay as they are", () => {
  expect(prettyJson('{"a":[1,{"b":"x: {y}, z"}],"c":{}}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": "x: {y}, z"\n    }\n  ],\n  "c": {}\n}',
  );
});

it("only a member of the object itself is found", () => {
  expect(memberText('{"a":{"body":1},"body":[2,3]}', "body")).toBe("[2,3]");
  expect(memberText('{"a":"body"}', "body")).toBeNull();
});
