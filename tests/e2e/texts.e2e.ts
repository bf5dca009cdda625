import type { Page } from '@playwright/test';
import { hold } from './scenes/hold.ts';
import {
  chooseAction,
  created,
  expect,
  freeAlias,
  openActions,
  registered,
  test,
} from './setting/journey.ts';

/** The specified texts that these screens must show, screen by screen. */
const owed = {
  landing: [
    ...['Brand, Track, Convert!', 'Features', 'Screenshots', 'Pricing', 'Login', 'Get Started'],
    ...['Contact', '$49', 'one-time', '30-day free trial', 'Start Free Trial', 'Sign In'],
    ...['Unlimited links', 'Advanced analytics', 'A/B split testing', 'Conversion tracking'],
  ],
  login: ['Sign In', 'Sign up', 'Contact Us'],
  support: ['Contact Support', 'Name', 'Email', 'Subject', 'Message', 'Send Message'],
  register: ['Start Your Free 30-Day Trial', 'No credit card required', '$49/month after 30 days'],
  shell: [
    'Dashboard',
    'My Links',
    'Analytics',
    'More',
    'Settings',
    'Profile',
    'Tracking Setup',
    'Support',
    'Log out',
  ],
  emptyTracking: ['Conversion Tracking', 'No Tracking Links Found', 'Create Tracking Link'],
  emptyDashboard: [
    ...['Total Links', 'Total Clicks', 'Total Profit', 'Conversions', 'vs last month'],
    ...['Click Analytics', 'Top Referrers', 'No referrer data available'],
    ...['No links created yet', 'Create your first short link above to get started', 'Export'],
  ],
  emptyAnalytics: [
    ...['Device Statistics', 'No device data available'],
    ...['Geographic Distribution', 'No geographic data available'],
  ],
  table: ['Link', 'Original URL', 'Clicks', 'Conv', 'Date', 'A/B', 'Track'],
  actions: ['Copy Link', 'View Analytics', 'Add Conversion', 'Edit Link', 'Delete'],
  emptyConversions: [
    ...['Conversions', 'Total Conversions', 'Total Profit', 'Total Revenue'],
    ...['Avg. Conversion Rate', 'Link Performance', 'Add Conversion'],
    ...['No conversions recorded yet'],
  ],
  recordDialog: ['Record Conversion', 'Event type', 'Value', 'Currency', 'Profit'],
  conversions: [
    ...['Link Performance', 'Conversions', 'Rate', 'Revenue', 'Profit', 'Add'],
    ...['Recent Conversions', 'Confirmed', 'Manual'],
  ],
  ranges: ['Last 7 days', 'Last 30 days', 'Last 90 days', 'All time'],
  notFound: ['404'],
};

