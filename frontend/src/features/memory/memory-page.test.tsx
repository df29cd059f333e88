import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { RecallRequest } from "@/api/types";
import { auditRecord, ledgerItem } from "@/testing/memory-records";
import { historicalIncident, recallTrace } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { pageOf, problem, server } from "@/testing/server";

/** The ledger holds these; what was asked of it is noted. */
function ledgerHolds(...items: ReturnType<typeof ledgerItem>[]) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/memory/documents", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(pageOf(items));
    }),
  );
  return asked;
}

describe("the ledger", () => {
  it("filters by state with one press, and the address keeps it", async () => {
    const asked = ledgerHolds(ledgerItem());
    const { user, router } = openConsole("/memory?tab=ledger");
    await user.click(await screen.findByRole("button", { name: /Failed 1/ }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ state: "failed" }));
    expect(screen.getByRole("button", { name: /Failed 1/ })).toHaveAttribute("aria-pressed", "true");
    await waitFor(() => expect(asked.at(-1)?.getAll("state")).toEqual(["failed"]));
  });

  it("finds a document by what is typed", async () => {
    const asked = ledgerHolds(ledgerItem());
    const { user, router } = openConsole("/memory?tab=ledger&state=ready");
    await user.type(await screen.findByRole("searchbox", { name: /Find/ }), "INC-101");
    await waitFor(() => expect(router.state.location.search).toMatchObject({ q: "INC-101", state: "ready" }));
    await waitFor(() => expect(asked.at(-1)?.get("q")).toBe("INC-101"));
  });

  it("retries what is selected, and says what was left alone and why", async () => {
    ledgerHolds(
      ledgerItem({ state: "failed", reason: "unauthorized" }),
      ledgerItem({ id: "INC-102", incident_id: "INC-102", title: "Emails are late" }),
    );
    const sent: unknown[] = [];
    server.use(
      http.post("*/memory/documents/retain", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({
          retried: ["INC-101"],
          refused: [{ id: "INC-102", reason: "forgotten" }],
          more: false,
        });
      }),
    );
    const { user } = openConsole("/memory?tab=ledger");
    const table = await screen.findByRole("table", { name: "Documents" });
    expect(within(table).getByRole("row", { name: /INC-101/ })).toHaveTextContent("unauthorized");
    await user.click(within(table).getByRole("checkbox", { name: "Select all shown" }));
    expect(screen.getByText("2 documents selected")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Retry selected" }));
    expect(await screen.findByText(/1 document is queued again; 1 was left alone/)).toBeInTheDocument();
    expect(screen.getByRole("list", { name: "Left alone" })).toHaveTextContent("It was forgotten");
    expect(sent).toEqual([{ ids: ["INC-101", "INC-102"] }]);
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  it("nothing that fits says so, and offers the whole ledger", async () => {
    ledgerHolds();
    const { user, router } = openConsole("/memory?tab=ledger&state=failed");
    expect(await screen.findByText("No document fits these filters")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: "ledger" }));
  });
});

