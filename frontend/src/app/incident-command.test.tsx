import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { incidentRecord, investigationRecord } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { problem, server, serverHolds } from "@/testing/server";

const SEEN = incidentRecord({ revision: 3 });

/** The server takes edits of this revision, and keeps what was sent. */
function serverIsAt(incident: typeof SEEN, sent: unknown[]) {
  serverHolds(incident, [investigationRecord()]);
  server.use(
    http.patch("*/incidents/INC-117", async ({ request }) => {
      if (request.headers.get("If-Match") !== `"${incident.revision}"`) return problem(412, "stale-revision");
      const body = (await request.json()) as Partial<typeof SEEN>;
      sent.push(body);
      const edited = { ...incident, ...body, revision: incident.revision + 1 };
      serverHolds(edited, [investigationRecord()]);
      return HttpResponse.json(edited);
    }),
  );
}

it("one key takes command, also when something else changed meanwhile", async () => {
  const sent: unknown[] = [];
  serverIsAt(SEEN, sent);
  const { user } = openConsole("/incidents/INC-117");
  await screen.findByRole("button", { name: /Take command/ });
  serverIsAt(incidentRecord({ revision: 4, severity: "sev2" }), sent);
  await user.keyboard("c");
  await waitFor(() => expect(sent).toEqual([{ commander: "Ada Lovelace" }]));
});

it("whoever was faster is named, and stays in command until somebody says otherwise", async () => {
  const sent: unknown[] = [];
  serverIsAt(SEEN, sent);
  const { user } = openConsole("/incidents/INC-117");
  const take = await screen.findByRole("button", { name: /Take command/ });
  serverIsAt(incidentRecord({ revision: 4, commander: "Ben Okafor" }), sent);
  await user.click(take);
  const told = await screen.findByRole("dialog", { name: "Somebody else was faster" });
  expect(told).toHaveTextContent("TheirsBen OkaforYoursAda Lovelace");
  await user.click(within(told).getByRole("button", { name: "Keep theirs" }));
  expect(await screen.findByRole("region", { name: "Who is on it" })).toHaveTextContent("Ben Okafor");
  expect(sent).toEqual([]);
});

it("the palette offers command to whoever does not have it, and says whose it is", async () => {
  const offered = async (commander: string) => {
    serverIsAt(incidentRecord({ commander }), []);
    const { user, unmount } = openConsole("/incidents/INC-117");
    await screen.findByRole("region", { name: "Who is on it" });
    await user.keyboard("{Control>}k{/Control}command");
    await screen.findByRole("dialog", { name: "Search and go" });
    const found = screen.queryAllByRole("option", { name: /^Take command/ }).map((one) => one.textContent);
    unmount();
    return found;
  };
  expect(await offered("Ada Lovelace")).toEqual([]);
  expect(await offered("Ben Okafor")).toEqual(["Take command from Ben Okafor…c"]);
});

it("keys are text while somebody types, and the palette does what they do", async () => {
  const sent: unknown[] = [];
  serverIsAt(SEEN, sent);
  const { user } = openConsole("/incidents/INC-117");
  const note = await screen.findByRole("textbox", { name: /note/i });
  await user.type(note, "carts vanish");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: "Search and go" });
  await user.keyboard("next 30");
  expect(await screen.findByRole("option", { name: /Next update in 30 minutes/ })).toBeInTheDocument();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(note).toHaveValue("carts vanish");
  expect(await screen.findByText(/Due in 30m/)).toBeInTheDocument();
});

it("a time that was typed for the next update is still there after a reload, and can be promised", async () => {
  const sent: { next_update_at?: string }[] = [];
  serverIsAt(SEEN, sent);
  const at = async () =>
    within(await screen.findByRole("dialog", { name: "Next update" })).getByLabelText(/^At( |$)/);
  const first = openConsole("/incidents/INC-117");
  await screen.findByRole("button", { name: /Take command/ });
  await first.user.keyboard("u");
  fireEvent.change(await at(), { target: { value: "2099-01-02T10:30" } });
  first.unmount();
  const second = openConsole("/incidents/INC-117");
  await screen.findByRole("button", { name: /Take command/ });
  await second.user.keyboard("u");
  expect(await at()).toHaveValue("2099-01-02T10:30");
  await second.user.click(screen.getByRole("button", { name: "Promise it" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent.map(({ next_update_at }) => next_update_at?.slice(0, 7))).toEqual(["2099-01"]);
});
