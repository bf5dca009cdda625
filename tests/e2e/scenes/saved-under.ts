import type { Page } from '@playwright/test';

/** Waits until the dialog has saved under its name, which an earlier look may have saved already. */
export async function savedUnder(page: Page): Promise<void> {
  const saved = page.getByText(/^(View|Statement) saved$/);
  const replace = page.getByRole('button', { name: /^Replace (view|statement)$/ });
  await saved.or(replace).first().waitFor();
  if (await replace.isVisible()) await replace.click();
  await saved.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
}
