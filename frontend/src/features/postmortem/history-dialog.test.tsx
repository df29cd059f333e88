import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { postmortemRecord, sectionRecord, serverHoldsPostmortem } from "@/testing/postmortem-records";
import { openConsole } from "@/testing/render";
import { server } from "@/testing/server";

const SHORT = {
  text: "Charges hung.",
  by: "Ada",
  at: "2026-03-01T14:00:00.000Z",
  source: "person",
  model: null,
};
const LONG = { ...SHORT, text: "Charges hung for an hour." };

it("a restored version is told by its number, and its text stands in the section again", async () => {
  const held = serverHoldsPostmortem(
    postmortemRecord({ sections: [sectionRecord({ text: LONG.text, revision: 2 })] }),
  );
  const none = { citations: [], entries: [], restored_from: null };
  server.use(
    http.get("*/api/v1/postmortems/INC-117/sections/overview/versions", () =>
      HttpResponse.json({
        items: [
          { ...LONG, ...none, revision: 2 },
          { ...SHORT, ...none, revision: 1 },
        ],
        next_cursor: null,
        total: null,
      }),
    ),
    http.post("*/api/v1/postmortems/INC-117/sections/overview/restore", () => {
      held.postmortem = postmortemRecord({ sections: [sectionRecord({ text: SHORT.text, revision: 3 })] });
      return HttpResponse.json(held.postmortem);
    }),
  );
  const { user } = openConsole("/incidents/INC-117/postmortem");
  await user.click(await screen.findByRole("button", { name: /^History/ }));
  const dialog = await screen.findByRole("dialog", { name: "History of “Overview”" });
  await user.selectOptions(await within(dialog).findByRole("combobox"), "1");
  await user.click(within(dialog).getByRole("button", { name: "Restore version 1 as a new one" }));
  expect(await screen.findByText("Version 1 is restored, as a new one.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Overview" })).toHaveValue("Charges hung.");
});
