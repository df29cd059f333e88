import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { IncidentResolve, Investigation } from "@/api/types";
import { historicalIncident, incidentRecord, investigationRecord, recallTrace } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { problem, server, serverHolds, serverInvestigates } from "@/testing/server";

describe("an unresolved incident without an investigation", () => {
  it("starts one, and evidence is on screen before the model has answered", async () => {
    serverHolds(incidentRecord());
    const run = serverInvestigates("INC-117");
    openConsole("/incidents/INC-117");
    await waitFor(() => expect(run.started).toHaveLength(1));

    const { memory_status, memory, similar_historical_incidents, repeat } = investigationRecord();
    run.send("evidence", { memory_status, memory, similar_historical_incidents, repeat });
    expect(await screen.findByText("Memory: ok.")).toBeInTheDocument();
    expect(screen.getByRole("article", { name: /From memory: INC-101/ })).toHaveTextContent(
      "Raised the pool",
    );
    expect(screen.queryByRole("article", { name: "Analysis" })).not.toBeInTheDocument();

    serverHolds(incidentRecord(), [investigationRecord()]);
    run.send("done", investigationRecord());
    run.end();
    expect(await screen.findByRole("article", { name: "Analysis" })).toHaveTextContent("openai/gpt-oss-20b");
    expect(run.started).toHaveLength(1);
  });

  it("says that the run failed, and offers another", async () => {
    serverHolds(incidentRecord({ id: "INC-118" }));
    server.use(http.post("*/incidents/INC-118/analyze", () => problem(503, "unavailable")));
    openConsole("/incidents/INC-118");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The investigation failed");
    expect(within(alert).getByRole("button", { name: "Try again" })).toBeEnabled();
  });
});

it("opening an incident that was investigated starts nothing", async () => {
  serverHolds(incidentRecord(), [investigationRecord()]);
  const run = serverInvestigates("INC-117");
  openConsole("/incidents/INC-117");
  await screen.findByRole("article", { name: "Analysis" });
  expect(run.started).toHaveLength(0);
});

it("opening a resolved incident starts nothing", async () => {
  serverHolds(incidentRecord({ status: "resolved", resolved_at: "2026-03-01T13:00:00.000Z" }));
  const run = serverInvestigates("INC-117");
  openConsole("/incidents/INC-117");
  expect(await screen.findByText("No investigation yet")).toBeInTheDocument();
  expect(run.started).toHaveLength(0);
});

it("unavailable memory shows its cause and is never called empty", async () => {
  const memory = recallTrace({ reason: "timeout", detail: "No answer within 5 s.", recalled: 0, kept: 0 });
  serverHolds(incidentRecord(), [
    investigationRecord({ memory_status: "unavailable", memory, similar_historical_incidents: [] }),
  ]);
  openConsole("/incidents/INC-117");
  const banner = (await screen.findByText("Memory: unavailable")).closest("[data-memory-status]");
  expect(banner).toHaveTextContent("memory did not answer in time");
  expect(banner).toHaveTextContent("No answer within 5 s.");
  expect(banner).toHaveTextContent("1 Mar 2026, 12:00 UTC");
  expect(screen.queryByText(/Memory: empty/)).not.toBeInTheDocument();
});

it("asks memory once more, by itself, when it was still starting and is ready now", async () => {
  const memory = recallTrace({ reason: "starting", recalled: 0, kept: 0 });
  const missed = { memory_status: "unavailable" as const, memory, similar_historical_incidents: [] };
  serverHolds(incidentRecord({ id: "INC-120" }), [investigationRecord({ id: "INV-starting", ...missed })]);
  const run = serverInvestigates("INC-120");
  openConsole("/incidents/INC-120");
  await waitFor(() => expect(run.started).toHaveLength(1));
});

