import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { postmortemRecord, sectionRecord, serverHoldsPostmortem } from "@/testing/postmortem-records";
import { openConsole } from "@/testing/render";
import { problem, server } from "@/testing/server";

const WRITTEN = postmortemRecord({
  status: "in_review",
  sections: [sectionRecord({ text: "Charges hung.", revision: 1 })],
});

beforeEach(() => localStorage.clear());

it("what was typed while it was published stays in sight, keeps the focus, and is saved once it is revised", async () => {
  const held = serverHoldsPostmortem(WRITTEN);
  server.use(
    http.put("*/api/v1/postmortems/INC-117/sections/overview", async ({ request }) => {
      if (held.postmortem.status === "published") return problem(409, "postmortem-published");
      await held.keep(request);
      const sections = [sectionRecord({ text: "Charges hung. For an hour.", revision: 2 })];
      held.postmortem = { ...held.postmortem, sections };
      return HttpResponse.json(held.postmortem);
    }),
    http.post("*/api/v1/postmortems/INC-117/status", () => {
      held.postmortem = { ...WRITTEN, status: "draft" };
      return HttpResponse.json(held.postmortem);
    }),
  );
  const { user } = openConsole("/incidents/INC-117/postmortem");
  const box = await screen.findByRole("textbox", { name: "Overview" });
  held.postmortem = { ...WRITTEN, status: "published" };
  await user.type(box, " For an hour.");
  const kept = await screen.findByText(
    /It was published meanwhile; your text is kept/,
    {},
    { timeout: 4_000 },
  );
  expect(kept).toBeVisible();
  expect(screen.getByText("Charges hung. For an hour.")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Copy: Your text for “Overview”/ })).toBeVisible();
  expect(screen.getByRole("region", { name: "Overview" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Revise with your text" }));
  expect(await screen.findByRole("textbox", { name: "Overview" })).toHaveValue("Charges hung. For an hour.");
  await waitFor(() => expect(held.sent).toHaveLength(1), { timeout: 4_000 });
  expect(held.sent[0]).toMatchObject({ ifMatch: '"1"', body: { text: "Charges hung. For an hour." } });
  expect(screen.queryByText(/published meanwhile/)).toBeNull();
});
