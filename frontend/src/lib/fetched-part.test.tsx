import { afterEach, expect, it, vi } from "vitest";
import { fetchedPart } from "@/lib/fetched-part";

afterEach(() => vi.useRealTimers());

it("is there at once when it was fetched ahead, and is fetched once", async () => {
  const load = vi.fn(async () => ({ default: "the part" }));
  const part = fetchedPart(load);
  expect(part.read()).toBeNull();
  await part.fetchAhead();
  expect(part.read()).toBe("the part");
  part.subscribe(() => {});
  expect(load).toHaveBeenCalledTimes(1);
});

it("tells whoever waits when it has come, and not who left", async () => {
  const part = fetchedPart(async () => ({ default: "the part" }));
  const [stays, left] = [vi.fn(), vi.fn()];
  part.subscribe(stays);
  part.subscribe(left)();
  await part.fetchAhead();
  expect(stays).toHaveBeenCalledTimes(1);
  expect(left).not.toHaveBeenCalled();
});

it("is asked for again while somebody waits, when the network was gone", async () => {
  vi.useFakeTimers();
  const load = vi.fn().mockRejectedValueOnce(new TypeError("gone")).mockResolvedValue({ default: "part" });
  const part = fetchedPart(load);
  const notify = vi.fn();
  part.subscribe(notify);
  await vi.advanceTimersByTimeAsync(0);
  expect(part.read()).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(notify).toHaveBeenCalledTimes(1);
  expect(part.read()).toBe("part");
});
