import type { Page } from '@playwright/test';
import { created, expect, newPerson, password, send, test } from './setting/journey.ts';
import { confirmed } from './setting/mails.ts';
import { payWith } from './paying/pay-with.ts';
import { goOnAs } from './paying/paying-steps.ts';

/** As in a browser that forbids storage: Chrome and Safari throw when it is named, Firefox the channel too. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    const forbid = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel']) {
      Object.defineProperty(window, name, { get: forbid });
    }
  });

test('with storage blocked, the screens that are open to everybody open', async ({ page }) => {
  await confirmed(page);
  const { id } = await created(page, { originalUrl: 'https://example.com/open' });
  const path = `/api/v1/links/${id}/public-page`;
  const opened = await send(page, { method: 'PUT', path, data: {}, status: 200 });
  const { url }: { url: string } = await opened.json();
  await page.context().clearCookies();
  await blockStorage(page);

  await page.goto('/report');
  await expect(page.getByRole('heading', { name: 'Report a link' })).toBeVisible();
  await page.goto(url);
  await expect(page.getByRole('radio', { name: /^Clicks/ })).toBeVisible();
  for (const screen of ['/', '/login', '/register', '/forgot-password', '/support', '/subscribe']) {
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('with storage blocked, what is chosen lasts until the page is closed', async ({ page }) => {
  await confirmed(page);
  await created(page, { originalUrl: 'https://example.com/chosen' });
  await blockStorage(page);
  await page.goto('/dashboard');
  await page.getByLabel('Free trial').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');

  await page.getByRole('link', { name: 'My Links' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Links' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Clicks', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Clicks' })).toHaveCount(0);
  await page.getByRole('link', { name: 'SQL', exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'SQL statement' });
  await editor.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('SELECT 3 AS three');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('cell', { name: '3' })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  await expect(page.getByLabel('Free trial')).toHaveCount(0);
  await page.getByRole('link', { name: 'My Links' }).click();
  await expect(page.getByRole('columnheader', { name: 'Date' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Clicks' })).toHaveCount(0);
  await page.getByRole('link', { name: 'SQL', exact: true }).click();
  await expect(editor).toContainText('SELECT 3 AS three');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('with storage blocked, a visitor pays for lifetime access @more', async ({ page }) => {
  await blockStorage(page);
  await page.goto('/payment');
  await goOnAs(page, { ...newPerson(), password });
  await payWith(page, '4242 4242 4242 4242');

  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
});
