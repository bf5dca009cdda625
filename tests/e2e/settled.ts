import { expect, type Page } from '@playwright/test';

/** Everything that was on its way is there: pages of the signed-in keep one stream open for good. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await expect(page.locator('.skeleton')).toHaveCount(0, { timeout: 20_000 });
}
