import type { Page } from '@playwright/test';
import { created, expect, freeAlias, password, registered, test } from './journey.ts';

const newPassword = 'difference engine';

async function settingsOf(page: Page) {
  const person = await registered(page);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  return person;
}

/** Another browser with a session of its own. */
async function secondBrowser(page: Page, email: string) {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('There is no browser');
  const origin = new URL(process.env['WAYPOST_URL'] ?? '').origin;
  const login = (secret: string) =>
    context.request.post(`${origin}/api/auth/login`, {
      data: { email, password: secret },
      headers: { origin, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Firefox/142.0' },
    });
  return { context, login, me: () => context.request.get(`${origin}/api/auth/user`) };
}

async function fillPasswords(page: Page, current: string, next: string, again: string) {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Confirm new password').fill(again);
  await page.getByRole('button', { name: 'Update Password' }).click();
}

test('the user menu and the sidebar lead to the settings, where a name is changed', async ({
  page,
}) => {
  const person = await registered(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Account of Ada Byron' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);

  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await page.getByLabel('First name').fill('Augusta');
  await page.getByRole('button', { name: 'Update Profile' }).click();

  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Augusta Byron' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Augusta');
});

test('a password is changed, and every other session ends (SEC-15)', async ({ page }) => {
  const person = await settingsOf(page);
  const other = await secondBrowser(page, person.email);
  expect((await other.login(password)).status()).toBe(200);

  await fillPasswords(page, '', '12345', '123456');
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expect(page.getByText('New password must be at least 6 characters')).toBeVisible();
  await fillPasswords(page, password, newPassword, 'another engine');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await fillPasswords(page, 'not the password', newPassword, newPassword);
  await expect(page.getByText('Current password is incorrect').first()).toBeVisible();
  expect((await other.me()).status()).toBe(200);

  await fillPasswords(page, password, newPassword, newPassword);

  await expect(page.getByText('Password Updated', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  expect((await other.me()).status()).toBe(401);
  expect((await other.login(newPassword)).status()).toBe(200);
  await other.context.close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('a session elsewhere is seen, ended, and told of in the activity (SEC-44)', async ({
  page,
}) => {
  const person = await registered(page);
  const other = await secondBrowser(page, person.email);
  await other.login('not the password');
  await other.login(password);
  await page.goto('/settings');
  const sessions = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);

  await page.getByRole('button', { name: 'Revoke Firefox on Linux' }).click();

  await expect(page.getByText('Session Ended', { exact: true })).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This session');
  expect((await other.me()).status()).toBe(401);
  await other.context.close();

  await page.reload();
  const activity = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem');
  await expect(activity).toHaveText([
    /^Session ended from afar/,
    /^Sign-in(?!Refused)/,
    /^Sign-inRefusedfrom \d+\.\d+\.\d+\.0 · /,
    /^Account createdfrom 10\.\d+\.\d+\.0 · /,
  ]);
});

test('what is settled for new links is in their form and in what they become', async ({ page }) => {
  await settingsOf(page);
  await page.getByRole('switch', { name: 'Conversion tracking by default' }).click();
  await page.getByLabel('Default link expiration (days)').fill('soon');
  await page.getByRole('button', { name: 'Save Defaults' }).click();
  await expect(page.getByText('Use whole days from 1 to 3650, or leave it blank')).toBeVisible();
  await page.getByLabel('Default link expiration (days)').fill('30');
  await page.getByRole('button', { name: 'Save Defaults' }).click();
  await expect(page.getByText('Settings Updated', { exact: true })).toBeVisible();

  await page.goto('/links');
  await expect(page.getByRole('switch', { name: 'Track conversions' })).toBeChecked();
  await expect(page.getByLabel('Expires')).not.toHaveValue('');
  await page.getByLabel('Destination URL').fill('https://example.com/settled');
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await (await answered).json();
  expect(link).toMatchObject({ trackConversions: true, trackClicks: true });
  const days = (Date.parse(link.expiresAt) - Date.parse(link.createdAt)) / 86_400_000;
  expect(Math.abs(days - 30)).toBeLessThan(0.1);

  await page.getByRole('button', { name: 'Remove expiry' }).click();
  await page.getByLabel('Destination URL').fill('https://example.com/for-ever');
  const again = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Create link' }).click();
  expect(await (await again).json()).toMatchObject({ expiresAt: null });
});

test('the theme is chosen and kept', async ({ page }) => {
  await settingsOf(page);
  await page.getByRole('button', { name: 'Theme: Dark' }).click();
  await page.getByRole('option', { name: 'Light' }).click();

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: Light' })).toBeVisible();
});

test('an account takes its data along and is deleted with its links, only for its password (PRIV-06, PRIV-08)', async ({
  page,
}) => {
  const person = await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/gone',
    customAlias: freeAlias('gone'),
  });
  await page.goto('/settings');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all my data' }).click();
  expect((await downloading).suggestedFilename()).toBe('waypost-export.zip');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();

  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();

  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  const visit = await fetch(link.shortUrl, { redirect: 'manual' });
  expect(visit.status).toBe(404);
  const other = await secondBrowser(page, person.email);
  expect((await other.login(password)).status()).toBe(401);
  await other.context.close();
});
