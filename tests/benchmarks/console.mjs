// Takes the console's readings in a real browser and prints them as JSON; console.py asks for them and judges none.
import { chromium } from "../../frontend/node_modules/@playwright/test/index.mjs";

const { base, chromiumPath, rounds, empty, screens, incident, listed } = JSON.parse(process.argv[2]);
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
const QUIET = ["--disable-background-networking", "--disable-component-update"];
const NO_LOADING = () => document.querySelector('[role="status"][aria-label^="Loading"]') === null;

/** What the browser itself tells of paints, from before the page begins; see the specifications of both entry types. */
function watchPaints() {
  if (window.top !== window) return;
  localStorage.setItem("memoryops.actor", "Ada Lovelace");
  const told = { largest: 0, events: [] };
  window.told = told;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) told.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => told.events.push(...list.getEntries())).observe({
    type: "event",
    durationThreshold: 16,
  });
}

/** From the next key or press: how long until something that fits the selector was painted. */
function armed(selector) {
  window.told.events.length = 0;
  window.told.seen = new Promise((done, failed) => {
    setTimeout(() => failed(new Error(`${selector} was not seen within 30 s`)), 30_000);
    let began = null;
    const look = () => {
      if (began === null || document.querySelector(selector) === null) return;
      watcher.disconnect();
      document.removeEventListener("focusin", look);
      const painted = new MessageChannel();
      painted.port1.onmessage = () => done(performance.now() - began);
      requestAnimationFrame(() => painted.port2.postMessage(null));
    };
    const begin = (event) => {
      began ??= event.timeStamp;
    };
    for (const kind of ["keydown", "pointerdown"])
      document.addEventListener(kind, begin, { capture: true, once: true });
    document.addEventListener("focusin", look);
    const watcher = new MutationObserver(look);
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

const twoFrames = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))));

const browser = await chromium.launch({ executablePath: chromiumPath, args: [...FLAGS, ...QUIET] });

/** A page of a browser that has seen nothing yet. */
async function withFreshPage(use) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
  try {
    await context.addInitScript(watchPaints);
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

async function open(page, path) {
  await page.goto(base + path);
  if (path === empty) return;
  await page.locator("main h1").waitFor();
  await page.waitForFunction(NO_LOADING);
}

function largestPaint(path) {
  return withFreshPage(async (page) => {
    await open(page, path);
    await page.evaluate(twoFrames);
    return page.evaluate(() => window.told.largest);
  });
}

/** Milliseconds until what was asked for is seen, and until whatever came next was painted. */
async function interaction(page, selector, act) {
  await page.evaluate(armed, selector);
  await act();
  const seen = await page.evaluate(() => window.told.seen);
  await page.evaluate(twoFrames);
  const paints = await page.evaluate(() => window.told.events.map(({ duration }) => duration));
  // What took less than a frame is not told of.
  return { seen, paint: Math.max(16, ...paints) };
}

const severity = (word) => `main button[aria-label^="Severity ${word}"]`;

const INTERACTIONS = {
  "open the palette": async (page) => {
    await open(page, `/incidents/${incident}`);
    return interaction(page, '[role="dialog"] input', () => page.keyboard.press("Control+k"));
  },
  "open the note form": async (page) => {
    await open(page, `/incidents/${incident}`);
    return interaction(page, "main textarea:focus", () => page.keyboard.press("n"));
  },
  "ask for another severity": async (page) => {
    await open(page, `/incidents/${incident}`);
    return interaction(page, '[role="dialog"] input[type="radio"]', () => page.keyboard.press("v"));
  },
  "save another severity": async (page) => {
    await open(page, `/incidents/${incident}`);
    const wanted = (await page.locator(severity("SEV1")).count()) > 0 ? "SEV2" : "SEV1";
    await page.keyboard.press("v");
    await page.getByRole("dialog").getByText(wanted, { exact: true }).click();
    const save = page.getByRole("button", { name: "Save severity" });
    return interaction(page, severity(wanted), () => save.click());
  },
  "filter the list": async (page) => {
    await open(page, "/incidents");
    await page.getByLabel("Status", { exact: true }).focus();
    const fewer = `ul[aria-label="Incidents"]:not(:has(> li:nth-child(${listed})))`;
    return interaction(page, fewer, () => page.keyboard.press("ArrowDown"));
  },
  "open an incident from the list": async (page) => {
    await open(page, "/incidents");
    const link = page.locator(`a[href="/incidents/${incident}"]`);
    return interaction(page, "main header h1", () => link.click());
  },
};

function pressPlainButton() {
  return withFreshPage(async (page) => {
    await open(page, empty);
    await page.evaluate(() => {
      document.querySelector("button").onclick = () =>
        document.querySelector("p").setAttribute("data-pressed", "");
    });
    return interaction(page, "p[data-pressed]", () => page.locator("button").click());
  });
}

// In turn with the empty page, so that whatever the machine does meanwhile is done to both.
const readings = { screens: [], interactions: [] };
for (let round = 0; round <= rounds; round += 1) {
  const kept = round > 0;
  for (const [name, path] of screens) {
    const reading = { name, empty: await largestPaint(empty), ours: await largestPaint(path) };
    if (kept) readings.screens.push(reading);
  }
  for (const [name, act] of Object.entries(INTERACTIONS)) {
    const reading = { name, empty: await pressPlainButton(), ours: await withFreshPage(act) };
    if (kept) readings.interactions.push(reading);
  }
}
await browser.close();
console.log(JSON.stringify(readings));
