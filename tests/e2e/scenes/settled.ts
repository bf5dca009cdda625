import { expect, type Page } from '@playwright/test';

/**
 * The screen has come, and everything that was on its way to it: pages of the signed-in keep one stream open for good. A
 * chart below the fold comes when it is looked at, so each place that is still empty is, in turn.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: 20_000 });
  const empty = page.locator('.skeleton');
  if ((await empty.count()) === 0) return;

  const before = await page.evaluate(() => window.scrollY);
  await expect(async () => {
    await page.evaluate(() => document.querySelector('.skeleton')?.scrollIntoView());
    await expect(empty).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await page.evaluate((top) => window.scrollTo(0, top), before);
}
