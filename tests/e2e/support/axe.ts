import AxeBuilder from "../../../frontend/node_modules/@axe-core/playwright/dist/index.js";
import { expect, type Page } from "./playwright";

/** Goes on when there are violations, and fails the test in the end with all of them. */
export async function expectNoViolations(page: Page, name = "page"): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect
    .soft(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      name,
    )
    .toEqual([]);
}
