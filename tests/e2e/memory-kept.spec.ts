import { expectNoViolations } from "./support/axe";
import { expect, test } from "./support/playwright";

const FAULT = {
  title: "Labels are printed twice",
  service: "label-printer",
  severity: "sev3",
  error: "DuplicateJobError: print job was submitted twice",
  symptoms: "Every parcel of the warehouse comes out with two labels since the spooler was restarted",
};

const LEARNED = {
  root_cause: "The spooler replayed its journal after the restart.",
  resolution: "Emptied the journal before starting the spooler.",
};

test("an error that ended in the same way confirms one memory, which is audited, and forgotten for good", async ({
  page,
  record,
}) => {
  test.setTimeout(300_000);
  const first = await record.declare(FAULT);
  await record.resolve(first.id, LEARNED);
  await record.remembers(first.id);
  const second = await record.declare({ ...FAULT, title: "Two labels a parcel again" });

  await test.step("the earlier resolution is offered, and taking it over confirms it", async () => {
    await page.goto(`/incidents/${second.id}`);
    const before = page.getByRole("region", { name: "This error before" });
    await expect(before).toContainText("Seen 2 times in this service");
    await expect(page.getByRole("article", { name: "Analysis" })).toBeVisible();
    await page.getByRole("button", { name: "Resolve", exact: true }).click();
    await page.getByRole("button", { name: `Same resolution as ${first.id}` }).click();
    await expect(page.getByRole("textbox", { name: /^Resolution/ })).toHaveValue(LEARNED.resolution);
    await expectNoViolations(page, "resolving in the same way");
    await page.getByRole("button", { name: "Resolve incident" }).click();
    await expect(page.getByRole("region", { name: "In memory" })).toContainText(`Confirms ${first.id}`);
    await expect(before).toContainText("Fixed the same way twice");
  });

  await test.step("an audit finds memory as the ledger says", async () => {
    await page.goto("/memory?tab=audit");
    await page.getByRole("button", { name: "Audit now" }).click();
    await expect(page.getByText("Clean: memory holds exactly what the ledger says.")).toBeVisible();
    await expectNoViolations(page, "the audit");
  });

  await test.step("forgetting is proved, and the confirming incident's document takes the place", async () => {
    await page.goto(`/memory/documents/${first.id}`);
    await expect(page.getByText("All the same")).toBeVisible();
    await page.getByRole("button", { name: "Forget…" }).click();
    const dialog = page.getByRole("dialog", { name: `Forget document ${first.id}?` });
    await expect(dialog).toContainText(`${second.id} confirmed it`);
    await dialog.getByRole("textbox").fill(first.id);
    await expectNoViolations(page, "forgetting");
    await dialog.getByRole("button", { name: `Forget ${first.id}` }).click();
    await expect(page.getByText("Forgotten on")).toContainText("Grace Hopper");
    await expect(page.getByRole("region", { name: "Proved gone" })).toContainText("no such document", {
      timeout: 60_000,
    });
    await expectNoViolations(page, "a forgotten document");
    await record.remembers(second.id);
  });

  await test.step("the past investigation says so in place of its words", async () => {
    await page.goto(`/incidents/${second.id}`);
    const card = page.getByRole("article", { name: `Forgotten memory: ${first.id}` });
    await expect(card).toContainText("by Grace Hopper");
    await expect(page.getByRole("article", { name: "Analysis" })).not.toContainText(LEARNED.resolution);
    await expectNoViolations(page, "a past investigation");
  });
});
