import type { Page } from '@playwright/test';
import {
  created,
  expect,
  freeAlias,
  password,
  registered,
  send,
  test,
} from '#tests/e2e/setting/journey';
import { confirmed } from '#tests/e2e/setting/mails';

const newPassword = 'difference engine';

async function settingsOf(page: Page, section: string) {
  const person = await registered(page);
  await page.goto(`/settings/${section}`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  return person;
}

/** Another browser with its own session. */
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

test('a person without a last name can change the profile', async ({ page }) => {
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), lastName: '' } });
  });
  await settingsOf(page, 'profile');
  await expect(page.getByLabel('Last name')).toHaveValue('');
  await page.getByLabel('First name').fill('Madonna');
  const sent = page.waitForRequest('**/api/profile');
  await page.getByRole('button', { name: 'Update Profile' }).click();

  expect((await sent).postDataJSON()).not.toHaveProperty('lastName');
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible();
});

test('the user menu and the sidebar open the settings, where a name is changed', async ({
  page,
}) => {
  const person = await registered(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Account of Ada Byron' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);

  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await page.getByLabel('First name').fill('Augusta');
  await page.route('**/api/profile', (route) => route.abort());
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed to update profile', { exact: true })).toBeVisible();
  await page.unroute('**/api/profile');
  await page.getByRole('button', { name: 'Update Profile' }).click();

  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Augusta Byron' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Augusta');
});

