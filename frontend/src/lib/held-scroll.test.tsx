import { expect, test } from "vitest";
import { holdScroll } from "@/lib/held-scroll";

test("the page scrolls again once the last dialog over it is gone", () => {
  const first = holdScroll();
  const second = holdScroll();
  first();
  expect(document.body.style.overflow).toBe("hidden");
  second();
  expect(document.body.style.overflow).toBe("");
});