describe("the audit", () => {
  it("before the first one says so, and how to run it elsewhere", async () => {
    server.use(http.get("*/memory/audit", () => HttpResponse.json({ last: null })));
    openConsole("/memory?tab=audit");
    expect(await screen.findByText("No audit yet")).toBeInTheDocument();
    expect(screen.getByText(".venv/bin/memoryops memory audit")).toBeInTheDocument();
    expect(screen.getByText(".venv/bin/memoryops memory rebuild")).toBeInTheDocument();
  });

  it("run now shows each difference in words, with what to do and a way to the document", async () => {
    const found = auditRecord({
      clean: false,
      differences: [
        {
          document_id: "INC-101",
          kind: "missing",
          detail: "Memory does not hold it.",
          state: "ready",
          expected_revision: 1,
          held_revision: null,
        },
      ],
    });
    let last: unknown = null;
    server.use(
      http.get("*/memory/audit", () => HttpResponse.json({ last })),
      http.post("*/memory/audit", () => {
        last = found;
        return HttpResponse.json(found);
      }),
    );
    const { user } = openConsole("/memory?tab=audit");
    await user.click(await screen.findByRole("button", { name: "Audit now" }));
    const row = await screen.findByRole("row", { name: /INC-101/ });
    expect(row).toHaveTextContent("Missing");
    expect(row).toHaveTextContent("Memory does not hold it.");
    expect(row).toHaveTextContent("retry");
    expect(within(row).getByRole("link", { name: "INC-101" })).toHaveAttribute(
      "href",
      "/memory/documents/INC-101",
    );
    expect(screen.getByText("1 difference between ledger and memory.")).toBeInTheDocument();
  });

  it("that could not ask memory leaves the last one on screen", async () => {
    server.use(
      http.get("*/memory/audit", () => HttpResponse.json({ last: auditRecord() })),
      http.post("*/memory/audit", () => problem(503, "memory-not-asked")),
    );
    const { user } = openConsole("/memory?tab=audit");
    await user.click(await screen.findByRole("button", { name: "Audit now" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The audit failed");
    expect(screen.getByText("Clean: memory holds exactly what the ledger says.")).toBeInTheDocument();
  });
});

it("a recall is in the address: opening it asks the same again", async () => {
  const asked: RecallRequest[] = [];
  server.use(
    http.post("*/memory/recall", async ({ request }) => {
      asked.push((await request.json()) as RecallRequest);
      return HttpResponse.json({
        memory_status: "ok",
        memory: recallTrace({ excluded: [{ document_id: "INC-104", reason: "weak_match" }] }),
        time_range: null,
        similar_historical_incidents: [historicalIncident()],
      });
    }),
  );
  const { user, router } = openConsole("/memory?query=pool&severity=sev1&since=2026-01-02&outcome=nonsense");
  expect(await screen.findByRole("article", { name: /From memory: INC-101/ })).toBeInTheDocument();
  expect(asked[0]).toMatchObject({ query: "pool", severity: "sev1", outcome: null, until: null });
  expect(new Date(asked[0]?.since ?? "").getTime()).toBe(new Date("2026-01-02T00:00").getTime());
  expect(screen.getByText("similar, but not enough to be evidence")).toBeVisible();

  await user.type(screen.getByRole("textbox", { name: /Service/ }), "payment-api");
  await user.click(screen.getByRole("button", { name: "Recall" }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ query: "pool", service: "payment-api" }),
  );
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ service: "payment-api" }));
});

it("a question that was typed and not asked is still there after a reload, and gone once it is asked", async () => {
  server.use(
    http.post("*/memory/recall", () =>
      HttpResponse.json({
        memory_status: "empty",
        memory: recallTrace(),
        time_range: null,
        similar_historical_incidents: [],
      }),
    ),
  );
  const question = () => screen.findByRole("textbox", { name: /What are you looking for/ });
  const first = openConsole("/memory");
  await first.user.type(await question(), "checkout hangs");
  first.unmount();
  const second = openConsole("/memory");
  expect(await question()).toHaveValue("checkout hangs");
  await second.user.click(screen.getByRole("button", { name: "Recall" }));
  await waitFor(() => expect(second.router.state.location.search).toMatchObject({ query: "checkout hangs" }));
  second.unmount();
  openConsole("/memory");
  expect(await question()).toHaveValue("");
});

it("an id that a reflection made up is marked, and leads nowhere", async () => {
  server.use(
    http.post("*/incidents/reflect", () =>
      HttpResponse.json({
        memory_status: "ok",
        memory: recallTrace(),
        answer: "The pool, as in INC-101, and **INC-999** too.",
        based_on: [historicalIncident()],
        from_record: [{ statement: "3 incidents of payment-api", count: 3, incident_ids: ["INC-101"] }],
        unsupported_ids: ["INC-999"],
      }),
    ),
  );
  const { user } = openConsole("/memory?tab=reflect");
  await user.type(await screen.findByRole("textbox", { name: /question/ }), "What keeps failing?");
  await user.click(screen.getByRole("button", { name: "Reflect" }));
  const answer = await screen.findByRole("article", { name: "Analysis" });
  expect(await within(answer).findByRole("button", { name: /Cited evidence INC-101/ })).toBeInTheDocument();
  expect(within(answer).queryByRole("button", { name: /INC-999/ })).not.toBeInTheDocument();
  expect(within(answer).getByTitle("Not among the memories it was given")).toHaveTextContent("INC-999");
  expect(answer).toHaveTextContent("1 reference is not among the memories it was given: INC-999.");
  expect(screen.getByText("From the record, not from memory")).toBeInTheDocument();
});
