import { expectNoViolations } from "./support/axe";
import { expect, type Page, test } from "./support/playwright";

const SERVICE = `checkout-${Date.now()}`;
const HOSTILE = `<img src=x onerror=window.hacked=1> {{7*7}}`;

function group(name: string, status: "firing" | "resolved", summary: string) {
  const began = new Date(Date.now() - 120_000).toISOString();
  return {
    version: "4",
    status,
    alerts: [
      {
        status,
        labels: { alertname: name, service: SERVICE, severity: "critical" },
        annotations: { summary, runbook_url: "https://runbooks.example.com/pool" },
        startsAt: began,
        endsAt: "0001-01-01T00:00:00Z",
      },
    ],
  };
}

/** The text of a line that can be copied. */
async function shown(page: Page, label: string): Promise<string> {
  const line = page.getByRole("region", { name: label, exact: true });
  return ((await line.textContent()) ?? "").trim();
}

test("a tool is connected, its alerts arrive, and its incident is confirmed", async ({ page, request }) => {
  test.setTimeout(180_000);
  await test.step("a new integration shows its token once and waits", async () => {
    await page.goto("/integrations/new");
    await page.getByLabel("Find a tool").fill("prometheus");
    await page.getByRole("radio", { name: /Prometheus Alertmanager/ }).check();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Prometheus of the story");
    await page.getByRole("button", { name: "Make it and show its token" }).click();
    await expect(page.getByText("Waiting for the first delivery…")).toBeVisible();
    await expectNoViolations(page, "integration");
  });
  const token = await shown(page, "Token");
  const address = await shown(page, "Address, for tools that can set a header");
  const send = async (data: unknown) => {
    const answer = await request.post(address, { data, headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status()).toBe(202);
    return ((await answer.json()) as { delivery_id: string }).delivery_id;
  };

  await test.step("the first delivery is said on the page by itself, and the token does not come back", async () => {
    await send(group("PoolExhausted", "firing", HOSTILE));
    await expect(page.getByText("Received: parsed 1 alert.")).toBeVisible({ timeout: 30_000 });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Prometheus of the story" })).toBeVisible();
    await expect(page.getByText(token)).toHaveCount(0);
  });

  await test.step("the alert stands in the list, and says why it went where it went", async () => {
    await page.goto(`/alerts?service=${SERVICE}`);
    const row = page.getByRole("list", { name: "Alerts" }).getByRole("listitem").first();
    await expect(row).toContainText("Declared an incident by “Severe alerts”");
    await row.getByRole("link", { name: "PoolExhausted" }).click();
    await expect(page.getByRole("region", { name: "Where it went" })).toContainText("this rule declares one");
    await expect(page.getByRole("region", { name: "Error" })).toContainText(HOSTILE);
    await expect(page.getByRole("link", { name: /^runbooks\.example\.com/ })).toHaveAttribute(
      "rel",
      "noopener noreferrer",
    );
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    await expectNoViolations(page, "alert");
  });

  await test.step("another one waits above the list until it is asked for", async () => {
    await page.goto(`/alerts?service=${SERVICE}`);
    await expect(page.getByRole("list", { name: "Alerts" }).getByRole("listitem")).toHaveCount(1);
    await send(group("QueueGrows", "firing", "Jobs wait"));
    await page.getByRole("button", { name: "1 new alert: show" }).click({ timeout: 30_000 });
    await expect(page.getByRole("list", { name: "Alerts" }).getByRole("listitem")).toHaveCount(2);
  });

  await test.step("its incident is in triage, and a person confirms it", async () => {
    await page.getByRole("link", { name: /^INC-/ }).first().click();
    const triage = page.getByRole("region", { name: "Triage" });
    await expect(triage).toContainText("Declared by an alert rule; confirm to investigate.");
    await expect(page.getByRole("region", { name: "Alerts" })).toContainText("2 firing of 2 alerts");
    await expectNoViolations(page, "incident in triage");
    await triage.getByRole("button", { name: "Confirm" }).click();
    await expect(triage).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Status Investigating/ })).toBeVisible();
  });
});

test("what cannot be read is kept with its reason, without its secrets, and is replayed after a fix", async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  await page.goto("/integrations/new?source=generic");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Batch runner of the story");
  await page.getByRole("button", { name: "Make it and show its token" }).click();
  const token = await shown(page, "Token");
  const integration = page.url();
  const address = await shown(page, "Address, for tools that can set a header");
  const answer = await request.post(address, {
    data: { jobs: [{ nr: 7, what: "Export failed", how: "kaputt" }], password: "hunter2-hunter2" },
    headers: { Authorization: `Bearer ${token}` },
  });
  const { delivery_id: id } = (await answer.json()) as { delivery_id: string };

  await test.step("the mapping is written on the delivery's own body", async () => {
    await page.goto(`${integration}?sample=${id}`);
    await expect(page.getByLabel("Sample body")).toHaveValue(/Export failed/);
    await expect(page.getByLabel("Sample body")).not.toHaveValue(/hunter2/);
    await page.getByRole("textbox", { name: "Alerts", exact: true }).fill("jobs");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("what");
    await page.getByRole("textbox", { name: "Identity", exact: true }).fill("nr");
    await page.getByRole("textbox", { name: "Status", exact: true }).fill("how");
    await expect(page.getByText(/'kaputt' is no word that is known here: add it/)).toBeVisible();
    const words = page.getByRole("group", { name: "Words for a status" });
    await words.getByRole("button", { name: "Add a word" }).click();
    await words.getByRole("textbox").fill("kaputt");
    await expect(page.getByRole("list", { name: "Alerts of the sample" })).toContainText("Firing");
    await expectNoViolations(page, "mapping");
    await page.getByRole("button", { name: "Save mapping" }).click();
    await expect(page.getByText(/The mapping is saved/)).toBeVisible();
  });

  await test.step("a replay reads it by the new mapping", async () => {
    await page.goto(`/alerts/deliveries/${id}`);
    await expect(page.getByRole("region", { name: "Body of the delivery" })).toContainText("[redacted");
    await page.getByRole("button", { name: "Replay" }).click();
    await expect(page.getByText("Replayed: it tells 1 alert now.")).toBeVisible();
    await expect(page.getByRole("list", { name: "Alerts it told" })).toContainText("Export failed");
    await expectNoViolations(page, "delivery");
  });
});

test("rules are tried before they are kept, and put in order by keyboard", async ({ page }) => {
  await page.goto("/alerts/rules");
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New routing rule" });
  await dialog.getByLabel("Name").fill("Batch jobs of the story");
  await dialog.getByLabel("Service is one of").fill("batch-*");
  await dialog.getByRole("radio", { name: /^Only record/ }).check();
  await expect(dialog).toContainText("When service is batch-*, only record it.");
  await expect(dialog.getByRole("region", { name: "What it would have done" })).toContainText(
    /last|no alerts/,
  );
  await expectNoViolations(page, "rule");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  const rules = page.getByRole("list", { name: /^Routing rules/ }).getByRole("listitem");
  await expect(rules.first()).toContainText("Batch jobs of the story");
  const down = page.getByRole("button", { name: "Move Batch jobs of the story down" });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect(rules.nth(1)).toContainText("Batch jobs of the story");
  await expect(down).toBeFocused();
  await page.reload();
  await expect(rules.nth(1)).toContainText("Batch jobs of the story");
  await page.getByRole("button", { name: "Delete Batch jobs of the story" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("The rule “Batch jobs of the story” is deleted.")).toBeVisible();
});
