import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { incidentRecord, investigationRecord } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { problem, server, serverHolds } from "@/testing/server";
import { timelineItem, timelineOf } from "@/testing/timeline-records";

const TIMELINE = "*/api/v1/incidents/INC-117/timeline";

function serverTells(...items: ReturnType<typeof timelineItem>[]) {
  serverHolds(incidentRecord());
  server.use(http.get(TIMELINE, () => HttpResponse.json(timelineOf(items))));
}

async function openTimeline() {
  const view = openConsole("/incidents/INC-117");
  return { ...view, list: await screen.findByRole("list", { name: /Timeline entries/ }) };
}

it("sends a status update with its audience and keeps what was typed when the server refuses", async () => {
  serverTells(timelineItem({ kind: "declared" }));
  const sent: unknown[] = [];
  server.use(
    http.post(TIMELINE, async ({ request }) => {
      sent.push(await request.json());
      return problem(503, "unavailable");
    }),
  );
  const { user } = await openTimeline();
  const form = within(screen.getByRole("form", { name: "New entry" }));
  await user.click(form.getByRole("radio", { name: "Update" }));
  await user.selectOptions(form.getByLabelText("Audience"), "customers");
  await user.type(form.getByLabelText("Add a status update"), "We are on it{Control>}{Enter}{/Control}");
  expect(await form.findByText(/Your text is kept/)).toBeInTheDocument();
  expect(sent).toEqual([
    {
      kind: "status_update",
      text: "We are on it",
      happened_at: null,
      audience: "customers",
      next_update_at: null,
    },
  ]);
  expect(form.getByLabelText("Add a status update")).toHaveValue("We are on it");
});

it("shows both texts when somebody else edited the entry meanwhile", async () => {
  const note = timelineItem({ text: "One pool" });
  const theirs = { ...note, text: "Two pools", revision: 2, edited_by: "Grace", edited_at: note.recorded_at };
  serverTells(note);
  const revisions: (string | null)[] = [];
  server.use(
    http.patch(`${TIMELINE}/${note.id}`, ({ request }) => {
      revisions.push(request.headers.get("if-match"));
      return revisions.length === 1 ? problem(412, "stale-revision") : HttpResponse.json(theirs);
    }),
    http.get(`${TIMELINE}/${note.id}/history`, () => HttpResponse.json({ entry: theirs, changes: [] })),
  );
  const { user, list } = await openTimeline();
  await user.click(within(list).getByRole("button", { name: "Edit" }));
  const text = within(list).getByLabelText("Text");
  await user.clear(text);
  await user.type(text, "Three pools");
  await user.click(within(list).getByRole("button", { name: "Save" }));
  expect(await within(list).findByRole("alert")).toHaveTextContent(/Somebody else changed this entry/);
  expect(text).toHaveValue("Three pools");
  await user.click(within(list).getByRole("button", { name: "Save over theirs" }));
  await expect.poll(() => revisions).toEqual(['"1"', '"2"']);
});

it("shows only what is pinned, and nothing of a note but inert Markdown", async () => {
  const hostile = "<img src=x onerror=alert(1)> ![x](https://evil.example/p.png) **bold**";
  serverTells(
    timelineItem({ id: "record-1", kind: "declared" }),
    timelineItem({ id: "record-2", text: hostile, pinned: true }),
  );
  const { user, list } = await openTimeline();
  expect(await within(list).findByText("bold")).toBeInTheDocument();
  expect(list.querySelector("img, script")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Pinned" }));
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
});

it("says that the note was added, stays in the box for the next one, and leaves it on Esc with what was typed", async () => {
  serverTells(timelineItem({ kind: "declared" }));
  server.use(
    http.post(TIMELINE, () => HttpResponse.json(timelineItem({ text: "Restarted" }), { status: 201 })),
  );
  const { user } = await openTimeline();
  const form = within(screen.getByRole("form", { name: "New entry" }));
  const box = form.getByLabelText("Add a note");
  await user.type(box, "Restarted{Control>}{Enter}{/Control}");
  expect(await form.findByText(/Note added/)).toBeInTheDocument();
  expect(box).toHaveFocus();
  await user.keyboard("The second");
  await user.keyboard("{Escape}");
  expect(box).toHaveValue("The second");
  await user.keyboard("n");
  expect(box).toHaveFocus();
  expect(box).toHaveValue("The second");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await form.findByText(/Note added/)).toBeInTheDocument();
  await user.click(form.getByRole("radio", { name: "Update" }));
  expect(form.queryByText(/Note added/)).toBeNull();
});

it("leads to the entry that the address names, and marks it, also when a choice above would hide it", async () => {
  serverTells(
    timelineItem({ id: "record-1", kind: "declared" }),
    timelineItem({ id: "record-2", text: "The pool was full" }),
  );
  openConsole("/incidents/INC-117#entry-record-2");
  await screen.findByText("The pool was full");
  const entry = document.getElementById("entry-record-2");
  await expect.poll(() => document.activeElement).toBe(entry);
  expect(entry).toHaveAttribute("data-marked", "true");
});

