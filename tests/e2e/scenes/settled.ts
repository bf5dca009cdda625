import { expect, type Page } from '@playwright/test';

/**
 * Waits until the screen and all its content have loaded. Pages of signed-in people keep one stream
 * open permanently. A chart below the visible part loads when it is scrolled to, so each empty
 * place is scrolled to in turn.
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
