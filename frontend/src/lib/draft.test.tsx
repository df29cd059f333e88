import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useDraft } from "@/lib/draft";

const blank = { title: "", error: "" };

it("keeps typed text over a reload until it is cleared", () => {
  const first = renderHook(() => useDraft("declare", blank));
  act(() => first.result.current.set("title", "Checkout is down"));
  first.unmount();

  const second = renderHook(() => useDraft("declare", blank));
  expect(second.result.current.values.title).toBe("Checkout is down");
  expect(second.result.current.restored).toBe(true);

  act(() => second.result.current.clear());
  expect(renderHook(() => useDraft("declare", blank)).result.current.values).toEqual(blank);
});

it("ignores a stored draft that is broken or unknown", () => {
  localStorage.setItem("memoryops.draft.declare", '{"title": 3, "stranger": "x"}');
  expect(renderHook(() => useDraft("declare", blank)).result.current.values).toEqual(blank);
});

it("forgets what was accepted, and keeps what was typed while it was on its way", () => {
  const { result } = renderHook(() => useDraft("declare", blank));
  act(() => result.current.set("title", "Checkout"));
  const sent = result.current.values;
  act(() => result.current.set("title", "Checkout is down"));
  act(() => result.current.accepted(sent));
  expect(result.current.values.title).toBe("Checkout is down");

  act(() => result.current.accepted(result.current.values));
  expect(result.current.values).toEqual(blank);
  expect(renderHook(() => useDraft("declare", blank)).result.current.restored).toBe(false);
});

it("is forgotten even when its form is gone before the answer comes", () => {
  const first = renderHook(() => useDraft("declare", blank));
  act(() => first.result.current.set("title", "Checkout is down"));
  const { accepted, values } = first.result.current;
  first.unmount();
  accepted(values);
  expect(renderHook(() => useDraft("declare", blank)).result.current.values).toEqual(blank);
});
