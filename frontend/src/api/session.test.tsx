import { act, renderHook } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { requireSignIn, signIn, useSignInNeeded } from "@/api/session";
import { server } from "@/testing/server";

it("does not ask for the token again because of what was asked before it was given", async () => {
  server.use(http.post("*/api/v1/session", () => new HttpResponse(null, { status: 204 })));
  const { result: isNeeded } = renderHook(useSignInNeeded);
  const before = performance.now();
  await act(() => signIn("the token"));
  act(() => requireSignIn(before));
  expect(isNeeded.current).toBe(false);
  act(() => requireSignIn(performance.now()));
  expect(isNeeded.current).toBe(true);
  await act(() => signIn("the token"));
  expect(isNeeded.current).toBe(false);
});