it("says when the entry that the address names is gone", async () => {
  serverTells(timelineItem({ id: "record-1", kind: "declared" }));
  openConsole("/incidents/INC-117#entry-record-9");
  expect(await screen.findByText(/is not in this timeline/)).toBeInTheDocument();
});

it("reads the newest part first and the older entries behind it", async () => {
  const asked: string[] = [];
  serverHolds(incidentRecord(), [investigationRecord()]);
  server.use(
    http.get(TIMELINE, ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      if (searchParams.has("since")) return HttpResponse.json(timelineOf([], { since: 1 }));
      const isOlder = searchParams.get("cursor") === "older";
      const item = timelineItem(
        isOlder ? { id: "record-1", text: "First" } : { id: "record-2", text: "Second" },
      );
      return HttpResponse.json(timelineOf([item], { next_cursor: isOlder ? null : "older" }));
    }),
  );
  const { list } = await openTimeline();
  expect(await within(list).findByText("First")).toBeInTheDocument();
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual([expect.stringContaining("Second"), expect.stringContaining("First")]);
  expect(asked.filter((query) => !query.startsWith("since"))).toEqual([
    "limit=150",
    "limit=1000&cursor=older",
  ]);
});

it("says what pinning does where one pins", async () => {
  const note = timelineItem({ text: "The pool was full" });
  serverTells(note);
  server.use(http.post(`${TIMELINE}/${note.id}/pin`, () => HttpResponse.json({ ...note, pinned: true })));
  const { user, list } = await openTimeline();
  await user.click(within(list).getByRole("button", { name: "Pin" }));
  expect(await screen.findByText(/will stand in the timeline of the postmortem/)).toBeInTheDocument();
});

it("begins a very long note folded", async () => {
  serverTells(timelineItem({ text: `Begin. ${"words ".repeat(400)}End.` }));
  const { user, list } = await openTimeline();
  const fold = await within(list).findByRole("button", { name: "Show all of it", expanded: false });
  await user.click(fold);
  expect(within(list).getByRole("button", { name: "Show less", expanded: true })).toHaveFocus();
});

it("brings a removed entry back by one click, and the focus is not lost", async () => {
  const note = timelineItem({ text: "Wrong place" });
  serverTells(note);
  let restored = false;
  server.use(
    http.delete(`${TIMELINE}/${note.id}`, () => new HttpResponse(null, { status: 204 })),
    http.post(`${TIMELINE}/${note.id}/restore`, () => {
      restored = true;
      return HttpResponse.json(note);
    }),
  );
  const { user, list } = await openTimeline();
  await user.click(within(list).getByRole("button", { name: "Remove" }));
  expect(list).toHaveFocus();
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await expect.poll(() => restored).toBe(true);
});

it("posts a note once however often it is sent, and keeps what is typed meanwhile", async () => {
  serverTells(timelineItem({ kind: "declared" }));
  const sent: unknown[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post(TIMELINE, async ({ request }) => {
      sent.push(((await request.json()) as { text: string }).text);
      await answered;
      return HttpResponse.json(timelineItem({ text: "Restarted it" }), { status: 201 });
    }),
  );
  const { user } = await openTimeline();
  const form = within(screen.getByRole("form", { name: "New entry" }));
  const box = form.getByLabelText("Add a note");
  await user.type(box, "Restarted it{Control>}{Enter}{/Control}");
  await expect.poll(() => sent).toEqual(["Restarted it"]);
  await user.type(box, "{Control>}{Enter}{/Control}, pool 2 next");
  answer();
  await expect.poll(() => form.getByRole("button", { name: /Add/ })).toBeEnabled();
  expect(box).toHaveValue("Restarted it, pool 2 next");
  expect(sent).toEqual(["Restarted it"]);

  await user.type(box, "{Control>}{Enter}{/Control}");
  await expect.poll(() => box).toHaveValue("");
  expect(sent).toEqual(["Restarted it", "Restarted it, pool 2 next"]);
});

it("leaves what another changed of an entry when one saves one's own text over theirs", async () => {
  const guess = timelineItem({ kind: "hypothesis", text: "A leak", details: { state: "open" } });
  const theirs = { ...guess, text: "Leaks", details: { state: "ruled_out" }, revision: 2 };
  serverTells(guess);
  const sent: unknown[] = [];
  server.use(
    http.patch(`${TIMELINE}/${guess.id}`, async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? problem(412, "stale-revision")
        : HttpResponse.json({ ...theirs, revision: 3 });
    }),
    http.get(`${TIMELINE}/${guess.id}/history`, () => HttpResponse.json({ entry: theirs, changes: [] })),
  );
  const { user, list } = await openTimeline();
  await user.click(within(list).getByRole("button", { name: "Edit" }));
  await user.type(within(list).getByLabelText("Text"), " of memory");
  await user.click(within(list).getByRole("button", { name: "Save" }));
  await user.click(await within(list).findByRole("button", { name: "Save over theirs" }));
  await expect.poll(() => sent).toEqual([{ text: "A leak of memory" }, { text: "A leak of memory" }]);
});
