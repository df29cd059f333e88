import { picture } from "./support/picture";
import { expect, test } from "./support/playwright";

test("an incident is declared, understood by memory, resolved, remembered and recalled", async ({
  page,
  record,
}) => {
  await test.step("what is known appears while the error is typed", async () => {
    await page.goto("/declare");
    await page.getByLabel("Service").fill("payment-api");
    await page.getByRole("radio", { name: /SEV1/ }).check();
    await page.getByLabel("Error").fill("Database connection timeout");
    await page
      .getByLabel("Symptoms")
      .fill(
        "The Payment API answers POST /v1/charge with HTTP 504 after 30 s; all pods log a database connection timeout",
      );
    await expect(page.getByRole("region", { name: "From the record" })).toContainText("INC-101");
    await expect(page.getByRole("article", { name: /From memory: INC-101/ })).toBeVisible();
    await picture(page, "declare");
  });

  await test.step("declaring opens the incident and investigates it by itself", async () => {
    await page.getByRole("button", { name: "Declare incident" }).click();
    await expect(page).toHaveURL(/\/incidents\/INC-\d+$/);
    await expect(page.getByText("Memory: ok.")).toBeVisible();
    await expect(page.getByRole("article", { name: "Analysis" })).toContainText("Heuristic");
    await picture(page, "incident");
  });
  const id = page.url().split("/").at(-1) ?? "";

  await test.step("the evidence says why it matched and what fixed it", async () => {
    const card = page.getByRole("article", { name: /From memory: INC-101/ });
    await expect(card).toContainText("Why it matched");
    await expect(card).toContainText("What fixed it");
    await expect(card).toContainText("Sample");
    await expect(card).toContainText("Strong match");
  });

  await test.step("a citation jumps to the card it cites", async () => {
    const analysis = page.getByRole("article", { name: "Analysis" });
    await analysis.getByRole("button", { name: "Cited evidence INC-101: jump to it" }).first().click();
    await expect(page.getByRole("article", { name: /From memory: INC-101/ })).toBeFocused();
    await expect(page.getByRole("article", { name: /From memory: INC-101/ })).toHaveAttribute(
      "data-marked",
      "true",
    );
  });

  await test.step("a reload starts no further investigation", async () => {
    await page.reload();
    await expect(page.getByRole("article", { name: "Analysis" })).toBeVisible();
    expect(await record.investigations(id)).toHaveLength(1);
    await page.getByRole("button", { name: "Investigate again" }).click();
    await expect(page.getByRole("combobox", { name: "Past investigations" })).toBeVisible();
    expect(await record.investigations(id)).toHaveLength(2);
  });

  await test.step("what was excluded and how it came about is one click away", async () => {
    await page.getByText(/excluded memor/).click();
    await expect(page.getByText("similar, but not enough to be evidence").first()).toBeVisible();
    await page.getByText("What was asked of memory").click();
    await expect(page.getByRole("region", { name: "Query sent to memory" })).toContainText("payment-api");
  });

  await test.step("a note stands in the timeline", async () => {
    await page.getByLabel("Add a note").fill("Pool is at 100 %.");
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByRole("list", { name: /Timeline entries/ })).toContainText("Pool is at 100 %.");
    await expect(page.getByRole("list", { name: /Timeline entries/ })).toContainText("Grace Hopper");
  });

  await test.step("resolving is refused at the field until cause and resolution are there", async () => {
    await page.getByRole("button", { name: "Resolve", exact: true }).click();
    await page.getByRole("button", { name: "Resolve incident" }).click();
    await expect(page.getByLabel("Root cause")).toBeFocused();
    await expect(page.getByText("Say why it broke; this is what will be remembered.")).toBeVisible();
    await page.getByLabel("Root cause").fill("A nightly export held all connections of the charge pool.");
    await page
      .getByRole("textbox", { name: "Resolution", exact: true })
      .fill("Gave the export a pool of its own with four connections.");
    await page.getByLabel("What did not help").fill("Restarting the pods.");
    await page.getByRole("button", { name: "Resolve incident" }).click();
    await expect(page.getByRole("heading", { name: "Resolution" })).toBeVisible();
  });

  await test.step("its way into memory is seen live", async () => {
    const memory = page.getByRole("region", { name: "In memory" });
    await expect(memory).toContainText("A recall has brought it back.", { timeout: 60_000 });
  });

  await test.step("the next similar incident recalls it", async () => {
    const next = await record.declare({
      title: "Charges time out at night",
      service: "payment-api",
      severity: "sev2",
      error: "Timed out waiting for a free connection",
      symptoms: "Charges time out while the nightly export runs and holds the connections of the charge pool",
    });
    await page.goto(`/incidents/${next.id}`);
    const card = page.getByRole("article", { name: new RegExp(`From memory: ${id}`) });
    await expect(card).toContainText("Gave the export a pool of its own");
  });
});

test("what memory has never seen is empty, not an error", async ({ page, record }) => {
  const { id } = await record.declare({
    title: "Fix my bicycle",
    service: "bike-shed",
    symptoms: "The chain came off",
  });
  await page.goto(`/incidents/${id}`);
  await expect(page.getByText("Memory: empty.")).toBeVisible();
  await expect(page.locator('[data-memory-status="empty"]')).toBeVisible();
  await expect(page.getByRole("article", { name: "Analysis" })).toContainText("Nothing from memory.");
});

test("evidence can be taken over to resolve in the same way", async ({ page, record }) => {
  const { id } = await record.declare({
    title: "Charges fail with 504",
    service: "payment-api",
    severity: "sev1",
    error: "Database connection timeout",
  });
  await page.goto(`/incidents/${id}`);
  const card = page.getByRole("article", { name: /From memory: INC-101/ });
  await card.getByRole("button", { name: "Same resolution: use it" }).click();
  await expect(page.getByLabel("Same resolution as")).toHaveValue("INC-101");
  await expect(page.getByLabel("Root cause")).toHaveValue(/leaked database sessions/);
});
