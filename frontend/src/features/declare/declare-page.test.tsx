import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { historicalIncident, incidentRecord, investigationRecord, recallTrace } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { problem, server, serverHolds, serverInvestigates } from "@/testing/server";

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

it("asks memory as soon as it is declared, before anything that stands further down, whatever the page waits for", async () => {
  serverHolds(incidentRecord({ id: "INC-119" }));
  const run = serverInvestigates("INC-119");
  const asked: string[] = [];
  server.use(
    http.get("*/api/v1/action-items", ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return HttpResponse.json({ items: [], next_cursor: null, total: 0 });
    }),
    http.post("*/api/v1/incidents", () =>
      HttpResponse.json(incidentRecord({ id: "INC-119" }), { status: 201 }),
    ),
    http.get("*/api/v1/incidents/INC-119/investigations", () => new Promise<never>(() => undefined)),
  );
  const { user } = openConsole("/declare");
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Declare incident" }));
  await waitFor(() => expect(run.started).toHaveLength(1));
  expect(await screen.findByText("Have we seen this?")).toBeInTheDocument();
  expect(asked).toEqual([]);
  const { memory_status, memory, similar_historical_incidents, repeat } = investigationRecord();
  run.send("evidence", { memory_status, memory, similar_historical_incidents, repeat });
  expect(await screen.findByRole("article", { name: "Best evidence: INC-101" })).toBeInTheDocument();
  await waitFor(() => expect(asked).not.toEqual([]));
});

it("leads with Tab from the severity to the error, and from taking the higher one back to the severities", async () => {
  const { user } = openConsole("/declare");
  await user.click(await screen.findByRole("radio", { name: /SEV2/ }));
  await user.tab();
  await user.keyboard("Pool exhausted");
  expect(screen.getByRole("textbox", { name: /^Error/ })).toHaveValue("Pool exhausted");
  await user.click(screen.getByRole("button", { name: /Take the higher one: SEV1/ }));
  expect(screen.getByRole("radio", { name: /SEV1/ })).toBeChecked();
  expect(screen.getByRole("radio", { name: /SEV1/ })).toHaveFocus();
});

it("follows memory while it is starting", async () => {
  let asked = 0;
  server.use(
    http.post("*/api/v1/memory/recall", () => {
      asked += 1;
      const isUp = asked > 1;
      return HttpResponse.json({
        memory_status: isUp ? "ok" : "unavailable",
        memory: recallTrace(isUp ? {} : { reason: "starting", recalled: 0, kept: 0 }),
        similar_historical_incidents: isUp ? [historicalIncident()] : [],
      });
    }),
  );
  const { user } = openConsole("/declare");
  await user.type(await screen.findByRole("textbox", { name: /^Symptoms/ }), "Charges time out at checkout");
  expect(await screen.findByText("Memory: unavailable")).toBeInTheDocument();
  const found = await screen.findByRole("article", { name: /From memory: INC-101/ }, { timeout: 4_000 });
  expect(found).toBeInTheDocument();
  expect(asked).toBe(2);
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
