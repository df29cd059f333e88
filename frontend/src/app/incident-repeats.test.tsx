import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { IncidentResolve, Repeat } from "@/api/types";
import { repeatRecord, rulingRecord } from "@/testing/memory-records";
import { historicalIncident, incidentRecord, investigationRecord } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { pageOf, server, serverHolds } from "@/testing/server";

const OPEN = incidentRecord({ fingerprint: "f-1" });

function errorIsKnown(repeat: Repeat | null = repeatRecord()): void {
  server.use(http.get("*/incidents/INC-117/repeat", () => HttpResponse.json(repeat)));
}

/** What is sent when the incident is resolved. */
function resolving(): IncidentResolve[] {
  const sent: IncidentResolve[] = [];
  server.use(
    http.post("*/incidents/INC-117/resolve", async ({ request }) => {
      sent.push((await request.json()) as IncidentResolve);
      return HttpResponse.json(incidentRecord({ status: "resolved", outcome: "fixed", same_as: "INC-104" }));
    }),
  );
  return sent;
}

it("a repeat shows how often it was seen and how each resolution has fared", async () => {
  serverHolds(OPEN, [investigationRecord()]);
  errorIsKnown();
  openConsole("/incidents/INC-117");
  const panel = await screen.findByRole("region", { name: "This error before" });
  expect(await within(panel).findByText(/Seen 4 times in this service/)).toBeInTheDocument();
  const [best, sample] = within(panel).getAllByRole("listitem");
  expect(sample).toHaveTextContent("Sample");
  expect(best).not.toHaveTextContent("Sample");
  expect(best).toHaveTextContent("Closed the exporter's sessions.");
  expect(best).toHaveTextContent("Fixed the same way 3 times · did not help once · median 18m to fix");
});

