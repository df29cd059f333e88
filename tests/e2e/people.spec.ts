import { picture } from "./support/picture";
import { expect, test } from "./support/playwright";

const ENTRIES = /Timeline entries/;

test.describe("paged at night on a phone", () => {
  test.use({
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    hasTouch: true,
    person: "Zoë Ängström",
  });

  test("from the alert to command, a note and the right severity", async ({ page, record }) => {
    const { id } = await record.declare({
      title: "Cards are declined",
      service: "card-gateway",
      severity: "sev3",
    });
    await record.investigate(id);
    await page.goto("/incidents");
    await page.getByRole("link", { name: "Cards are declined" }).first().tap();
    await expect(page.getByRole("heading", { name: "Cards are declined" })).toBeVisible();

    const firstScreen = page.getByRole("region", { name: "What to do now" });
    const { y, height } = (await firstScreen.boundingBox()) ?? { y: 0, height: 0 };
    expect(y + height, "all of it lies within one scroll of a thumb").toBeLessThan(2 * 844);
    await picture(page, "paged");

    await page.getByRole("button", { name: "Take command" }).tap();
    await expect(page.getByRole("region", { name: "Who is on it" })).toContainText("Zoë Ängström");

    await page.getByRole("button", { name: "Severity SEV3: change it" }).tap();
    const severity = page.getByRole("dialog", { name: `Severity of ${id}` });
    await severity.getByRole("button", { name: /Take the higher one: SEV2/ }).tap();
    await severity.getByRole("button", { name: "Save severity" }).tap();
    await expect(page.getByRole("button", { name: "Severity SEV2: change it" })).toBeFocused();

    await page.getByRole("button", { name: "Note", exact: true }).tap();
    await expect(page.getByLabel("Add a note")).toBeFocused();
    await page.keyboard.type("Rolling back the gateway.");
    await page.getByRole("button", { name: "Add note" }).tap();
    await expect(page.getByRole("list", { name: ENTRIES })).toContainText("Rolling back the gateway.");
    expect(await record.read(id)).toMatchObject({ commander: "Zoë Ängström", severity: "sev2" });
  });
});

test("two people on one incident see each other's changes, and whoever is slower is told", async ({
  page,
  record,
  browser,
  baseURL,
}) => {
  const { id } = await record.declare({ title: "Two desks, one outage", severity: "sev2" });
  await record.investigate(id);
  const ben = await (await browser.newContext({ baseURL })).newPage();
  await ben.addInitScript(() => localStorage.setItem("memoryops.actor", "Ben Okafor"));
  for (const desk of [page, ben]) {
    await desk.goto(`/incidents/${id}`);
    await expect(desk.getByRole("button", { name: "Take command" })).toBeVisible();
  }

  await test.step("both take command in the same moment: one has it, the other is told who", async () => {
    const { revision } = await record.read(id);
    let isFirst = true;
    await page.route(`**/incidents/${id}`, async (route) => {
      if (route.request().method() === "PATCH" && isFirst) {
        isFirst = false;
        await record.edit(id, revision, { commander: "Ben Okafor" }, "Ben Okafor");
      }
      await route.continue();
    });
    await page.keyboard.press("c");
    const told = page.getByRole("dialog", { name: "Somebody else was faster" });
    await expect(told).toContainText("Ben Okafor changed it");
    await told.getByRole("button", { name: "Keep theirs" }).click();
  });

  await test.step("each sees what the other does", async () => {
    await page.getByRole("button", { name: "Take comms" }).click();
    await expect(ben.getByRole("region", { name: "Who is on it" })).toContainText("Grace Hopper", {
      timeout: 5_000,
    });
    await expect(ben.getByText("Grace Hopper: Comms is now Grace Hopper.")).toBeAttached();

    await ben.keyboard.press("n");
    await ben.keyboard.type("Pool is at its limit.");
    await ben.keyboard.press("Control+Enter");
    await expect(page.getByRole("list", { name: ENTRIES })).toContainText("Pool is at its limit.", {
      timeout: 5_000,
    });
    await expect(page.getByText("Ben Okafor added a note.")).toBeAttached();
  });
  await ben.context().close();
});

// The outage is real and as short as it can be: what matters is what is done meanwhile, not how long it lasts.
test("while the network is gone, typed text is kept, and nothing is missed after", async ({
  page,
  record,
  context,
}) => {
  const { id } = await record.declare({ title: "The office loses its network" });
  await record.investigate(id);
  await page.goto(`/incidents/${id}`);
  await expect(page.getByRole("button", { name: "Take command" })).toBeVisible();

  await context.setOffline(true);
  const banner = page.getByRole("alert").filter({ hasText: "does not answer, since" });
  await expect(banner).toContainText("what you type is kept in this browser");
  await page.keyboard.press("n");
  await page.keyboard.type("Written in the dark.");
  await page.keyboard.press("Control+Enter");
  await expect(banner).toContainText("1 change will be sent then.");

  const { revision } = await record.read(id);
  await record.edit(id, revision, { title: "The office has its network again" });
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "The office has its network again" })).toBeVisible();
  await expect(page.getByRole("list", { name: ENTRIES })).toContainText("Written in the dark.");
  await expect(banner).toHaveCount(0);
  await expect(page.getByLabel("Add a note")).toHaveValue("");
});
