import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { isEditKept, OvertakenEdit, rebased, useEditDraft } from "@/lib/edit-draft";

const first = { values: { text: "A leak", state: "open" }, revision: 1 };
const theirs = { values: { text: "A leak", state: "ruled_out" }, revision: 2 };

it("takes over what only they changed", () =>
  expect(rebased({ base: first, values: { text: "Two leaks", state: "open" } }, theirs)).toEqual({
    edit: { base: theirs, values: { text: "Two leaks", state: "ruled_out" } },
    clashes: [],
  }));

it("keeps one's own where both changed, and says where that is", () =>
  expect(rebased({ base: first, values: { text: "A leak", state: "confirmed" } }, theirs)).toEqual({
    edit: { base: theirs, values: { text: "A leak", state: "confirmed" } },
    clashes: ["state"],
  }));

it("knows after a reload what it began from, whatever stands there by then", () => {
  const before = renderHook(() => useEditDraft("entry", first));
  act(() => before.result.current.set("text", "Two leaks"));
  before.unmount();

  const { result } = renderHook(() => useEditDraft("entry", theirs));
  expect(result.current.base).toEqual(first);
  expect(result.current.changed).toEqual(["text"]);
  act(() => result.current.discard());
  expect(renderHook(() => useEditDraft("entry", theirs)).result.current.restored).toBe(false);
});

it("keeps what was typed while it was being saved, over what was saved", () => {
  const { result } = renderHook(() => useEditDraft("entry", first));
  act(() => result.current.set("text", "Two"));
  const sent = result.current.values;
  act(() => result.current.set("text", "Two leaks"));
  const saved = { values: { ...sent, state: "ruled_out" }, revision: 2 };
  let isAll = true;
  act(() => {
    isAll = result.current.accepted(sent, saved);
  });
  expect(isAll).toBe(false);
  expect(result.current.base).toEqual(saved);
  expect(result.current.values).toEqual({ text: "Two leaks", state: "ruled_out" });
});

it("over what stands by now, an edit keeps what others changed, and stops where both changed the same", () => {
  const { result } = renderHook(() => useEditDraft("entry", first));
  act(() => result.current.set("text", "Two leaks"));
  act(() => expect(result.current.over(theirs).values).toEqual({ text: "Two leaks", state: "ruled_out" }));
  const again = { values: { text: "Three leaks", state: "ruled_out" }, revision: 3 };
  act(() => expect(() => result.current.over(again)).toThrow(OvertakenEdit));
  expect(result.current.clashes).toEqual(["text"]);
  expect(result.current.values.text).toBe("Two leaks");
});

it("lets go of what the server accepted, also when the form is gone by then", () => {
  const { result, unmount } = renderHook(() => useEditDraft("entry", first));
  act(() => result.current.set("text", "Two leaks"));
  const { accepted, values } = result.current;
  unmount();
  accepted(values, { values, revision: 2 });
  expect(isEditKept("entry")).toBe(false);
});
