import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Postmortem, PostmortemEdit } from "@/api/types";
import { postmortemRecord, serverHoldsPostmortem } from "@/testing/postmortem-records";
import { openConsole } from "@/testing/render";
import { problem, server } from "@/testing/server";

const ADDRESS = "/incidents/INC-117/postmortem";

/** A server that refuses edits of what is not its newest revision, as the real one does. */
function serverTakesEdits(first: Postmortem) {
  const held = serverHoldsPostmortem(first);
  server.use(
    http.patch("*/api/v1/postmortems/INC-117", async ({ request }) => {
      await held.keep(request);
      const { revision } = held.postmortem;
      if (request.headers.get("if-match") !== `"${revision}"`)
        return problem(412, "stale-revision", { revision });
      const { impact, ...changes } = (await request.json()) as PostmortemEdit;
      held.postmortem = { ...held.postmortem, ...(changes as Partial<Postmortem>), revision: revision + 1 };
      if (impact) held.postmortem = { ...held.postmortem, impact: { ...held.postmortem.impact, ...impact } };
      return HttpResponse.json(held.postmortem);
    }),
  );
  return held;
}

async function openForm() {
  const view = openConsole(ADDRESS);
  await view.user.click(await screen.findByRole("button", { name: /^Edit\s*people and impact$/ }));
  return view;
}

it("an edit of people and impact sends what was changed alone, over what others changed", async () => {
  const held = serverTakesEdits(postmortemRecord());
  const { user } = await openForm();
  await user.type(screen.getByRole("spinbutton", { name: /^Users affected/ }), "1200");
  held.postmortem = { ...held.postmortem, owner: "Grace Hopper", reviewers: ["Bo"], revision: 2 };
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/They changed other fields; those are taken over/)).toBeVisible();
  expect(screen.getByRole("textbox", { name: /^Owner/ })).toHaveValue("Grace Hopper");
  expect(screen.getByRole("spinbutton", { name: /^Users affected/ })).toHaveValue(1200);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(held.postmortem.impact.users_affected).toBe(1200));
  expect(held.postmortem).toMatchObject({ owner: "Grace Hopper", reviewers: ["Bo"] });
  expect(held.sent.map(({ body }) => Object.keys(body as object))).toEqual([["impact"], ["impact"]]);
});

it("where both changed the same, both versions are shown and either can be taken", async () => {
  const held = serverTakesEdits(postmortemRecord());
  const { user } = await openForm();
  await user.clear(screen.getByRole("textbox", { name: /^Owner/ }));
  await user.type(screen.getByRole("textbox", { name: /^Owner/ }), "Bo");
  held.postmortem = { ...held.postmortem, owner: "Grace Hopper", revision: 2 };
  await user.click(screen.getByRole("button", { name: "Save" }));
  const conflict = await screen.findByRole("alert");
  expect(conflict).toHaveTextContent("Grace Hopper");
  expect(conflict).toHaveTextContent("Bo");
  await user.click(within(conflict).getByRole("button", { name: "Take theirs" }));
  expect(screen.getByRole("textbox", { name: /^Owner/ })).toHaveValue("Grace Hopper");
});

it("what was typed about people and impact is still there after a reload", async () => {
  serverTakesEdits(postmortemRecord());
  const first = await openForm();
  await first.user.type(screen.getByRole("textbox", { name: /^Reviewers/ }), "Grace");
  first.unmount();
  openConsole(ADDRESS);
  expect(await screen.findByRole("textbox", { name: /^Reviewers/ })).toHaveValue("Grace");
  expect(screen.getByText("Restored from your draft.")).toBeVisible();
});
