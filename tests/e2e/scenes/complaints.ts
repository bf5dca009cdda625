import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The errors of the page in its current state: violations of WCAG 2.2 A and AA and of axe's best
 * practices, and content that is wider than the window.
 */
export async function complaintsAbout(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Only violations are reported: axe need not describe the passed rules.
    .options({ resultTypes: ['violations'] })
    // No page here contains a frame of another origin, so axe needs no blank page to combine
    // frames.
    .setLegacyMode()
    .withTags(rules)
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)}`);
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  return overflowPx > 0 ? [...found, `${overflowPx} px wider than the window`] : found;
}
