import { beforeEach, expect, test } from "vitest";
import { describeProblem, toProblem } from "@/api/problem";
import {
  acceptDraft,
  conflictOf,
  keepDraft,
  readDraft,
  saveStateOf,
} from "@/features/postmortem/section-draft";

const CALM = { isDirty: false, isSaving: false, conflict: null, error: null };

beforeEach(() => localStorage.clear());

test("typed words are kept in this browser until they are let go", () => {
  expect(readDraft("INC-117", "overview")).toBeNull();
  keepDraft("INC-117", "overview", { text: "Half a thought", base: 3 });
  expect(readDraft("INC-117", "overview")).toEqual({ text: "Half a thought", base: 3 });
  expect(readDraft("INC-117", "impact")).toBeNull();
  keepDraft("INC-117", "overview", null);
  expect(readDraft("INC-117", "overview")).toBeNull();
});

test("what somebody else left in the storage is no draft", () => {
  for (const stored of ["", "{", "3", '{"text": 1, "base": 2}', '{"text": "x"}']) {
    localStorage.setItem("memoryops.draft.postmortem.INC-117.overview", stored);
    expect(readDraft("INC-117", "overview")).toBeNull();
  }
});

test("a conflict carries the other's words and what both began from", () => {
  const current = { text: "Theirs", revision: 4, by: "Ada" };
  const refused = toProblem(412, { detail: "Somebody was quicker.", current, base: { text: "Before" } });
  const sent = { text: "Mine", base: 3, from: "As I began" };
  expect(conflictOf(refused, sent)).toEqual({ theirs: current, base: "As I began" });
  const unknown = { text: "Mine", base: 3 };
  expect(conflictOf(refused, unknown)?.base).toBe("Before");
  expect(conflictOf(toProblem(412, { current, base: null }), { text: "Mine", base: 3 })?.base).toBeNull();
  expect(conflictOf(toProblem(409, { current }), sent)).toBeNull();
  expect(conflictOf(new Error("offline"), sent)).toBeNull();
});

test("what the server has is no draft any more, also where nobody looks at the section by then", () => {
  const saved = { text: "Sent", revision: 4 };
  keepDraft("INC-117", "overview", { text: "Sent", base: 3 });
  acceptDraft("INC-117", "overview", { text: "Sent", base: 3 }, saved);
  expect(readDraft("INC-117", "overview")).toBeNull();

  keepDraft("INC-117", "overview", { text: "Sent, and more", base: 3 });
  acceptDraft("INC-117", "overview", { text: "Sent", base: 3 }, saved);
  expect(readDraft("INC-117", "overview")).toEqual({ text: "Sent, and more", base: 4, from: "Sent" });
});

test("a section says where its saving stands, what matters most first", () => {
  const conflict = { theirs: { text: "Theirs", revision: 4, by: null }, base: null };
  const refusal = toProblem(422, { detail: "Too long." });
  expect(saveStateOf(CALM)).toBe("idle");
  expect(saveStateOf({ ...CALM, isDirty: true })).toBe("waiting");
  expect(saveStateOf({ ...CALM, isDirty: true, isSaving: true })).toBe("saving");
  expect(saveStateOf({ ...CALM, isDirty: true, error: refusal })).toBe("refused");
  expect(saveStateOf({ ...CALM, isDirty: true, isSaving: true, conflict })).toBe("conflict");
  expect(describeProblem(refusal).advice).toBe("Too long.");
});
