import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { DocumentBeside, LedgerDocument } from "@/api/types";
import { ledgerDocument } from "@/testing/memory-records";
import { openConsole } from "@/testing/render";
import { server } from "@/testing/server";

const TEXT = "What fixed it: raised the pool to 100.";

function serverHolds(document: LedgerDocument, beside: Partial<DocumentBeside> = {}): void {
  server.use(
    http.get("*/memory/documents/INC-101", () => HttpResponse.json(document)),
    http.get("*/memory/documents/INC-101/record", () =>
      HttpResponse.json({
        incident: { id: "INC-101", title: "Charges time out", service: "payment-api" },
        written: TEXT,
        ledger: { text: TEXT, revision: 1, content_hash: "3f2a9c0d1e" },
        held: { status: "ok", reason: null, detail: null, text: TEXT, revision: 1, tags: [] },
        same: true,
        ...beside,
      }),
    ),
  );
}

it("two revisions side by side say which words changed", async () => {
  const [first] = ledgerDocument().revisions;
  if (!first) throw new Error("no revision");
  const second = { ...first, revision: 2, cause: "edited", text: "What fixed it: raised the pool to 200." };
  serverHolds(ledgerDocument({ revision: 2, text: second.text, revisions: [first, second] }));
  const { user } = openConsole("/memory/documents/INC-101");
  expect(await screen.findByRole("region", { name: "Document text" })).toHaveTextContent("to 200.");
  await user.selectOptions(screen.getByRole("combobox", { name: /Compared with/ }), "1");
  const differences = screen.getByRole("region", { name: "Differences from revision 1 to revision 2" });
  expect(within(differences).getByText("100.").tagName).toBe("DEL");
  expect(within(differences).getByText("200.").tagName).toBe("INS");
});

it("the record beside the document marks what differs, and says where memory could not be asked", async () => {
  serverHolds(ledgerDocument(), {
    written: "What fixed it: raised the pool to 300.",
    held: { status: "unavailable", reason: "timeout", detail: null, text: null, revision: null, tags: [] },
    same: false,
  });
  openConsole("/memory/documents/INC-101");
  expect(await screen.findByText("Memory not asked")).toBeInTheDocument();
  expect(screen.getByText("300.").tagName).toBe("INS");
  expect(screen.getByText(/memory did not answer in time/)).toBeInTheDocument();
});

it("a document that nobody has tried to write yet tells of no attempt", async () => {
  serverHolds(
    ledgerDocument({
      state: "queued",
      attempts: 0,
      next_attempt_at: "2026-03-01T12:00:00.000Z",
      ready_at: null,
    }),
  );
  openConsole("/memory/documents/INC-101");
  expect(await screen.findByText("Waiting to be written to memory.")).toBeVisible();
  expect(screen.queryByText(/attempt 0/i)).toBeNull();
});

it("forgetting says what it does and whose document follows, and waits for the id", async () => {
  serverHolds(ledgerDocument({ replaced_by: "INC-110" }));
  let forgotten = 0;
  server.use(
    http.delete("*/memory/documents/INC-101", () => {
      forgotten += 1;
      return HttpResponse.json(ledgerDocument({ state: "withdrawing" }));
    }),
  );
  const { user } = openConsole("/memory/documents/INC-101");
  await user.click(await screen.findByRole("button", { name: "Forget…" }));
  const dialog = screen.getByRole("dialog", { name: "Forget document INC-101?" });
  expect(dialog).toHaveTextContent("The record of incident INC-101 is not touched.");
  expect(dialog).toHaveTextContent("INC-110 confirmed it: the document of that incident takes its place.");
  expect(dialog).not.toHaveTextContent("the very same words");
  await user.click(within(dialog).getByRole("button", { name: "Forget INC-101" }));
  expect(within(dialog).getByRole("textbox")).toHaveAccessibleDescription("Type INC-101, exactly.");
  expect(forgotten).toBe(0);
  await user.type(within(dialog).getByRole("textbox"), "inc-101");
  await user.click(within(dialog).getByRole("button", { name: "Forget INC-101" }));
  await waitFor(() => expect(forgotten).toBe(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("forgetting warns where the document that follows says the same words", async () => {
  serverHolds(ledgerDocument({ replaced_by: "INC-110", replaced_by_same_words: true }));
  const { user } = openConsole("/memory/documents/INC-101");
  await user.click(await screen.findByRole("button", { name: "Forget…" }));
  expect(screen.getByRole("dialog", { name: "Forget document INC-101?" })).toHaveTextContent(
    "It says the very same words, so memory keeps them until you forget INC-110 too.",
  );
});

it("what was forgotten says by whom and how it was proved, and comes back only after a warning", async () => {
  serverHolds(
    ledgerDocument({
      state: "withdrawn",
      reason: "forgotten",
      text: "",
      forgotten_at: "2026-03-02T09:00:00.000Z",
      forgotten_by: "Grace Hopper",
      absence: {
        at: "2026-03-02T09:00:05.000Z",
        query: null,
        tags: ["incident:INC-101"],
        found_by_id: false,
        returned: 3,
        of_this_document: 0,
      },
      revisions: [],
    }),
    {
      written: null,
      held: { status: "empty", reason: null, detail: null, text: null, revision: null, tags: [] },
    },
  );
  const asked: string[] = [];
  server.use(
    http.post("*/memory/documents/INC-101/retain", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(ledgerDocument({ state: "queued" }));
    }),
  );
  const { user } = openConsole("/memory/documents/INC-101");
  expect(await screen.findByText(/Forgotten on/)).toHaveTextContent(
    "Forgotten on 2 Mar 2026 by Grace Hopper",
  );
  expect(screen.getByRole("region", { name: "Proved gone" })).toHaveTextContent("no such document");
  expect(screen.queryByRole("button", { name: "Forget…" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Retry now" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Retain again…" }));
  const dialog = screen.getByRole("dialog", { name: "Retain INC-101 again?" });
  expect(dialog).toHaveTextContent("by Grace Hopper");
  expect(asked).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Retain it again" }));
  await waitFor(() => expect(asked).toEqual(["?confirm=true"]));
});
