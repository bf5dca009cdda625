import type { Page } from '@playwright/test';

/** Types a card into the test provider's form and pays with it. */
export async function payWith(page: Page, number: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Payment' });
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill('12/39');
  await form.getByLabel('CVC').fill('123');
  await form.locator('button[type=submit]').click();
}
