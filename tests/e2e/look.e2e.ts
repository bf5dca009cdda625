import type { Page } from '@playwright/test';
import { created, expect, freeAlias, openActions, registered, test } from './setting/journey.ts';

const shownTheme = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset['theme'] ?? null);

async function choose(page: Page, theme: string) {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: theme }).click();
}

test('dark is the default, and a chosen theme survives a reload without a flash', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  expect(await shownTheme(page)).toBe('dark');

  await choose(page, 'Light theme');
  expect(await shownTheme(page)).toBe('light');

  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const seen = document.documentElement.dataset['theme'];
      sessionStorage.setItem('seen', `${sessionStorage.getItem('seen') ?? ''} ${seen}`);
    });
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const seen = await page.evaluate(() => sessionStorage.getItem('seen'));
  expect(seen?.trim()).toBe('light light');
});

test('the theme follows the device on request, immediately @more', async ({ page }) => {
  await registered(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await choose(page, 'Follow the device');
  expect(await shownTheme(page)).toBe('light');

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => shownTheme(page)).toBe('dark');
});

test('the time range is kept in the address, and its days are in the browser’s time zone @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/analytics');
  const asked = page.waitForRequest(
    /\/api\/analytics\/report\?tz=Europe%2FBerlin&range=30d&lists=/,
  );
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 30 days');
  await asked;

  await expect(page).toHaveURL(/range=30d/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveValue('30d');
  const table = page.getByRole('table', { name: 'Clicks per day' });
  await expect(table.getByRole('row')).toHaveCount(31);
});

test('the active navigation item is marked, and the focus moves to the new page @more', async ({
  page,
}) => {
  await registered(page);
  for (const path of ['/', '/dashboard']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('link', { name: 'Analytics' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveTitle('Analytics · Waypost');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the drawer leads to every screen, and links are cards', async ({ page }) => {
    await registered(page);
    const alias = freeAlias('phone');
    await created(page, { originalUrl: 'https://example.com/phone', customAlias: alias });
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await page.getByRole('dialog').getByRole('link', { name: 'My Links' }).tap();
    await expect(page.getByRole('heading', { name: 'My Links' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();

    await expect(page.getByRole('table')).toBeHidden();
    const card = page.getByRole('listitem').filter({ hasText: alias });
    await expect(card).toContainText(/clicks\s*0/);
    await expect(card).toContainText('Today');
    await openActions(page, `${new URL(page.url()).host}/${alias}`);
    await page.getByRole('menuitem', { name: 'Edit Link' }).tap();
    await expect(page.getByRole('heading', { name: 'Edit Link' })).toBeVisible();
  });
});

test('the first screenshot is visible without scrolling, and the dots work without scripts @more', async ({
  browser,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: process.env['WAYPOST_URL'] ?? '',
  });
  const page = await context.newPage();
  await page.goto('/');
  const first = page.getByRole('img', { name: 'Dashboard in dark' });
  await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1440);
  await expect(page.getByText(/follows? your device/i)).toHaveText(/^Dark by default\./);

  await page.getByRole('link', { name: 'Show Conversions' }).click();

  const last = page.getByRole('img', { name: 'Conversions in dark' });
  await expect(last).toBeInViewport({ ratio: 0.5 });
  await expect.poll(() => last.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1440);
  await context.close();
});

test('the landing page’s carousel works by dots and by keyboard @more', async ({ page }) => {
  await page.goto('/');
  const dot = page.getByRole('link', { name: 'Show Analytics' });
  await dot.click();
  await expect(dot).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('img', { name: 'Analytics in dark' })).toBeInViewport();

  await page.getByRole('list', { name: 'Screenshots' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(dot).toHaveAttribute('aria-current', 'false');
});
