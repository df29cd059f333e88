import { screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { DraftOutcome, Postmortem, Proposal } from "@/api/types";
import { postmortemRecord, sectionRecord, serverHoldsPostmortem } from "@/testing/postmortem-records";
import { openConsole } from "@/testing/render";
import { problem, server } from "@/testing/server";

const ADDRESS = "/incidents/INC-117/postmortem";
const EMPTY = postmortemRecord({
  sections: [sectionRecord(), sectionRecord({ key: "got_lucky", title: "Where we got lucky" })],
});
const DRAFTED = postmortemRecord({
  sections: [
    sectionRecord({ text: "Charges failed for an hour.", revision: 1 }),
    sectionRecord({ key: "got_lucky", title: "Where we got lucky" }),
  ],
});

function outcome(postmortem: Postmortem, given: Partial<DraftOutcome> = {}): DraftOutcome {
  const none = { filled: [], proposed: [] };
  return {
    source: "template",
    model: null,
    reason: "not_configured",
    detail: null,
    ...none,
    postmortem,
    ...given,
  };
}

it("a draft says that it is under way, what it filled and what it left, and can be taken back", async () => {
  const held = serverHoldsPostmortem(EMPTY);
  server.use(
    http.post("*/api/v1/postmortems/INC-117/draft", async () => {
      await delay(50);
      held.postmortem = DRAFTED;
      return HttpResponse.json(outcome(DRAFTED, { filled: ["overview"] }));
    }),
    http.put("*/api/v1/postmortems/INC-117/sections/overview", async ({ request }) => {
      await held.keep(request);
      held.postmortem = { ...EMPTY, sections: [sectionRecord({ revision: 2 }), ...EMPTY.sections.slice(1)] };
      return HttpResponse.json(held.postmortem);
    }),
  );
  const { user } = openConsole(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Draft from the record" }));
  expect(screen.getByRole("button", { name: "Drafting…" })).toBeDisabled();
  expect(screen.getByText("Drafting from the record…")).toBeVisible();
  const told = await screen.findByRole("region", { name: "What the draft did" });
  expect(told).toHaveTextContent("The draft filled 1 section.");
  expect(told).toHaveTextContent("no model is configured");
  expect(within(told).getByRole("button", { name: "Overview" })).toBeVisible();
  expect(told).toHaveTextContent("Still empty, for people to write:Where we got lucky");
  await user.click(within(told).getByRole("button", { name: "Take the draft back" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Overview" })).toHaveValue(""));
  expect(held.sent).toEqual([
    { path: "/sections/overview", ifMatch: '"1"', body: { text: "", settles: true } },
  ]);
  await waitFor(() => expect(screen.queryByRole("region", { name: "What the draft did" })).toBeNull());
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

it("a draft that finds nothing to fill says so", async () => {
  serverHoldsPostmortem(DRAFTED);
  server.use(http.post("*/api/v1/postmortems/INC-117/draft", () => HttpResponse.json(outcome(DRAFTED))));
  const { user } = openConsole(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Draft from the record" }));
  const told = await screen.findByRole("region", { name: "What the draft did" });
  expect(told).toHaveTextContent("The draft changed nothing");
  expect(within(told).queryByRole("button", { name: "Take the draft back" })).toBeNull();
});

it("a section that somebody wrote in since stays when the draft is taken back", async () => {
  const held = serverHoldsPostmortem(EMPTY);
  server.use(
    http.post("*/api/v1/postmortems/INC-117/draft", () => {
      held.postmortem = DRAFTED;
      return HttpResponse.json(outcome(DRAFTED, { filled: ["overview"] }));
    }),
    http.put("*/api/v1/postmortems/INC-117/sections/overview", () => problem(412, "stale-revision")),
  );
  const { user } = openConsole(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Draft from the record" }));
  await user.click(await screen.findByRole("button", { name: "Take the draft back" }));
  expect(await screen.findByText(/One section was written in since, and stays/)).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Overview" })).toHaveValue("Charges failed for an hour.");
});

it("a newer draft than the one that is taken back stays beside what was written", async () => {
  const proposal: Proposal = {
    id: "first",
    text: "Charges hung.",
    source: "template",
    model: null,
    citations: [],
    entries: [],
    by: "Ada Lovelace",
    at: "2026-03-01T14:00:00.000Z",
  };
  const beside = (id: string, text: string) =>
    postmortemRecord({
      sections: [sectionRecord({ text: "By hand.", revision: 1, proposal: { ...proposal, id, text } })],
    });
  const held = serverHoldsPostmortem(
    postmortemRecord({ sections: [sectionRecord({ text: "By hand.", revision: 1 })] }),
  );
  const left: (string | null)[] = [];
  server.use(
    http.post("*/api/v1/postmortems/INC-117/draft", () => {
      held.postmortem = beside("second", "Charges hung for an hour.");
      return HttpResponse.json(outcome(beside("first", "Charges hung."), { proposed: ["overview"] }));
    }),
    http.delete("*/api/v1/postmortems/INC-117/sections/overview/proposal", ({ request }) => {
      left.push(new URL(request.url).searchParams.get("draft"));
      return problem(412, "stale-revision");
    }),
  );
  const { user } = openConsole(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Draft from the record" }));
  await user.click(await screen.findByRole("button", { name: "Take the draft back" }));
  expect(await screen.findByText(/Beside one section stands a newer draft by now: it stays/)).toBeVisible();
  expect(left).toEqual(["first"]);
  expect(await screen.findByText("A draft beside yours")).toBeVisible();
});

it("a draft that cannot be taken back, since it is published, is not said to be taken back", async () => {
  const held = serverHoldsPostmortem(EMPTY);
  server.use(
    http.post("*/api/v1/postmortems/INC-117/draft", () => {
      held.postmortem = DRAFTED;
      return HttpResponse.json(outcome(DRAFTED, { filled: ["overview"] }));
    }),
    http.put("*/api/v1/postmortems/INC-117/sections/overview", () => problem(409, "postmortem-published")),
  );
  const { user } = openConsole(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Draft from the record" }));
  await user.click(await screen.findByRole("button", { name: "Take the draft back" }));
  expect(await screen.findByText(/Taking the draft back failed/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Take the draft back" })).toBeVisible();
});

it("a review is asked of people by name, and of nobody not at all", async () => {
  const held = serverHoldsPostmortem(DRAFTED);
  server.use(
    http.post("*/api/v1/postmortems/INC-117/status", async ({ request }) => {
      await held.keep(request);
      const { reviewers } = (await request.json()) as { reviewers: string[] };
      held.postmortem = { ...DRAFTED, status: "in_review", reviewers };
      return HttpResponse.json(held.postmortem);
    }),
  );
  const { user } = openConsole(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Ask for review…" }));
  const dialog = screen.getByRole("dialog", { name: "Ask for review" });
  await user.click(within(dialog).getByRole("button", { name: "Ask for review" }));
  expect(within(dialog).getByText("Name at least one person who is asked to read it.")).toBeVisible();
  expect(held.sent).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Ask Grace Hopper" }));
  await user.click(within(dialog).getByRole("button", { name: "Ask for review" }));
  expect(await screen.findByText("waiting for Grace Hopper")).toBeVisible();
  expect(held.sent).toEqual([
    { path: "/status", ifMatch: '"1"', body: { status: "in_review", reviewers: ["Grace Hopper"] } },
  ]);
});
