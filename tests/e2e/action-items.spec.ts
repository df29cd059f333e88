import { expect, test } from "./support/playwright";

const SERVICE = `ledger-${Date.now()}`;
const TITLE = `Alert before the pool of ${SERVICE} is empty`;

test("an action item is overdue when the incident repeats, and the page says so until it is done", async ({
  page,
  record,
}) => {
  test.setTimeout(120_000);
  const broken = { service: SERVICE, severity: "sev2", error: "QueuePool limit of size 20 reached" };
  const first = await record.declare({ title: "Bookings fail", ...broken });
  await record.resolve(first.id, { root_cause: "The pool was too small.", resolution: "Raised it." });
  const item = await record.leaveActionItem(first.id, { title: TITLE, owner: "Ada", due_on: "2026-01-05" });
  const again = await record.declare({ title: "Bookings fail again", ...broken });
  const line = page.getByRole("region", { name: "Left open by earlier incidents" });

  await test.step("the incident that repeats says in one line what was left open", async () => {
    await page.goto(`/incidents/${again.id}`);
    await expect(line).toContainText(`${first.id} left 1 action item open: ${TITLE} (due `, {
      timeout: 30_000,
    });
    await expect(line).toContainText(" ago, Ada)");
  });

  await test.step("the line leads to the item, which is late", async () => {
    await line.getByRole("link", { name: TITLE }).click();
    await expect(page.getByRole("heading", { name: TITLE })).toBeVisible();
    await expect(page.getByText(/days late/)).toBeVisible();
  });

  await test.step("on the board the keyboard moves it to done, and focus goes with it", async () => {
    await page.goto(`/action-items?service=${SERVICE}`);
    const done = page.getByRole("region", { name: /^Done/ });
    await page.getByRole("button", { name: `Move ${item}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Done" }).press("Enter");
    await expect(done.getByRole("link", { name: TITLE })).toBeFocused();
    await expect(page.getByText(`${item} is now in Done.`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Done 1" })).toBeVisible();
  });

  await test.step("the incident has nothing to say of it any more", async () => {
    await page.goto(`/incidents/${again.id}`);
    await expect(page.getByRole("heading", { name: "Bookings fail again" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Action items" })).toContainText("None yet");
    await expect(line).toHaveCount(0);
  });
});