it("the same resolution fills cause and resolution, and is sent with what was tried in vain", async () => {
  serverHolds(OPEN, [investigationRecord()]);
  errorIsKnown();
  const sent = resolving();
  const { user } = openConsole("/incidents/INC-117");
  await user.click(await screen.findByRole("button", { name: "Resolve" }));
  const known = await screen.findByRole("group", { name: "Did one of these end it?" });
  await user.click(await within(known).findByRole("button", { name: "Same resolution as INC-110" }));
  await user.click(within(known).getByRole("button", { name: "Same resolution as INC-104" }));
  expect(screen.getByRole("textbox", { name: /^Root cause/ })).toHaveValue(
    "A leaked session in the exporter.",
  );
  expect(screen.getByRole("textbox", { name: /^Resolution/ })).toHaveValue("Closed the exporter's sessions.");
  expect(screen.getByText(/Confirms the memory of INC-104 instead of writing a new one/)).toBeInTheDocument();
  await user.click(within(known).getByRole("checkbox", { name: /did not help: the resolution of INC-101/ }));
  await user.click(screen.getByRole("button", { name: "Resolve incident" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ same_as: "INC-104", did_not_help: ["INC-101"] });
});

it("taking back the same resolution takes back its words, and keeps what was typed", async () => {
  serverHolds(OPEN, [investigationRecord()]);
  errorIsKnown();
  const { user } = openConsole("/incidents/INC-117");
  await user.click(await screen.findByRole("button", { name: "Resolve" }));
  await user.type(screen.getByRole("textbox", { name: /^Root cause/ }), "My own words.");
  const same = await screen.findByRole("button", { name: "Same resolution as INC-104" });
  await user.click(same);
  await user.click(same);
  expect(screen.getByRole("textbox", { name: /^Root cause/ })).toHaveValue("My own words.");
  expect(screen.getByRole("textbox", { name: /^Resolution/ })).toHaveValue("");
  expect(screen.getByRole("textbox", { name: /^Same resolution as/ })).toHaveValue("");
});

it("an incident that confirms another links to it in place of a memory of its own", async () => {
  const memory = { ...OPEN.memory, reason: "confirms", confirms: "INC-104" };
  serverHolds(incidentRecord({ status: "resolved", resolved_at: "2026-03-01T13:00:00.000Z", memory }));
  openConsole("/incidents/INC-117");
  const panel = await screen.findByRole("region", { name: "In memory" });
  expect(panel).toHaveTextContent("Confirms INC-104: it ended in the same way");
  expect(within(panel).getByRole("link", { name: "INC-104" })).toHaveAttribute("href", "/incidents/INC-104");
});

it("an error that is not the same is split off with a reason, and the way back is offered at once", async () => {
  serverHolds(OPEN, [investigationRecord()]);
  errorIsKnown();
  const [ruled, undone]: [unknown[], string[]] = [[], []];
  server.use(
    http.post("*/fingerprints/split", async ({ request }) => {
      ruled.push(await request.json());
      return HttpResponse.json(rulingRecord(), { status: 201 });
    }),
    http.post("*/fingerprints/rulings/:id/undo", ({ params }) => {
      undone.push(String(params.id));
      return HttpResponse.json(rulingRecord({ undone_at: "2026-03-01T12:31:00.000Z", undone_by: "Ada" }));
    }),
  );
  const { user } = openConsole("/incidents/INC-117");
  await user.click(await screen.findByRole("button", { name: "Not the same error…" }));
  await user.type(screen.getByRole("textbox", { name: /Reason/ }), "Another pool.");
  await user.click(screen.getByRole("button", { name: "Split it off" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("The ruling is undone.")).toBeInTheDocument();
  expect(ruled).toEqual([{ incident_ids: ["INC-117"], reason: "Another pool." }]);
  expect(undone).toEqual(["7"]);
});

it("the log of rulings says who ruled what and why, and undoes what stands", async () => {
  server.use(
    http.get("*/fingerprints/rulings", () =>
      HttpResponse.json(
        pageOf([
          rulingRecord({ id: 8, kind: "merge", into: "INC-104", reason: "The same pool." }),
          rulingRecord({ undone_at: "2026-03-01T12:31:00.000Z", undone_by: "Grace Hopper" }),
        ]),
      ),
    ),
  );
  openConsole("/rulings");
  const [merge, split] = within(await screen.findByRole("list", { name: /Rulings/ })).getAllByRole(
    "listitem",
  );
  if (!merge || !split) throw new Error("no rulings");
  expect(merge).toHaveTextContent("INC-117counts as the error of INC-104");
  expect(merge).toHaveTextContent("The same pool.");
  expect(within(merge).getByRole("button", { name: "Undo ruling 8" })).toBeEnabled();
  expect(split).toHaveTextContent("undone by Grace Hopper");
  expect(within(split).queryByRole("button")).not.toBeInTheDocument();
});

it("evidence and analysis that were forgotten say so in place of their words", async () => {
  const forgotten = { at: "2026-03-02T09:00:00.000Z", by: "Grace Hopper" };
  const erased = "Forgotten on 2026-03-02 by Grace Hopper.";
  const run = investigationRecord({
    similar_historical_incidents: [historicalIncident({ forgotten, resolution: erased, title: erased })],
    forgotten: [{ document_id: "INC-101", in_analysis: true, ...forgotten }],
  });
  serverHolds(incidentRecord(), [run]);
  openConsole("/incidents/INC-117");
  const card = await screen.findByRole("article", { name: "Forgotten memory: INC-101" });
  expect(card).toHaveTextContent("Forgotten on 2 Mar 2026 by Grace Hopper");
  const analysis = screen.getByRole("article", { name: "Analysis" });
  expect(analysis).toHaveTextContent("This analysis was made with the memory of INC-101");
  expect(analysis).not.toHaveTextContent("Raise the pool.");
  expect(within(analysis).getByRole("button", { name: /INC-101/ })).toBeInTheDocument();
});
