import { afterEach, expect, it, vi } from "vitest";
import { earlyAnswer } from "@/api/early";

const ADDRESS = `${window.location.origin}/api/v1/status`;

function askedEarly(nowMs: number): Promise<Response> {
  vi.spyOn(performance, "now").mockReturnValue(nowMs);
  const answer = Promise.resolve(new Response("{}"));
  window.early = new Map([["/api/v1/status", answer]]);
  return answer;
}

afterEach(() => {
  window.early = undefined;
});

it("what was asked for early answers the first call, and no other", () => {
  const answer = askedEarly(900);
  expect(earlyAnswer(new Request(`${ADDRESS}?deep=true`))).toBeNull();
  expect(earlyAnswer(new Request(ADDRESS, { method: "POST" }))).toBeNull();
  expect(earlyAnswer(new Request(ADDRESS))).toBe(answer);
  expect(earlyAnswer(new Request(ADDRESS))).toBeNull();
});

it("an answer from long ago is asked for again", () => {
  askedEarly(60_000);
  expect(earlyAnswer(new Request(ADDRESS))).toBeNull();
});