async function expectTexts(page: Page, texts: readonly string[]) {
  for (const text of texts) {
    await expect.soft(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }
}

test('visitors see the specified texts', async ({ page }) => {
  await page.goto('/');
  await expectTexts(page, owed.landing);
  for (const anchor of ['#features', '#screenshots', '#pricing']) {
    await expect(page.locator(anchor)).toBeAttached();
    await expect(page.locator(`a[href="${anchor}"]`).first()).toBeVisible();
  }
  await expect(page.locator('[data-dot]')).toHaveCount(4);
  await page.goto('/login');
  await expectTexts(page, owed.login);
  await page.goto('/register');
  await expectTexts(page, owed.register);
  await page.goto('/support');
  await expectTexts(page, owed.support);
  await page.goto('/deep/nowhere');
  await expectTexts(page, owed.notFound);
});

test('signed-in people see the specified texts, while loading, when empty and when full @more', async ({
  page,
}) => {
  await registered(page);
  const held = await hold(page, '**/api/analytics?*', 'GET');
  await page.goto('/');
  await expectTexts(page, ['Loading dashboard...']);
  await held.release();
  await expectTexts(page, owed.emptyDashboard);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await expectTexts(page, owed.shell);
  await page.keyboard.press('Escape');
  const ranges = page.getByRole('combobox', { name: 'Time range' }).locator('option');
  await expect(ranges).toHaveText(owed.ranges);
  await page.goto('/analytics');
  await expectTexts(page, owed.emptyAnalytics);
  await page.goto('/tracking');
  await expectTexts(page, owed.emptyTracking);
  await page.goto('/conversions');
  await expectTexts(page, owed.emptyConversions);
  await expect(ranges).toHaveText(owed.ranges);

  const alias = freeAlias('words');
  await created(page, {
    originalUrl: 'https://example.com/words',
    customAlias: alias,
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a'],
  });
  await page.goto('/links');
  await expectTexts(page, owed.table);
  await openActions(page, `${new URL(page.url()).host}/${alias}`);
  await expectTexts(page, owed.actions);
  await page.keyboard.press('Escape');
  await page.getByLabel('Search links').fill('nothing like it');
  await expectTexts(page, ['No links match your search']);
});

test('the dialog and the page of conversions show the specified texts @more', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/converts' });
  await page.goto('/conversions');
  await page.getByRole('button', { name: 'Add Conversion' }).click();
  const dialog = page.getByRole('dialog');
  await expectTexts(page, owed.recordDialog);
  const optionsOf = (label: string) => dialog.getByLabel(label).locator('option').allTextContents();
  const events = ['Sale', 'Signup', 'Download', 'Subscription', 'Lead', 'Other'];
  expect(await optionsOf('Event type')).toEqual(events);
  expect(await optionsOf('Currency')).toEqual(['USD', 'EUR', 'GBP', 'CAD', 'AUD']);
  for (const amount of ['Value', 'Profit']) {
    await expect(dialog.getByLabel(amount)).toHaveAttribute('step', '0.01');
    await dialog.getByLabel(amount).fill('-0.01');
  }
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();
  await expectTexts(page, ['Value must be positive', 'Profit must be positive']);

  for (const amount of ['Value', 'Profit']) await dialog.getByLabel(amount).fill('1');
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();
  await expect(page.getByText('Conversion recorded successfully!', { exact: true })).toBeVisible();
  await expectTexts(page, owed.conversions);
});

test('hints explain fields, switches and questions @more', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/plain', trackConversions: true });
  await page.goto('/settings/profile');
  await expectTexts(page, ['A new address takes effect after you confirm it.']);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expectTexts(page, ['Enter your password to confirm.']);
  await page.goto('/settings/notifications');
  await expectTexts(page, ['Changes save automatically']);
  await page.goto('/settings/links');
  await expectTexts(page, ['Leave empty to never expire.']);
  await page.goto('/tracking');
  await expectTexts(page, ['Received events']);
  await page.getByRole('tab', { name: 'Postback URL' }).click();
  await expectTexts(page, ["Replace {click_id} with the wp_cid from your landing page's address."]);
});

test('buttons show that they are busy @more', async ({ page }) => {
  await page.goto('/login');
  let held = await hold(page, '**/api/auth/login', 'POST');
  await page.getByLabel('Email').fill('nobody@waypost.test');
  await page.getByLabel('Password', { exact: true }).fill('not a pass phrase');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await held.release();

  await registered(page);
  await page.goto('/links');
  held = await hold(page, '**/api/links', 'POST');
  await page.getByLabel('Destination URL').fill('https://example.com/slow');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible();
  await held.release();
  await expect(page.getByText('Short link created successfully!', { exact: true })).toBeVisible();

  held = await hold(page, '**/api/links/*', 'PUT');
  await chooseAction(page, new URL(page.url()).host, 'Edit Link');
  await page.getByRole('button', { name: 'Update Link' }).click();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  // A dialog waits for the answer, and its buttons say so.
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeFocused();
  await held.release();
  await expect(page.getByText('Link updated successfully', { exact: true })).toBeVisible();
});

test('failures show the specified texts @more', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/fails' });
  await page.goto('/links');
  const refuse = (method: string) =>
    page.route('**/api/links**', (route) =>
      route.request().method() === method ? route.abort() : route.fallback(),
    );
  await page.route('**/api/v1/bulk-actions', (route) => route.abort());
  await chooseAction(page, new URL(page.url()).host, 'Delete');
  await expect(page.getByText('Failed to delete link', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByLabel('Destination URL').fill('https://example.com/fails');
  await refuse('POST');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Failed to create short link', { exact: true })).toBeVisible();
  // This line moves the list once it comes.
  await expect(page.getByText(/^You shortened this destination before/)).toBeVisible();

  await refuse('PUT');
  await chooseAction(page, new URL(page.url()).host, 'Edit Link');
  await page.getByRole('button', { name: 'Update Link' }).click();
  await expect(page.getByText('Failed to update link', { exact: true })).toBeVisible();
});
