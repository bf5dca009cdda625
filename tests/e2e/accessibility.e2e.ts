import type { Page } from '@playwright/test';
import {
  chooseAction,
  created,
  expect,
  freeAlias,
  newPerson,
  openActions,
  registered,
  test,
} from './setting/journey.ts';
import { confirmed } from './setting/mails.ts';
import { payWith } from './paying/pay-with.ts';
import { beginPayment } from './paying/paying-scenes.ts';
import { complaintsAbout } from './scenes/complaints.ts';
import { chooseFile, pictureFile } from './scenes/pictures.ts';
import { settled } from './scenes/settled.ts';
import { isExtended } from '#tests/support/extent';

const everyLook = [
  { name: 'dark', theme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'light on a phone', theme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'light', theme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'on a phone', theme: 'dark', viewport: { width: 390, height: 844 } },
] as const;
/** One theme here, all of them in the extended checks. */
const looks = isExtended ? everyLook : everyLook.slice(0, 1);

async function check(page: Page, what: string): Promise<void> {
  await settled(page);
  expect.soft([what, await complaintsAbout(page)]).toEqual([what, []]);
}

for (const { name, theme, viewport } of looks) {
  test.describe(`accessible, ${name}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((choice) => localStorage.setItem('waypost.theme', choice), theme);
    });

    test(`pages for visitors, ${name} @more`, async ({ page }) => {
      for (const path of [
        ...['/', '/login', '/register', '/forgot-password', '/reset-password?token=x'],
        ...['/verify?token=x', '/support', '/report', '/nobody-has-this', '/deep/nowhere'],
        ...['/privacy', '/payment', '/subscribe'],
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await check(page, path);
      }
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await check(page, 'login with errors');
    });

    test(`pages for people, ${name}`, async ({ page }) => {
      await registered(page);
      for (const path of [
        ...['/', '/links', '/links/import', '/split-tests', '/analytics', '/conversions'],
        ...['/analytics/shared', '/tracking', '/support'],
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await check(page, `${path}, empty`);
      }
      for (const path of ['links', 'notifications', 'billing', 'api', 'security', 'profile']) {
        await page.goto(`/settings/${path}`);
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        await check(page, `/settings/${path}`);
      }
      await checkLinks(page);
    });

    test(`dialogs for people, ${name} @more`, async ({ page }) => {
      await registered(page);
      await page.goto('/');
      await checkNotices(page);
      await checkSettings(page);
      const link = await checkLinks(page);
      await checkDialogs(page, link);
      await checkCreateCard(page);
    });

    test(`paying, ${name} @more`, async ({ page }) => {
      await page.goto('/payment');
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await expect(page.getByText('First name is required')).toBeVisible();
      await check(page, '/payment with errors');
      await beginPayment(page);
      await check(page, '/payment, the card');
      const { shortUrl } = await createdBySomebody(page);
      await page.goto(`${shortUrl}+`);
      await check(page, 'preview of a link');
      await page.goto('/subscribe');
      await payWith(page, '4000 0025 0000 3155');
      await expect(page.getByRole('heading', { name: 'Confirm Your Payment' })).toBeVisible();
      await check(page, '/subscribe, second step');
      await page.getByRole('button', { name: 'Approve' }).click();
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByText('Your free trial')).toBeHidden();
      await checkBilling(page);
    });

    test(`tracking setup, ${name} @more`, async ({ page }) => {
      await confirmed(page);
      await created(page, { originalUrl: 'https://example.com/shop', trackConversions: true });
      await page.goto('/tracking');
      for (const way of ['Image', 'Script', 'Postback URL']) {
        await page.getByRole('tab', { name: way }).click();
        await expect(page.getByRole('tabpanel').locator('code').first()).toBeVisible();
        await check(page, `/tracking, ${way}`);
      }
      await page.getByRole('combobox', { name: 'Link' }).click();
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await check(page, '/tracking, choosing a link');
      await page.keyboard.press('Escape');
      await checkApiKeys(page);
    });

    test(`conversions, ${name} @more`, async ({ page }) => {
      await registered(page);
      await page.goto('/conversions');
      await expect(page.getByText('No conversions recorded yet')).toBeVisible();
      await check(page, 'conversions, empty');
      await created(page, {
        originalUrl: 'https://example.com/sale',
        trackConversions: true,
        splitTestEnabled: true,
        splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
      });
      await page.reload();
      await checkConversions(page);
      await page.goto('/links');
      await page
        .getByRole('link', { name: new URL(page.url()).host })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Split test', exact: true })).toBeVisible();
      await check(page, 'page of a link');
    });
  });
}

/** The notices for a person without data, in words that a server would send. */
async function checkNotices(page: Page) {
  const link = { id: crypto.randomUUID(), shortUrl: 'https://go.example/autumn', title: null };
  const notice = {
    happenedAt: new Date().toISOString(),
    isRead: false,
    count: 3,
    amounts: [],
    link,
  };
  const kinds = ['trial_ending', 'first_click', 'conversions', 'link_expired', 'password_changed'];
  const notices = kinds.map((kind, id) => ({ ...notice, kind, id: String(id), isRead: id > 2 }));
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await check(page, 'notifications, none');
  await page.route('**/api/v1/notices', (route) =>
    route.fulfill({ json: { unread: 3, data: notices } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('First click');
  await check(page, 'notifications');
  await page.unroute('**/api/v1/notices');
}

async function createdBySomebody(page: Page) {
  await registered(page);
  return created(page, { originalUrl: 'https://example.com/shop' });
}

async function checkBilling(page: Page) {
  await page.goto('/settings/billing');
  await expect(page.getByText('ending in 3155')).toBeVisible();
  await check(page, 'billing');
  for (const name of ['Cancel subscription', 'Change card', 'Buy lifetime access']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible();
    await check(page, `dialog of '${name}'`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

/** The list with one link; returns the link's short address without its scheme. */
async function checkLinks(page: Page): Promise<string> {
  const { shortUrl } = await created(page, {
    originalUrl: 'https://example.com/a-rather-long-address-that-does-not-fit?utm_source=mail',
    customAlias: freeAlias('sale'),
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
  });
  await page.goto('/links');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await check(page, '/links');
  return shortUrl.replace(/^https?:\/\//, '');
}

async function checkSettings(page: Page) {
  await page.goto('/settings/profile');
  await page.getByLabel('Email', { exact: true }).fill(newPerson().email);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByRole('button', { name: 'Cancel change' })).toBeVisible();
  await check(page, '/settings, waiting for another address');
  await chooseFile(page, await pictureFile(page, { width: 300, height: 200 }));
  await expect(page.getByRole('group', { name: /arrow keys to move the part/ })).toBeVisible();
  await check(page, 'crop dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible();
  await check(page, 'delete account dialog');
  await page.keyboard.press('Escape');
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  // The focused field scrolled the page, and the bar at its top now covers a part of a link.
  await page.evaluate(() => window.scrollTo(0, 0));
  await check(page, '/settings/security with errors');
}

async function checkDialogs(page: Page, link: string) {
  await openActions(page, link);
  await check(page, 'actions menu');
  await page.getByRole('menuitem', { name: 'Edit Link' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Link' })).toBeVisible();
  await check(page, 'edit dialog');
  await page.keyboard.press('Escape');

  await chooseAction(page, link, 'Delete');
  await expect(page.getByText('Link deleted successfully', { exact: true })).toBeVisible();
  await check(page, 'undo of a deletion');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 1 link kept', { exact: true })).toBeVisible();
}

async function checkApiKeys(page: Page) {
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Shop server');
  await check(page, 'new API key dialog');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy API key' })).toBeVisible();
  await check(page, 'API key, shown once');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'API keys' })).toBeVisible();
  await check(page, '/tracking, with an API key');
}

async function checkConversions(page: Page) {
  const dialog = page.getByRole('dialog');
  for (const currency of ['USD', 'EUR']) {
    await page.getByRole('button', { name: 'Add Conversion' }).click();
    await dialog.getByLabel('Value').fill('-1');
    await dialog.getByRole('button', { name: 'Record Conversion' }).click();
    await expect(dialog.getByText('Value must be positive')).toBeVisible();
    if (currency === 'USD') await checkLinkChoice(page);
    await dialog.getByLabel('Value').fill('49.99');
    await dialog.getByLabel('Currency').selectOption(currency);
    await dialog.getByRole('button', { name: 'Record Conversion' }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByText('€49.99').filter({ visible: true }).first()).toBeVisible();
  await check(page, 'conversions');

  for (const action of ['Edit', 'Delete']) {
    await page
      .getByRole('button', { name: /^Actions for Sale/ })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action }).click();
    await expect(page.getByRole('heading', { name: `${action} Conversion` })).toBeVisible();
    await check(page, `${action} dialog of a conversion`);
    await page.keyboard.press('Escape');
  }
}

async function checkLinkChoice(page: Page) {
  await check(page, 'record dialog, wrong');
  await page.getByRole('combobox', { name: 'Link' }).click();
  const link = page.getByRole('option', { name: new URL(page.url()).host });
  await expect(link).toBeVisible();
  await check(page, 'record dialog, choosing a link');
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
}

async function checkCreateCard(page: Page) {
  await page.getByLabel('Destination URL').focus();
  await page.getByRole('switch', { name: 'Track conversions' }).click();
  await page.getByRole('switch', { name: 'Calculate profit automatically' }).click();
  await page.getByRole('switch', { name: 'Split test' }).click();
  await page.getByRole('button', { name: 'Add an expiration date' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Please enter a valid URL')).toBeVisible();
  await check(page, 'create card, open and wrong');
  await page.getByLabel('Destination A').fill('https://example.com/new');
  await page.getByLabel('Destination B').fill('https://example.com/newer');
  await page.getByLabel('Profit per sale').fill('5');
  const expires = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Expires').fill(expires);
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  // axe also measures controls under the phone's sheet, where the head of the page may cover a part.
  await page.evaluate(() => scrollTo(0, 0));
  await check(page, 'create card, done');
}
