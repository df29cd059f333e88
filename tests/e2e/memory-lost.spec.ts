import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./support/playwright";
import { until } from "./support/server";

/** Kills the embedded Hindsight, and only it, by the id it wrote down. */
function killMemory(): void {
  const running = readFileSync(join(process.env.DATA_DIR ?? "", "hindsight/running.json"), "utf8");
  process.kill((JSON.parse(running) as { pid: number }).pid, "SIGKILL");
}

test("memory that is killed is unavailable with its cause, never empty, and comes back by itself", async ({
  page,
  record,
}) => {
  test.setTimeout(180_000);
  const { id } = await record.declare({
    title: "Charges fail while memory is away",
    service: "payment-api",
    severity: "sev1",
    error: "Database connection timeout",
    symptoms: "HTTP 504 on /v1/charge",
  });
  await page.goto("/status");
  await expect(page.getByRole("region", { name: "Memory (Hindsight, embedded)" })).toContainText("Ready");

  killMemory();
  await page.goto(`/incidents/${id}`);
  await expect(page.locator('[data-memory-status="unavailable"]')).toContainText("Memory: unavailable");
  await expect(page.locator('[data-memory-status="unavailable"]')).toContainText("UTC");
  await expect(page.getByRole("region", { name: "This error before" })).toContainText("INC-101");
  await expect(page.getByRole("article", { name: /From memory/ })).toHaveCount(0);
  await expect(page.getByRole("article", { name: "Analysis" })).toContainText("Nothing from memory.");

  await test.step("resolving works meanwhile, and is remembered later", async () => {
    await record.resolve(id, { root_cause: "A leak of sessions.", resolution: "Closed the leak." });
    await expect(page.getByRole("region", { name: "In memory" })).toBeVisible();
  });

  await record.memoryIsReady();
  await until("the console says so", 30_000, async () =>
    page.getByRole("link", { name: "Memory: ready. Open Status." }).first().isVisible(),
  );
  await page.getByRole("button", { name: "Investigate again" }).first().click();
  await expect(page.locator('[data-memory-status="ok"]')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("region", { name: "In memory" })).toContainText(
    "A recall has brought it back.",
    { timeout: 60_000 },
  );
});
