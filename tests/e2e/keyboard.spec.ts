import { expect, type Page, test } from "./support/playwright";

async function tabTo(
  page: Page,
  name: RegExp | string,
  role: "button" | "link" | "textbox" | "radio" | "combobox",
) {
  const target = page.getByRole(role, { name }).first();
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return target;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${role} ${name}`);
}

test("the whole loop works without a mouse", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page.getByRole("heading", { name: "Declare an incident" })).toBeFocused();

  await tabTo(page, "Service", "combobox");
  await page.keyboard.type("edge-gateway");
  await tabTo(page, /SEV/, "radio");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, /^Error/, "textbox");
  await page.keyboard.type("upstream connect error: connection refused");
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/incidents\/INC-\d+$/);
  await expect(page.getByRole("article", { name: "Analysis" })).toBeVisible();

  await page.keyboard.press("n");
  await expect(page.getByLabel("Add a note")).toBeFocused();
  await page.keyboard.type("Looking at the gateway.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("list", { name: /Timeline entries/ })).toContainText("Looking at the gateway.");

  await tabTo(page, "Add note", "button");
  await page.keyboard.press("r");
  await expect(page.getByLabel("Outcome")).toBeFocused();
  await tabTo(page, /^Root cause/, "textbox");
  await page.keyboard.type("The gateway pointed at a node that was drained.");
  await tabTo(page, /^Resolution/, "textbox");
  await page.keyboard.type("Removed the node from the pool.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Resolution" })).toBeVisible();
});

test("the first Tab offers to skip to the content", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("the palette finds an incident and opens it", async ({ page }) => {
  await page.goto("/status");
  await expect(page.getByRole("heading", { name: "Status" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search and go" })).toBeVisible();
  await page.keyboard.type("handshake");
  await expect(page.getByRole("option", { name: /INC-112/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/incidents\/INC-112$/);
});

test("Escape closes what lies on top and focus returns", async ({ page }) => {
  await page.goto("/incidents/INC-101");
  const trigger = page.getByRole("button", { name: "Delete INC-101" });
  await trigger.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Delete INC-101?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(trigger).toBeFocused();
});
