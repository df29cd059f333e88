import { expectNoViolationInTheOtherTheme, expectNoViolations } from "./support/axe";
import { picture } from "./support/picture";
import { expect, type Page, test } from "./support/playwright";

const RECORD_AND_MEMORY = [
  ["Dashboard", "/", "Dashboard"],
  ["Declare", "/declare", "Declare an incident"],
  ["Incidents", "/incidents", "Incidents"],
  ["Resolved incident", "/incidents/INC-101", "Payment API"],
  ["Action items", "/action-items", "Action items"],
  ["Overdue action items", "/action-items?view=overdue", "Action items"],
  ["Action item", "/action-items/ACT-1", "Alert at 80 % pool utilisation"],
  ["Postmortems", "/postmortems", "Postmortems"],
  ["Search", "/search?q=pool", "Search"],
  ["Rulings", "/rulings", "Rulings"],
  ["Recall", "/memory?query=connection+timeout", "Memory"],
  ["Ledger", "/memory?tab=ledger", "Memory"],
  ["Audit", "/memory?tab=audit", "Memory"],
  ["Document", "/memory/documents/INC-101", "Document INC-101"],
  ["Reflect", "/memory?tab=reflect", "Memory"],
  ["Status", "/status", "Status"],
  ["Nowhere", "/nowhere", "Not found"],
] as const;

const ALERTS_AND_INSIGHTS = [
  ["Alerts", "/alerts", "Alerts"],
  ["Deliveries", "/alerts/deliveries", "Deliveries"],
  ["Routing rules", "/alerts/rules", "Routing rules"],
  ["Integrations", "/integrations", "Integrations"],
  ["New integration", "/integrations/new?source=generic", "New integration"],
  ["Insights", "/insights?days=365", "Insights"],
  ["Insights rows", "/insights/rows?of=incidents", "Incidents declared"],
  ["Report", "/insights/report?days=365", "Incident report"],
] as const;

const SCREENS = {
  "record and memory": RECORD_AND_MEMORY,
  "alerts and insights": ALERTS_AND_INSIGHTS,
};

async function settle(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { name: heading }).first()).toBeAttached();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
}

async function expectNoSidewaysScroll(page: Page, name = "page"): Promise<void> {
  const [content, window_] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ]);
  expect.soft(content, name).toBeLessThanOrEqual(window_ ?? 0);
}

const HEIGHT = 900;
const WIDE = { width: 1440, height: HEIGHT };
const WIDE_AT_200_PERCENT = { width: 720, height: HEIGHT / 2 };

async function expectTheOtherThemeAndZoom(page: Page, name = "page"): Promise<void> {
  await expectNoViolationInTheOtherTheme(page, name);
  await page.setViewportSize(WIDE_AT_200_PERCENT);
  await expectNoSidewaysScroll(page, `${name} at 200 %`);
  await page.setViewportSize(WIDE);
}

/** A width changes the layout, a theme the colours: two looks show both of each, the wide one in both themes. */
const LOOKS = [
  { theme: "dark", viewport: { width: 390, height: HEIGHT }, expectTheRest: async () => {} },
  { theme: "light", viewport: WIDE, expectTheRest: expectTheOtherThemeAndZoom },
] as const;

for (const { theme, viewport, expectTheRest } of LOOKS) {
  test.describe(`${theme}, ${viewport.width} px`, () => {
    test.use({ viewport });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem("memoryops.theme", name), theme);
    });

    for (const [group, screens] of Object.entries(SCREENS)) {
      test(`no screen of ${group} has an axe violation or scrolls sideways`, async ({ page }) => {
        test.setTimeout(300_000);
        for (const [name, path, heading] of screens) {
          await test.step(name, async () => {
            await page.goto(path);
            await settle(page, heading);
            await expectNoViolations(page, name);
            await expectNoSidewaysScroll(page, name);
            if (name === "Document") await picture(page, "document");
            await expectTheRest(page, name);
          });
        }
      });
    }

    test("an investigation, opened in full, has no axe violation and no sideways scroll", async ({
      page,
      record,
    }) => {
      test.setTimeout(180_000);
      const { id } = await record.declare({
        title: "Charges fail",
        service: "payment-api",
        severity: "sev2",
        error: "Waiting for a database connection took too long",
        symptoms: "HTTP 504 on /v1/charge",
      });
      await record.investigate(id);
      await page.goto(`/incidents/${id}`);
      await expect(page.getByRole("article", { name: "Analysis" })).toBeVisible();
      await page.evaluate(() => {
        for (const part of document.querySelectorAll("details")) part.open = true;
      });
      await page.getByRole("button", { name: "Resolve", exact: true }).click();
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
      await expectTheRest(page);
    });

    test("a postmortem begun from the record has no axe violation and no sideways scroll", async ({
      page,
      record,
    }) => {
      test.setTimeout(180_000);
      const { id } = await record.declare({ title: "Invoices are sent twice", service: "invoice-api" });
      await record.resolve(id, { root_cause: "A retry without a key.", resolution: "Requests carry a key." });
      await record.beginPostmortem(id);
      await page.goto(`/incidents/${id}/postmortem`);
      await settle(page, "Invoices are sent twice");
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
      await expectTheRest(page);
    });

    test("dialogs have no axe violation", async ({ page }) => {
      test.setTimeout(180_000);
      await page.goto("/incidents/INC-101");
      await settle(page, "Payment API");
      await page.getByRole("button", { name: "Edit", exact: true }).first().click();
      await expectNoViolations(page);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
      await expectNoViolations(page);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Search and go" }).getByRole("combobox").fill("timeout");
      await expect(page.getByRole("option").first()).toBeVisible();
      await expectNoViolations(page);
      await expectNoViolationInTheOtherTheme(page);
    });
  });
}

test("the theme is kept over a reload", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Switch to light theme" }).first().click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});
