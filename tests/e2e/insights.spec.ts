import { readFileSync } from "node:fs";
import { expect, type Page, test } from "./support/playwright";

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
}

test("a range survives a reload, a number leads to its rows, and Back leads back", async ({
  page,
  record,
}) => {
  await record.declare({ title: "Charges fail", service: "payment-api", error: "pool exhausted" });
  await page.goto("/insights");
  await page.getByRole("button", { name: "Last 365 days" }).click();
  await page.getByRole("button", { name: "All services" }).click();
  await page.getByRole("checkbox", { name: "payment-api" }).check();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("button", { name: "Last 365 days" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "Without payment-api" })).toBeVisible();

  const services = page.getByRole("table", { name: "Services by incidents" });
  await expect(services.getByRole("row")).toHaveCount(2);
  const number = services.getByRole("link", { name: / incidents of payment-api$/ });
  const count = (await number.textContent())?.split(" ")[0] ?? "";
  await number.click();
  await expect(page.getByRole("heading", { name: "Incidents declared" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: /rows?$/ })).toHaveText(
    new RegExp(`^${count} rows?$`),
  );
  await page.goBack();
  await expect(page.getByRole("button", { name: "Without payment-api" })).toBeVisible();
});

test("the table behind a chart opens by keyboard, and is saved as CSV", async ({ page, record }) => {
  await record.declare({ title: "Search is slow", service: "search" });
  await page.goto("/insights?days=7");
  await settle(page);
  const hours = page.getByRole("region", { name: "Hours of the week", exact: true });
  await hours.getByText("As a table").focus();
  await page.keyboard.press("Enter");
  await expect(hours.getByRole("table")).toBeVisible();
  const saving = page.waitForEvent("download");
  await hours.getByRole("link", { name: /^CSV/ }).click();
  const lines = readFileSync(await (await saving).path(), "utf8")
    .trim()
    .split(/\r?\n/);
  expect(lines[0]).toBe("weekday,hour,incidents,samples,rows");
  expect(lines).toHaveLength(1 + 168);
});

test("the report prints on one light sheet without navigation", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("memoryops.theme", "dark"));
  await page.goto("/insights/report?days=365");
  await settle(page);
  const sheet = await page.pdf({ preferCSSPageSize: true });
  expect(sheet.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByText(/^Made .* UTC; counted/)).toBeVisible();
});
