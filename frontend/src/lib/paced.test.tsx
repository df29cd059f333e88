import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paced } from "@/lib/paced";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("acts at once, and a burst costs one more at the end of the pause", () => {
  const acts: number[] = [];
  const { ask } = paced(300, () => acts.push(Date.now()));
  const start = Date.now();
  for (let times = 0; times < 20; times += 1) ask();
  vi.advanceTimersByTime(1_000);
  expect(acts.map((at) => at - start)).toEqual([0, 300]);
});

it("stopped, it does nothing any more", () => {
  const acts: string[] = [];
  const { ask, stop } = paced(300, () => acts.push("act"));
  ask();
  ask();
  stop();
  vi.advanceTimersByTime(1_000);
  expect(acts).toEqual(["act"]);
});
