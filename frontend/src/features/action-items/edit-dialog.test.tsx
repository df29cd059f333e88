import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { ActionItem } from "@/api/types";
import { actionItem } from "@/testing/action-records";
import { openConsole } from "@/testing/render";
import { problem, server } from "@/testing/server";

const ITEM = "*/api/v1/action-items/ACT-7";
const item = actionItem;

it("sends what one changed alone, and leaves what another changed meanwhile", async () => {
  let held = item;
  const sent: unknown[] = [];
  server.use(
    http.get(ITEM, () => HttpResponse.json(held)),
    http.get(`${ITEM}/history`, () => HttpResponse.json({ items: [] })),
    http.patch(ITEM, async ({ request }) => {
      const revision = request.headers.get("if-match");
      const changes = (await request.json()) as Partial<ActionItem>;
      sent.push([revision, changes]);
      if (revision !== `"${held.revision}"`) return problem(412, "stale-revision");
      held = { ...held, ...changes, revision: held.revision + 1 };
      return HttpResponse.json(held);
    }),
  );
  const { user, client } = openConsole("/action-items/ACT-7");
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(screen.getByRole("dialog"));
  const title = dialog.getByLabelText(/What is to be done/);
  await user.type(title, " closely");

  held = { ...item, priority: "high", owner: "Boris", revision: 2 };
  await client.invalidateQueries();
  await waitFor(() => expect(client.getQueryData(["action-items", "one", "ACT-7"])).toEqual(held));

  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent(/They changed other fields/);
  expect(title).toHaveValue("Watch the pool closely");
  await waitFor(() => expect(dialog.getByLabelText(/Owner/)).toHaveValue("Boris"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(held).toMatchObject({ title: "Watch the pool closely", priority: "high", owner: "Boris" }),
  );
  expect(sent).toEqual([
    ['"1"', { title: "Watch the pool closely" }],
    ['"2"', { title: "Watch the pool closely" }],
  ]);
});
