import { expect, it } from "vitest";
import { beside } from "@/features/action-items/placing";

it("a card goes to the nearest state on that side where it may go", () => {
  expect(beside("open", 1)).toBe("in_progress");
  expect(beside("in_progress", -1)).toBe("open");
  expect(beside("done", -1)).toBe("in_progress");
  expect(beside("wont_do", -1)).toBe("in_progress");
  expect(beside("done", 1)).toBeNull();
  expect(beside("open", -1)).toBeNull();
});
