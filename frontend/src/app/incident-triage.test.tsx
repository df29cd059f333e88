import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { incidentAlerts } from "@/testing/alert-records";
import { incidentRecord, investigationRecord } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { server, serverHolds } from "@/testing/server";

const TRIAGE = incidentRecord({ status: "triage", declared_by: "alertmanager via Prometheus" });

it("an incident of a rule is confirmed with one press", async () => {
  serverHolds(TRIAGE, [investigationRecord()]);
  const sent: unknown[] = [];
  server.use(
    http.patch("*/incidents/INC-117", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(incidentRecord({ status: "investigating" }));
    }),
  );
  const { user } = openConsole("/incidents/INC-117");
  await user.click(await screen.findByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(sent).toEqual([{ status: "investigating" }]));
});

it("or is resolved as a false alarm, in the name of who said so", async () => {
  serverHolds(TRIAGE, [investigationRecord()]);
  const sent: unknown[] = [];
  server.use(
    http.post("*/incidents/INC-117/resolve", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(incidentRecord({ status: "resolved", outcome: "false_alarm" }));
    }),
  );
  const { user } = openConsole("/incidents/INC-117");
  await user.click(await screen.findByRole("button", { name: "Resolve as false alarm" }));
  await waitFor(() => expect(sent).toEqual([{ outcome: "false_alarm", resolved_by: "Ada Lovelace" }]));
});

it("its alerts are told in short, with the earlier incident and the numbers behind the trend", async () => {
  serverHolds(TRIAGE, [investigationRecord()]);
  server.use(
    http.get("*/incidents/INC-117/alerts/summary", () =>
      HttpResponse.json(
        incidentAlerts({
          alerts: 200,
          occurrences: 15_000,
          firing: 12,
          recurrence_of: "INC-90",
          last_began_at: "2026-03-01T12:00:00.000Z",
          trend: [
            { at: "2026-03-01T11:55:00.000Z", count: 0 },
            { at: "2026-03-01T12:00:00.000Z", count: 4 },
          ],
        }),
      ),
    ),
  );
  openConsole("/incidents/INC-117");
  const panel = await screen.findByRole("region", { name: "Alerts" });
  expect(panel).toHaveTextContent("12 firing of 200 alerts, 15,000 occurrences");
  expect(screen.getByRole("link", { name: "INC-90" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "All of them" })).toHaveAttribute(
    "href",
    "/alerts?incident=INC-117",
  );
  expect(screen.getByRole("table", { name: "Occurrences begun in the last hour" })).toHaveTextContent(
    "12:004",
  );
});
