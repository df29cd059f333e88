import { expectNoViolations } from "./support/axe";
import { picture } from "./support/picture";
import { expect, type Page, test } from "./support/playwright";

/** A second person's browser on the same page. */
async function secondDesk(page: Page, address: string): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("the page has no browser");
  const other = await context.newPage();
  await other.addInitScript(() => localStorage.setItem("memoryops.actor", "Ada Lovelace"));
  await other.goto(address);
  return other;
}

test("a postmortem written by two and published", async ({ page, record }) => {
  test.slow();
  const { id } = await record.declare({ title: "Invoices are sent twice", service: "invoice-api" });
  await record.resolve(id, { root_cause: "A retry without a key.", resolution: "Requests carry a key." });
  await page.goto(`/incidents/${id}`);
  await page.getByRole("button", { name: "Begin postmortem" }).click();
  await expect(page).toHaveURL(`/incidents/${id}/postmortem`);
  await expect(page.getByRole("heading", { name: "Invoices are sent twice" })).toBeVisible();
  const factors = box(page, "Contributing factors");
  await expect(factors).toHaveValue("- A retry without a key.");

  const other = await secondDesk(page, page.url());
  await expect(box(other, "Contributing factors")).toHaveValue("- A retry without a key.");
  await box(page, "What surprised us").fill("The queue keeps its order; the retry does not.");
  await expect(page.getByText(/^Saved \d/).first()).toBeVisible();
  await expect(box(other, "What surprised us")).toHaveValue("The queue keeps its order; the retry does not.");

  // Both write in one section: the slower one sees both versions and loses nothing.
  await other.route("**/sections/contributing_factors", async (route) => {
    await expect.poll(() => saved(page, id)).toContain("limit");
    await route.continue();
  });
  await box(other, "Contributing factors").fill("- A retry without a key.\n- An alert that was muted.");
  await factors.fill("- A retry without a key.\n- No limit on retries.");
  const conflict = other.getByRole("alert").filter({ hasText: "Nothing of either is lost" });
  await expect(conflict).toContainText("No limit on retries");
  await expect(conflict).toContainText("An alert that was muted");
  await picture(other, "two-write");
  await other.unroute("**/sections/contributing_factors");
  await conflict.getByRole("button", { name: "Merge by hand" }).click();
  const merged = "- A retry without a key.\n- No limit on retries.\n- An alert that was muted.";
  await box(other, "Contributing factors, merged").fill(merged);
  await other.getByRole("button", { name: "Save merged" }).click();
  await expect(factors).toHaveValue(merged);
  await other.context().close();

  await page.getByRole("button", { name: "Ask for review…" }).click();
  const review = page.getByRole("dialog", { name: "Ask for review" });
  await review.getByRole("textbox", { name: "Reviewers" }).fill("Ada Lovelace");
  await review.getByRole("button", { name: "Ask for review" }).click();
  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish the postmortem" });
  await expect(dialog).toContainText("An alert that was muted");
  await picture(page, "publish");
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Revise" })).toBeVisible();
  expect(await record.read(id)).toMatchObject({
    root_cause: expect.stringContaining("Several factors came together"),
    postmortem: expect.stringContaining("The queue keeps its order"),
  });
  await expectNoViolations(page, "published postmortem");
});

/** The box in which a section is written. */
function box(page: Page, section: string) {
  return page.getByRole("textbox", { name: section, exact: true });
}

/** The contributing factors as the server has them. */
async function saved(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/api/v1/postmortems/${id}`);
  const { sections } = (await answer.json()) as { sections: { key: string; text: string }[] };
  return sections.find(({ key }) => key === "contributing_factors")?.text ?? "";
}
