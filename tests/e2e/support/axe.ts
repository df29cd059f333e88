import AxeBuilder from "../../../frontend/node_modules/@axe-core/playwright/dist/index.js";
import { expect, type Page } from "./playwright";

/** The rules that depend on colours: what they judge is all that a theme can change. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Goes on when there are violations, and fails the test in the end with all of them. */
export async function expectNoViolations(page: Page, name = "page"): Promise<void> {
  await expectNone(judge(page), name);
}

/** Switches the page to its other theme where it stands, and judges there what depends on colours. */
export async function expectNoViolationInTheOtherTheme(page: Page, name = "page"): Promise<void> {
  const theme = page.locator("html");
  const before = await theme.getAttribute("data-theme");
  // A dialog hides the button from people, not the theme behind it.
  const button = page.getByRole("button", { name: /^Switch to \w+ theme$/, includeHidden: true });
  await button.first().dispatchEvent("click");
  await expect(theme).toHaveAttribute("data-theme", before === "light" ? "dark" : "light");
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
  await expectNone(judge(page).withRules(OF_COLOURS), `${name} in the other theme`);
}

/** All rules, in the page itself: no screen has a frame of another host, and what passes need not be described. */
function judge(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
}

async function expectNone(axe: AxeBuilder, name: string): Promise<void> {
  const { violations } = await axe.analyze();
  expect
    .soft(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      name,
    )
    .toEqual([]);
}
