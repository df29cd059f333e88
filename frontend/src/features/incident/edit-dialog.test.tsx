import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { incidentRecord, investigationRecord } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { serverHolds } from "@/testing/server";

it("a half-written edit is still there after a reload, and gone when it was given up", async () => {
  serverHolds(incidentRecord(), [investigationRecord()]);
  const first = openConsole("/incidents/INC-117");
  await first.user.click(await screen.findByRole("button", { name: "Edit" }));
  await first.user.type(screen.getByRole("textbox", { name: /^Symptoms/ }), "Half a thought");
  first.unmount();

  const { user } = openConsole("/incidents/INC-117");
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = screen.getByRole("dialog", { name: "Edit INC-117" });
  expect(within(dialog).getByRole("textbox", { name: /^Symptoms/ })).toHaveValue("Half a thought");
  expect(dialog).toHaveTextContent("Restored from your draft.");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Edit" }));
  expect(screen.getByRole("textbox", { name: /^Symptoms/ })).toHaveValue("");
});
