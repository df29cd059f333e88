import { defineConfig } from "@playwright/test";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The built console over a real server with its own data; memory is only lost in the last project. */
export default defineConfig({
  testDir: "../tests/e2e",
  outputDir: "test-results",
  globalSetup: "../tests/e2e/support/global-setup.ts",
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: "dark",
    // What the page held at each step is kept; to film every test as well slows all of them.
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || process.env.CHROMIUM || "/usr/bin/chromium",
      args: flags,
    },
  },
  projects: [
    { name: "console", testIgnore: "memory-lost.spec.ts" },
    { name: "memory-lost", testMatch: "memory-lost.spec.ts", dependencies: ["console"] },
  ],
});
