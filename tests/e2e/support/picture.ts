import { join } from "node:path";
import type { Page } from "./playwright";

/** Keeps what the page shows as `name-theme-width.png` in the folder that PICTURES names; without one, does nothing. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  const theme = await page.locator("html").getAttribute("data-theme");
  const width = page.viewportSize()?.width;
  await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), animations: "disabled" });
}
