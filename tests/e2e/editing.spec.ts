import { expect, test } from "./support/playwright";

test("when two people edit, neither loses a word", async ({ page, record }) => {
  const { id, revision } = await record.declare({ title: "Search is slow", service: "search-api" });
  await record.investigate(id);
  await page.goto(`/incidents/${id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: `Edit ${id}` });
  await dialog.getByLabel("Title").fill("Search is slow for everybody");
  await dialog.getByLabel("Symptoms").fill("p99 is at 9 s");

  await record.edit(id, revision, { title: "Search is slow in Europe", version: "2.1" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing you typed is lost");
  await expect(dialog.getByRole("alert")).toContainText("Search is slow in Europe");
  await expect(dialog.getByLabel("Title")).toHaveValue("Search is slow for everybody");
  await expect(dialog.getByLabel("Version")).toHaveValue("2.1");

  await dialog.getByRole("button", { name: "Save over theirs" }).click();
  await expect(page.getByRole("heading", { name: "Search is slow for everybody" })).toBeVisible();
  expect(await record.read(id)).toMatchObject({ version: "2.1", symptoms: "p99 is at 9 s" });
});

test("a deleted incident comes back with Undo", async ({ page, record }) => {
  const { id, title } = await record.declare({ title: "Deleted by mistake" });
  await record.investigate(id);
  await page.goto(`/incidents/${id}`);
  await page.getByRole("button", { name: `Delete ${id}` }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL(/\/incidents$/);
  await expect(page.getByRole("list", { name: "Incidents" })).not.toContainText(title);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
});

test("typed text survives a reload", async ({ page }) => {
  await page.goto("/declare");
  await page.getByLabel("Symptoms").fill("Half a thought at 3 a.m.");
  await page.reload();
  await expect(page.getByLabel("Symptoms")).toHaveValue("Half a thought at 3 a.m.");
});

test("declaring says at the field what is missing", async ({ page }) => {
  await page.goto("/declare");
  await page.getByRole("button", { name: "Declare incident" }).click();
  await expect(page.getByText("Say which service is hit.")).toBeVisible();
  await expect(page.getByLabel("Service")).toBeFocused();
});

test("the list is filtered from the address and by search", async ({ page }) => {
  await page.goto("/incidents?service=payment-api&status=resolved");
  const list = page.getByRole("list", { name: "Incidents" });
  await expect(list).toContainText("INC-101");
  await expect(list).not.toContainText("INC-116");
  await page.getByRole("searchbox", { name: "Search" }).fill("handshake");
  await expect(list).toContainText("INC-112");
  await expect(list).not.toContainText("INC-101");
  await expect(page).toHaveURL(/q=handshake/);
});
