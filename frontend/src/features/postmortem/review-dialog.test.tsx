import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { mergedNames } from "@/features/postmortem/about-draft";
import { postmortemRecord, serverHoldsPostmortem } from "@/testing/postmortem-records";
import { openConsole } from "@/testing/render";
import { problem, server } from "@/testing/server";

beforeEach(() => localStorage.clear());

it("names are merged: whom others named stays, whom they or this person took away does not", () => {
  expect(mergedNames("Ada, Gra", "Ada", "Ada")).toBe("Ada, Gra");
  expect(mergedNames("Ada, Grace", "Ada", "Ada, Bo")).toBe("Ada, Grace, Bo");
  expect(mergedNames("Grace", "Ada", "Ada, Bo")).toBe("Grace, Bo");
  expect(mergedNames("Ada, Grace", "Ada", "")).toBe("Grace");
});

it("whom somebody else asked meanwhile is still asked", async () => {
  const held = serverHoldsPostmortem(postmortemRecord({ reviewers: ["Ada"] }));
  server.use(
    http.post("*/api/v1/postmortems/INC-117/status", async ({ request }) => {
      await held.keep(request);
      if (request.headers.get("if-match") !== `"${held.postmortem.revision}"`)
        return problem(412, "stale-revision");
      held.postmortem = { ...held.postmortem, status: "in_review" };
      return HttpResponse.json(held.postmortem);
    }),
  );
  const { user } = openConsole("/incidents/INC-117/postmortem");
  await user.click(await screen.findByRole("button", { name: "Ask for review…" }));
  const dialog = screen.getByRole("dialog", { name: "Ask for review" });
  expect(dialog).toHaveAccessibleDescription(/can be published from then on/);
  await user.type(within(dialog).getByRole("textbox", { name: /^Reviewers/ }), ", Grace");
  held.postmortem = { ...held.postmortem, reviewers: ["Ada", "Bo"], revision: 2 };
  await user.click(within(dialog).getByRole("button", { name: "Ask for review" }));
  expect(await within(dialog).findByText(/The list below has their names and yours/)).toBeVisible();
  const names = within(dialog).getByRole("textbox", { name: /^Reviewers/ });
  await waitFor(() => expect(names).toHaveValue("Ada, Grace, Bo"));
  await user.click(within(dialog).getByRole("button", { name: "Ask for review" }));
  await waitFor(() => expect(held.postmortem.status).toBe("in_review"));
  expect(held.sent.at(-1)).toMatchObject({ ifMatch: '"2"', body: { reviewers: ["Ada", "Grace", "Bo"] } });
});
