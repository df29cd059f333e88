import { expect, test } from "./support/playwright";

const HOSTILE = {
  title: `<script>window.hacked=1</script> <b>עברית</b> مرحبا بالعالم 🧨 \u202Egnp.exe`,
  service: `"><img src=x onerror=window.hacked=1>`,
  error: `<svg/onload=window.hacked=1> {{7*7}} \${7*7}\n<iframe src="https://evil.example/"></iframe>`,
  symptoms: `[click](javascript:window.hacked=1) ![x](https://evil.example/pixel.png) <style>body{display:none}</style>`,
};

const POSTMORTEM = [
  "# What happened",
  "<script>window.hacked=1</script><img src=x onerror=window.hacked=1>",
  "[bad](javascript:window.hacked=1) and [good](https://example.com/)",
  "![pixel](https://evil.example/pixel.png)",
  "- [ ] not done\n- [x] done",
].join("\n\n");

test("text that looks like code stays text on every screen", async ({ page, record }) => {
  const { id } = await record.declare({ ...HOSTILE, severity: "sev4" });
  await record.investigate(id);

  for (const path of ["/", "/incidents", `/incidents/${id}`]) {
    await page.goto(path);
    await expect(page.getByText(HOSTILE.title, { exact: true }).first()).toBeVisible();
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  }
  await expect(page.getByText(HOSTILE.symptoms, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Error", exact: true })).toContainText(
    "<svg/onload=window.hacked=1> {{7*7}}",
  );
  await expect(page.locator("main iframe, main img, main script, main style")).toHaveCount(0);
});

test("a postmortem's Markdown cannot run, load or lead astray", async ({ page, record }) => {
  const { id } = await record.declare({ ...HOSTILE, severity: "sev4" });
  await record.resolve(id, {
    root_cause: HOSTILE.error,
    resolution: HOSTILE.symptoms,
    postmortem: POSTMORTEM,
  });
  await page.goto(`/incidents/${id}`);
  await page.getByText("Closing notes", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  await expect(page.locator(".markdown").getByText("https://evil.example/pixel.png")).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Not done" })).toBeVisible();
  await expect(page.getByRole("link", { name: "good" })).toHaveAttribute("rel", /noopener/);
  await page.locator(".markdown").getByText("bad", { exact: true }).click();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  await record.remembers(id);
  await page.goto(`/memory/documents/${id}`);
  await expect(page.getByRole("region", { name: "Document text" })).toContainText(
    "<svg/onload=window.hacked=1>",
  );
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});
