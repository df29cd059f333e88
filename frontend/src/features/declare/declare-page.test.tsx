import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { historicalIncident, incidentRecord, investigationRecord, recallTrace } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { problem, server, serverHolds } from "@/testing/server";

async function fillIn(user: ReturnType<typeof openConsole>["user"]) {
  await user.type(await screen.findByRole("combobox", { name: "Service" }), "payment-api");
  await user.click(screen.getByRole("radio", { name: /SEV1/ }));
  await user.type(screen.getByRole("textbox", { name: /^Title/ }), "Charges fail");
}

it("declares with the name percent-encoded, and opens the incident", async () => {
  serverHolds(incidentRecord(), [investigationRecord()]);
  const requests: Request[] = [];
  server.use(
    http.post("*/api/v1/incidents", ({ request }) => {
      requests.push(request.clone());
      return HttpResponse.json(incidentRecord(), { status: 201 });
    }),
  );
  const { user, router } = openConsole("/declare", "Zoë Ängström");
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Declare incident" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/incidents/INC-117"));
  expect(requests[0]?.headers.get("X-Actor")).toBe("Zo%C3%AB%20%C3%84ngstr%C3%B6m");
  expect(await requests[0]?.json()).toMatchObject({ title: "Charges fail", severity: "sev1", error: null });
});

it("shows what the server refuses at the field, and keeps the text", async () => {
  server.use(
    http.post("*/api/v1/incidents", () =>
      problem(422, "invalid-input", { errors: [{ field: "title", message: "Must be a single line" }] }),
    ),
  );
  const { user } = openConsole("/declare");
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Declare incident" }));
  const title = screen.getByRole("textbox", { name: /^Title/ });
  await waitFor(() => expect(title).toHaveAccessibleDescription(/Must be a single line/));
  expect(title).toHaveValue("Charges fail");
});

it("says what is missing and sends nothing", async () => {
  const { user } = openConsole("/declare");
  await user.click(await screen.findByRole("button", { name: "Declare incident" }));
  expect(await screen.findByText("Say which service is hit.")).toBeInTheDocument();
  expect(screen.getByText(/Choose a severity/)).toBeInTheDocument();
});

it("shows evidence once typing pauses", async () => {
  server.use(
    http.post("*/api/v1/memory/recall", () =>
      HttpResponse.json({
        memory_status: "ok",
        memory: recallTrace(),
        similar_historical_incidents: [historicalIncident()],
      }),
    ),
  );
  const { user } = openConsole("/declare");
  await user.type(await screen.findByRole("textbox", { name: /^Symptoms/ }), "Charges time out at checkout");
  expect(await screen.findByRole("article", { name: /From memory: INC-101/ })).toBeInTheDocument();
});
