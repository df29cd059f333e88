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
