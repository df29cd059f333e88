import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { openConsole } from "@/testing/render";
import { problem, server } from "@/testing/server";

it("asks for the access token after a 401, says when it is wrong, and goes on when it is right", async () => {
  server.use(http.get("*/api/v1/incidents/overview", () => problem(401, "sign-in-required"), { once: true }));
  server.use(
    http.post("*/api/v1/session", async ({ request }) => {
      const { token } = (await request.json()) as { token: string };
      return token === "right" ? new HttpResponse(null, { status: 204 }) : problem(401, "wrong-token");
    }),
  );
  const { user } = openConsole("/");
  await user.type(await screen.findByLabelText("Access token"), "wrong");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("The server does not accept this token.")).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Access token"));
  await user.type(screen.getByLabelText("Access token"), "right");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(await screen.findByText("No incidents yet. Good.")).toBeInTheDocument();
});
