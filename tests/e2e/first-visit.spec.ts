import { expect, test } from "./support/playwright";
import { startServer } from "./support/server";

test.use({ person: "" });

test("a browser is asked once for a name, and changes carry it", async ({ page, record }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem("visited") === null) localStorage.removeItem("memoryops.actor");
    else localStorage.setItem("memoryops.actor", "Zoë Ängström");
    sessionStorage.setItem("visited", "yes");
  });
  const { id } = await record.declare({ title: "Nobody is on it" });
  await record.investigate(id);
  await page.goto(`/incidents/${id}`);
  const dialog = page.getByRole("dialog", { name: "Who are you?" });
  await dialog.getByLabel("Your name").fill("Zoë Ängström");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await page.getByRole("button", { name: "Take command" }).click();
  await expect(page.getByRole("list", { name: /Timeline entries/ })).toContainText("Zoë Ängström");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Nobody is on it" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test.describe("a server with an access token", () => {
  test("asks for it once and keeps the browser signed in", async ({ browser }) => {
    const token = "a-token-for-this-test-only";
    const server = await startServer({
      MEMORYOPS_ACCESS_TOKEN: token,
      MEMORYOPS_SEED: "0",
      HINDSIGHT_API_URL: "http://127.0.0.1:9",
    });
    try {
      const page = await browser.newPage();
      await page.goto(server.url);
      await page.getByLabel("Access token", { exact: true }).fill("not-the-right-token");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByText("The server does not accept this token.")).toBeVisible();
      await page.getByLabel("Access token", { exact: true }).fill(token);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("button", { name: "Not now" }).click();
      await expect(page.getByRole("heading", { name: "No incidents yet. Good." })).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { name: "No incidents yet. Good." })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.close();
    } finally {
      await server.stop();
    }
  });
});