it("leads with the best match and says the others in a line each", async () => {
  const others = [102, 103].map((number) =>
    historicalIncident({ incident_id: `INC-${number}`, document_id: `INC-${number}`, similarity: 0.5 }),
  );
  serverHolds(incidentRecord(), [
    investigationRecord({ similar_historical_incidents: [historicalIncident(), ...others] }),
  ]);
  const { user } = openConsole("/incidents/INC-117");
  const more = await screen.findByRole("region", { name: "More strong matches" });
  expect(more).toHaveTextContent("2 more strong matches");
  expect(within(more).queryByText("Why it broke")).not.toBeInTheDocument();
  await user.click(within(more).getByRole("button", { name: /INC-102/ }));
  expect(within(more).getByText("Why it broke")).toBeInTheDocument();
  await waitFor(() => expect(within(more).getByRole("article", { name: /INC-102/ })).toHaveFocus());
});

it("asks for no verdict on an analysis whose words are erased, and names the weak matches it left out", async () => {
  const forgotten = [
    { document_id: "INC-101", at: "2026-03-02T12:00:00.000Z", by: "Ada", in_analysis: true },
  ] as Investigation["forgotten"];
  const weak = historicalIncident({ incident_id: "INC-104", document_id: "INC-104", match: "weak" });
  serverHolds(incidentRecord(), [
    investigationRecord({ forgotten, similar_historical_incidents: [historicalIncident(), weak] }),
  ]);
  openConsole("/incidents/INC-117");
  const analysis = await screen.findByRole("article", { name: "Analysis" });
  expect(within(analysis).queryByRole("region", { name: /Feedback/ })).not.toBeInTheDocument();
  expect(
    screen.getByText("Nothing was excluded but 1 weak match, listed with the evidence."),
  ).toBeInTheDocument();
});

it("weak matches stand apart from strong ones", async () => {
  const weak = historicalIncident({ incident_id: "INC-104", document_id: "INC-104", match: "weak" });
  serverHolds(incidentRecord(), [
    investigationRecord({ similar_historical_incidents: [historicalIncident(), weak] }),
  ]);
  openConsole("/incidents/INC-117");
  const apart = await screen.findByRole("region", { name: "Weak matches", hidden: true });
  expect(apart).toHaveTextContent("INC-104");
  expect(apart).not.toHaveTextContent("INC-101");
});

it("a citation moves focus to the evidence it cites, and an id that is not cited stays text", async () => {
  serverHolds(incidentRecord(), [investigationRecord()]);
  const { user } = openConsole("/incidents/INC-117");
  const analysis = await screen.findByRole("article", { name: "Analysis" });
  expect(within(analysis).queryByRole("button", { name: /INC-999/ })).not.toBeInTheDocument();
  const [chip] = within(analysis).getAllByRole("button", { name: /INC-101/ });
  if (!chip) throw new Error("no chip");
  await user.click(chip);
  expect(screen.getByRole("article", { name: /From memory: INC-101/ })).toHaveFocus();
});

it("taking over a cause keeps what was typed, and resolving sends it with the name", async () => {
  serverHolds(incidentRecord(), [investigationRecord()]);
  const sent: IncidentResolve[] = [];
  server.use(
    http.post("*/incidents/INC-117/resolve", async ({ request }) => {
      sent.push((await request.json()) as IncidentResolve);
      return HttpResponse.json(incidentRecord({ status: "resolved", outcome: "fixed" }));
    }),
  );
  const { user } = openConsole("/incidents/INC-117");
  await user.click(await screen.findByRole("button", { name: "Resolve" }));
  await user.type(screen.getByRole("textbox", { name: /^Root cause/ }), "My own words.");
  await user.click(screen.getByRole("button", { name: /Same resolution: use it/ }));
  expect(screen.getByRole("textbox", { name: /^Root cause/ })).toHaveValue("My own words.");
  await user.click(screen.getByRole("button", { name: "Resolve incident" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    root_cause: "My own words.",
    resolution: "Raised the pool from 20 to 100.",
    same_as: "INC-101",
    resolved_by: "Ada Lovelace",
  });
});

it("a half-written resolution is still there after a reload", async () => {
  serverHolds(incidentRecord(), [investigationRecord()]);
  const { user, unmount } = openConsole("/incidents/INC-117");
  await user.click(await screen.findByRole("button", { name: "Resolve" }));
  await user.type(screen.getByRole("textbox", { name: /^Root cause/ }), "Half a thought");
  unmount();
  openConsole("/incidents/INC-117");
  expect(await screen.findByRole("textbox", { name: "Root cause" })).toHaveValue("Half a thought");
});