test('[sensitive-changes] a password is changed, and every other session ends', async ({
  page,
}) => {
  const person = await settingsOf(page, 'security');
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
  await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText(
    'Password change',
  );
  expect((await other.me()).status()).toBe(401);
  expect((await other.login(newPassword)).status()).toBe(200);
  await other.context.close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('[audit-trail] a session in another browser is listed and ended, and the activity shows it', async ({
  page,
}) => {
  const person = await registered(page);
  const other = await secondBrowser(page, person.email);
  await other.login('not the password');
  await other.login(password);
  await page.goto('/settings/security');
  const sessions = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);

  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();

  await expect(page.getByText('Session Ended', { exact: true })).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This session');
  expect((await other.me()).status()).toBe(401);
  await other.context.close();

  await page.reload();
  const activity = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem');
  await expect(activity).toHaveText([
    /^Another session ended/,
    /^Sign-in(?!Refused)/,
    /^Sign-inRefusedfrom \d+\.\d+\.\d+\.x · /,
    /^Account createdfrom 10\.\d+\.\d+\.x · /,
  ]);
});

test('the API keys that outlive a password are listed, and one button ends them all', async ({
  page,
}) => {
  await confirmed(page);
  for (const name of ['Shop', 'Warehouse']) {
    const data = { name, scopes: ['conversions:write'] };
    await send(page, { path: '/api/keys', data });
  }
  await page.goto('/settings/security');
  const keys = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
  await expect(keys).toHaveText([/^Warehouse/, /^Shop/]);

  await page.getByRole('button', { name: 'Revoke all' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke All API Keys' });
  await question.getByRole('button', { name: 'Revoke' }).click();

  // The list of activity says the same.
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  await expect(toasts.getByText('All API keys revoked', { exact: true })).toBeVisible();
  await expect(page.getByText('You have no API keys.')).toBeVisible();
  expect(await (await page.request.get('/api/v1/keys')).json()).toMatchObject({ data: [] });
});

test('all other sessions are signed out at once, and only those @more', async ({ page }) => {
  const person = await registered(page);
  const [phone, work] = [
    await secondBrowser(page, person.email),
    await secondBrowser(page, person.email),
  ];
  for (const { login } of [phone, work]) expect((await login(password)).status()).toBe(200);
  await page.goto('/settings/security');
  const sessions = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();

  await expect(page.getByText('Signed out everywhere else', { exact: true })).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
  for (const { me, context } of [phone, work]) {
    expect((await me()).status()).toBe(401);
    await context.close();
  }
  await page.reload();
  const activity = page.getByRole('list', { name: 'Recent activity' });
  await expect(activity.getByText('All other sessions ended')).toBeVisible();
});

const sections = [
  { title: 'Profile', path: 'profile', card: 'Profile Information' },
  { title: 'Security', path: 'security', card: 'Active Sessions' },
  { title: 'Link defaults', path: 'links', card: 'Default Link Settings' },
  { title: 'Notifications', path: 'notifications', card: 'Notification Preferences' },
  { title: 'Alerts', path: 'alerts', card: 'Alerts' },
  { title: 'Email reports', path: 'reports', card: 'Email reports' },
  { title: 'Billing', path: 'billing', card: 'Billing' },
  { title: 'API', path: 'api', card: 'API Keys' },
  { title: 'Webhooks', path: 'webhooks', card: 'Webhooks' },
];

test('each section of the settings has an address, and can be reached by keyboard @more', async ({
  page,
}) => {
  await registered(page);
  for (const { title, path, card } of sections) {
    const answer = await page.goto(`/settings/${path}`);
    expect([path, answer?.status()]).toEqual([path, 200]);
    await expect(page.getByRole('heading', { name: card, exact: true, level: 2 })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Settings · Waypost`);
  }
  expect((await page.goto('/settings/deeper'))?.status()).toBe(404);

  await page.goto('/settings');
  await expect(page).toHaveURL(/\/settings\/profile$/);
  const navigation = page.getByRole('navigation', { name: 'Settings' });
  await navigation.getByRole('link', { name: 'Profile' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(navigation.getByRole('link', { name: 'Security' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goBack();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await page.goto('/support');
  await page.goto('/settings#billing');
  await expect(page).toHaveURL(/\/settings\/billing$/);
});

test('a visitor who opens a section signs in and then gets it @more', async ({ page }) => {
  const { email } = await registered(page);
  await page.context().clearCookies();
  await page.goto('/settings/billing');
  await expect(page).toHaveURL(/\/login\?next=%2Fsettings%2Fbilling$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL(/\/settings\/billing$/);
  await expect(page.getByRole('heading', { name: 'Billing', level: 2 })).toBeVisible();
});

test('the data download is outside the danger zone', async ({ page }) => {
  await settingsOf(page, 'profile');
  const cards = page.locator('section');
  await expect(cards.filter({ hasText: 'Danger Zone' })).not.toContainText('Download');
  await expect(
    cards.filter({ hasText: 'Your Data' }).getByRole('link', { name: 'Download my data' }),
  ).toBeVisible();
});

test('the default link settings are applied to the form and to new links @more', async ({
  page,
}) => {
  await settingsOf(page, 'links');
  await page.getByRole('switch', { name: 'Conversion tracking by default' }).click();
  await page.getByLabel('Default link expiration (days)').fill('soon');
  await page.getByRole('button', { name: 'Save Defaults' }).click();
  await expect(page.getByText('Enter whole days from 1 to 3650, or leave it empty')).toBeVisible();
  await page.getByLabel('Default link expiration (days)').fill('30');
  await page.getByRole('button', { name: 'Save Defaults' }).click();
  await expect(page.getByText('Settings Updated', { exact: true })).toBeVisible();

  await page.goto('/links');
  await page.getByLabel('Destination URL').focus();
  await expect(page.getByRole('switch', { name: 'Track conversions' })).toBeChecked();
  await expect(page.getByLabel('Expires')).not.toHaveValue('');
  await page.getByLabel('Destination URL').fill('https://example.com/settled');
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await (await answered).json();
  expect(link).toMatchObject({ trackConversions: true, trackClicks: true });
  const days = (Date.parse(link.expiresAt) - Date.parse(link.createdAt)) / 86_400_000;
  expect(Math.abs(days - 30)).toBeLessThan(0.1);

  await page.getByLabel('Destination URL').fill('https://example.com/for-ever');
  await page.getByRole('button', { name: 'Remove expiration date' }).click();
  const again = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Create link' }).click();
  expect(await (await again).json()).toMatchObject({ expiresAt: null });
});

test('the chosen theme is kept @more', async ({ page }) => {
  await settingsOf(page, 'profile');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Light');

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('light');
});

test('[complete-erasure] [account-export] an account downloads its data and is deleted, only with its password', async ({
  page,
}) => {
  const person = await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/gone',
    customAlias: freeAlias('gone'),
  });
  await page.goto('/settings');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
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
