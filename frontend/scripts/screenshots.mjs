// Takes the README's pictures from a running product: BASE_URL=http://127.0.0.1:8000 npm run screenshots
import { mkdirSync } from "node:fs";
import { chromium } from "@playwright/test";

const base = process.env.BASE_URL ?? "http://127.0.0.1:8000";
const folder = new URL("../../docs/screenshots/", import.meta.url).pathname;
const executablePath = process.env.CHROMIUM_PATH || process.env.CHROMIUM || "/usr/bin/chromium";

async function ask(method, path, body) {
  const answer = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json", "X-Actor": "Ada%20Lovelace" },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** The open incident that the pictures show; a second run uses the one of the first. */
async function incidentToShow() {
  const title = "Checkout times out at the payment step";
  const { items } = await ask("GET", `/incidents?status=investigating&q=${encodeURIComponent(title)}`);
  if (items[0]) return items[0].id;
  const { id } = await ask("POST", "/incidents", {
    title,
    service: "payment-api",
    severity: "sev1",
    error: "Database connection timeout",
    symptoms:
      "POST /v1/charge answers HTTP 504 after 30 s since the evening campaign began; success rate is at 40 %.",
    environment: "production",
    version: "2026.11.2",
    commander: "Ada Lovelace",
  });
  await ask("POST", `/incidents/${id}/analyze`);
  return id;
}

/** An integration with alerts of it; a second run uses the one of the first. */
async function integrationToShow() {
  const { items } = await ask("GET", "/integrations");
  if (items[0]) return items[0].id;
  const { id, token } = await ask("POST", "/integrations", { source: "alertmanager", name: "Prometheus" });
  const firing = (alertname, service, severity, minutes) => ({
    status: "firing",
    labels: { alertname, service, severity, region: "eu-central-1" },
    annotations: { summary: `${alertname} on ${service}` },
    startsAt: new Date(Date.now() - minutes * 60_000).toISOString(),
    endsAt: "0001-01-01T00:00:00Z",
  });
  const alerts = [
    firing("HighErrorRate", "payment-api", "critical", 24),
    firing("PoolExhausted", "payment-api", "critical", 21),
    firing("QueueBacklog", "notification-worker", "warning", 12),
    firing("CertificateExpires", "edge-proxy", "info", 3),
  ];
  await fetch(`${base}/api/v1/alerts/alertmanager`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ version: "4", status: "firing", alerts }),
  });
  return id;
}

const id = await incidentToShow();
const integration = await integrationToShow();
await ask("POST", "/memory/audit");
const shots = [
  ["dashboard", "/"],
  ["declare", "/declare"],
  ["incident", `/incidents/${id}`],
  ["memory", "/memory?tab=ledger"],
  ["document", "/memory/documents/INC-101"],
  ["audit", "/memory?tab=audit"],
  ["alerts", "/alerts"],
  ["rules", "/alerts/rules"],
  ["integration", `/integrations/${integration}`],
  ["insights", "/insights?days=365"],
  ["report", "/insights/report?days=365"],
  ["status", "/status"],
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
  ],
});
for (const [theme, width, height] of [
  ["dark", 1440, 900],
  ["light", 1440, 900],
  ["dark", 390, 844],
]) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
  await context.addInitScript((name) => {
    localStorage.setItem("memoryops.theme", name);
    localStorage.setItem("memoryops.actor", "Ada Lovelace");
  }, theme);
  const page = await context.newPage();
  for (const [name, path] of shots) {
    await page.goto(base + path);
    await page.locator("main h1").waitFor();
    await page.waitForFunction(
      () => document.querySelector('[role="status"][aria-label^="Loading"]') === null,
    );
    if (name === "declare") await fillDeclare(page);
    if (name === "status") await shortenPaths(page);
    await page.screenshot({ path: `${folder}${name}-${theme}-${width}.png` });
  }
  await context.close();
}
await browser.close();
console.log(`Pictures are in ${folder}`);

async function fillDeclare(page) {
  await page.getByLabel("Service").fill("payment-api");
  await page.getByRole("radio", { name: /SEV1/ }).check();
  await page.getByLabel("Error").fill("Database connection timeout");
  await page.getByLabel("Symptoms").fill("POST /v1/charge answers HTTP 504 after 30 s");
  await page
    .getByRole("article", { name: /From memory/ })
    .first()
    .waitFor();
}

/** A picture shows the default data folder, not where this machine keeps its data. */
async function shortenPaths(page) {
  await page.getByText("hindsight/server.log").first().waitFor();
  await page.evaluate(() => {
    for (const code of document.querySelectorAll("main code")) {
      code.textContent = code.textContent.replace(/^\/.*\/hindsight(?=\/|$)/, "data/hindsight");
    }
  });
}
