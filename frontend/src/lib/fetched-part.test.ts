import { expect, it, vi } from "vitest";
import { fetchedPart } from "@/lib/fetched-part";

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

it("says what kept it from coming", async () => {
  const part = fetchedPart(() => Promise.reject(new Error("The line broke.")));
  await part.fetchAhead();
  expect(() => part.read()).toThrow("The line broke.");
});
