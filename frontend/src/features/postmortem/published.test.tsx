import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { postmortemRecord, serverHoldsPostmortem } from "@/testing/postmortem-records";
import { openConsole } from "@/testing/render";
import { timelineItem } from "@/testing/timeline-records";

beforeEach(() => localStorage.clear());

it("a postmortem that was published with nothing written says so, and its timeline says what was changed", async () => {
  const changed = timelineItem({
    kind: "edited",
    text: null,
    changes: { severity: { from: "sev2", to: "sev1" } },
  });
  serverHoldsPostmortem(postmortemRecord({ status: "published", written: 0, timeline: [changed] }));
  const { user } = openConsole("/incidents/INC-117/postmortem");
  expect(await screen.findByText("Published with nothing written")).toBeVisible();
  expect(screen.getByText("Edited: severity from SEV2 to SEV1")).toBeVisible();
  await user.keyboard("{Control>}k{/Control}");
  expect(await screen.findByRole("option", { name: "Revise" })).toBeVisible();
  expect(screen.getByRole("option", { name: "Export the postmortem…" })).toBeVisible();
});
