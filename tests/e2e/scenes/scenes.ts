import type { Page } from '@playwright/test';
import { unfold } from '#tests/e2e/setting/journey';
import { chooseFile, pictureFile } from './pictures.ts';
import { importScenes } from './import-scenes.ts';
import { choose, openMenu } from './link-menu.ts';
import { linkScenes } from './link-scenes.ts';
import { optionScenes } from './option-scenes.ts';
import { serverLoginScenes } from './server-login-scenes.ts';
import { splitTestScenes } from './split-test-scenes.ts';
import { sqlScenes } from './sql-scenes.ts';
import { mailedReportScenes } from './mailed-report-scenes.ts';
import { alertScenes } from './alert-scenes.ts';
import { webhookScenes } from './webhook-scenes.ts';

/** One screenshot. */
export type Scene = {
  readonly name: string;
  readonly path: string;
  /** The component in `web/` that has the open dialog, menu, list or toast. */
  readonly shows?: string;
  /** Escape does not close it. */
  readonly staysOpen?: true;
  /** Its form is filled: Escape asks before it closes. */
  readonly hasChanges?: true;
  /** Actions before the screenshot. */
  readonly act?: (page: Page) => Promise<void>;
  /** Only the visible window, as a person sees a dialog; otherwise the whole page. */
  readonly isWindow?: true;
};

const fillAmount = (page: Page) => page.getByLabel('Sale amount').fill('49.99');
const chooseWay = async (page: Page, way: string) => {
  await fillAmount(page);
  await page.getByRole('tab', { name: way }).click();
  await page.getByRole('tabpanel').locator('code').first().waitFor();
};

const chooseOfConversion = async (page: Page, action: string) => {
  await page
    .getByRole('button', { name: /^Actions for (Sale|Signup|Lead|Download)/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
};

const metadata = {
  plan: 'Pro, yearly',
  coupon: 'AUTUMN-20',
  seats: { bought: 12, used: [3, 4] },
  customer: 'شركة الاختبار',
  note: `<b>A long note</b> ${'without a space-'.repeat(16)}`,
  renewal: true,
};

/** For the person of the demonstration. */
export const personScenes: readonly Scene[] = [
  { name: 'dashboard', path: '/?range=30d' },
  { name: 'dashboard-week', path: '/?range=7d' },
  {
    name: 'dashboard-values',
    path: '/?range=7d',
    act: async (page) => {
      await page.getByRole('button', { name: 'Values one by one' }).press('Enter');
      await page.getByRole('region', { name: 'Values' }).waitFor();
    },
  },
  { name: 'links', path: '/links' },
  { name: 'links-none-found', path: '/links?search=nothing', isWindow: true },
  { name: 'conversions', path: '/conversions?range=30d' },
  { name: 'support', path: '/support', isWindow: true },
  {
    name: 'operator',
    path: '/admin',
    act: async (page) => {
      await page.getByLabel('Search accounts').fill('demo@');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      const found = page.getByLabel('Found accounts', { exact: true });
      await found.getByRole('button', { name: /^Make reset link/ }).waitFor();
      await page.getByRole('heading', { name: 'Background jobs' }).waitFor();
    },
  },
  {
    name: 'record-conversion',
    path: '/links?search=autumn',
    shows: 'RecordConversionDialog',
    isWindow: true,
    act: (page) => choose(page, 'Add Conversion'),
  },
  {
    name: 'edit-conversion',
    path: '/conversions?range=30d',
    shows: 'EditConversionDialog',
    isWindow: true,
    act: (page) => chooseOfConversion(page, 'Edit'),
  },
  {
    name: 'conversion-metadata',
    path: '/conversions?range=30d',
    isWindow: true,
    act: async (page) => {
      await page.route('**/api/conversions?*', async (route) => {
        const answer = await (await route.fetch()).json();
        const conversions = answer.conversions.map((each: object) => ({ ...each, metadata }));
        await route.fulfill({ json: { ...answer, conversions } });
      });
      await page.reload();
      await chooseOfConversion(page, 'Edit');
    },
  },
  {
    name: 'remove-conversion',
    path: '/conversions?range=30d',
    shows: 'RemoveConversionDialog',
    isWindow: true,
    act: (page) => chooseOfConversion(page, 'Delete'),
  },
  {
    name: 'qr-code',
    path: '/links?search=autumn',
    shows: 'QrDialog',
    isWindow: true,
    act: async (page) => {
      await choose(page, 'QR code');
      await page.getByRole('img', { name: /^QR code of/ }).waitFor();
    },
  },
  {
    name: 'qr-code-unreadable',
    path: '/links?search=autumn',
    shows: 'QrDialog',
    isWindow: true,
    act: async (page) => {
      await choose(page, 'QR code');
      await page.getByLabel('Text in a frame').fill('Scan me');
      await page.getByLabel('Color').fill('#ffcc00');
      await page.getByText('Scanners could not read this').waitFor();
    },
  },
  { name: 'settings', path: '/settings/profile' },
  { name: 'settings-security', path: '/settings/security' },
  { name: 'settings-links', path: '/settings/links' },
  { name: 'settings-notifications', path: '/settings/notifications' },
  { name: 'settings-billing', path: '/settings/billing' },
  { name: 'settings-api', path: '/settings/api' },
  {
    name: 'notices',
    path: '/',
    shows: 'NoticesMenu',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByText('Mark all as read').waitFor();
    },
  },
  {
    name: 'crop-dialog',
    path: '/settings/profile',
    shows: 'CropDialog',
    isWindow: true,
    act: async (page) => {
      await chooseFile(page, await pictureFile(page, { width: 900, height: 1200 }));
      await page.getByRole('group', { name: /arrow keys to move the part/ }).waitFor();
    },
  },
  {
    name: 'delete-account',
    path: '/settings/profile',
    shows: 'DeleteAccountCard',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'password-question',
    path: '/settings/profile',
    shows: 'PasswordQuestion',
    isWindow: true,
    act: async (page) => {
      const json = { code: 'reauth_required', message: 'Please enter your password to continue' };
      await page.route('**/api/profile', (route) => route.fulfill({ status: 403, json }));
      await page.getByLabel('Email', { exact: true }).fill('new@waypost.example');
      await page.getByRole('button', { name: 'Update Profile' }).click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  },
  { name: 'not-found-inside', path: '/deep/nowhere', isWindow: true },
  {
    name: 'actions',
    path: '/links?search=autumn',
    shows: 'LinkActions',
    isWindow: true,
    act: openMenu,
  },
  {
    name: 'edit',
    path: '/links?search=autumn',
    shows: 'EditDialog',
    isWindow: true,
    act: (page) => choose(page, 'Edit Link'),
  },
  {
    name: 'labels',
    path: '/links',
    shows: 'LabelsDialog',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Tags and folders' }).click();
      await page.getByRole('button', { name: 'Delete Sale' }).waitFor();
    },
  },
  {
    name: 'filter-tags',
    path: '/analytics',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Tag', exact: true }).click();
      await page.getByRole('checkbox', { name: /Sale/ }).waitFor();
    },
  },
  {
    name: 'edit-options',
    path: '/links?search=autumn',
    isWindow: true,
    act: async (page) => {
      await choose(page, 'Edit Link');
      await fillOptions(page);
    },
  },
  {
    name: 'create-options',
    path: '/links',
    isWindow: true,
    act: async (page) => {
      await page.getByLabel('Destination URL').fill('https://shop.example/sale');
      await page.getByRole('button', { name: 'More options' }).click();
      await fillOptions(page);
    },
  },
  {
    name: 'referrers',
    path: '/?range=90d',
    shows: 'AllReferrersDialog',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'View All' }).click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'dashboard-range',
    path: '/dashboard',
    isWindow: true,
    act: (page) => page.getByRole('combobox', { name: 'Time range' }).focus(),
  },
  {
    name: 'create-open',
    path: '/links',
    isWindow: true,
    act: async (page) => {
      await page.getByLabel('Destination URL').focus();
      await page.getByRole('switch', { name: 'Track conversions' }).click();
      await page.getByRole('switch', { name: 'Calculate profit automatically' }).click();
      await page.getByRole('switch', { name: 'Split test' }).click();
      await page.getByRole('button', { name: 'Add an expiration date' }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
    },
  },
  { name: 'tracking', path: '/tracking', act: fillAmount },
  { name: 'tracking-script', path: '/tracking', act: (page) => chooseWay(page, 'Script') },
  { name: 'tracking-postback', path: '/tracking', act: (page) => chooseWay(page, 'Postback URL') },
  {
    name: 'tracking-links',
    path: '/tracking',
    shows: 'LinkSelect',
    isWindow: true,
    act: (page) => page.getByRole('combobox', { name: 'Link' }).click(),
  },
  {
    name: 'api-key',
    path: '/tracking',
    shows: 'NewApiKeyDialog',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: 'New API key' }).click(),
  },
  {
    name: 'menu',
    path: '/links',
    shows: 'UserMenu',
    isWindow: true,
    act: async (page) => {
      const drawer = page.getByRole('button', { name: 'Open menu' });
      if (await drawer.isVisible()) await drawer.click();
      await page
        .getByRole('button', { name: /^Account of/ })
        .filter({ visible: true })
        .click();
    },
  },
  {
    name: 'loading',
    path: '/',
    isWindow: true,
    act: async (page) => {
      await page.route(/\/api\/(v1\/)?(analytics|links)/, () => {});
      await page.reload();
      await page.getByText('Loading dashboard...').waitFor();
    },
  },
  {
    name: 'failed',
    path: '/analytics',
    isWindow: true,
    act: async (page) => {
      await page.route(/\/api\/analytics/, (route) => route.abort());
      await page.reload();
      await page.getByText('Failed to load analytics data').waitFor();
    },
  },
  ...sqlScenes,
  ...serverLoginScenes,
  ...alertScenes,
  ...mailedReportScenes,
  ...webhookScenes,
  ...linkScenes,
  ...optionScenes,
  ...splitTestScenes,
];

/** For a person who has just registered. */
export const emptyScenes: readonly Scene[] = [
  {
    name: 'notices-none',
    path: '/links',
    shows: 'NoticesMenu',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: 'Notifications' }).click(),
  },
  { name: 'dashboard-empty', path: '/' },
  { name: 'reports-none', path: '/settings/reports' },
  { name: 'alerts-none', path: '/settings/alerts' },
  { name: 'sql-unconfirmed', path: '/sql', isWindow: true },
  { name: 'analytics-empty', path: '/analytics' },
  { name: 'shared-reports-empty', path: '/analytics/shared', isWindow: true },
  { name: 'split-tests-empty', path: '/split-tests', isWindow: true },
  { name: 'tracking-empty', path: '/tracking' },
  { name: 'conversions-empty', path: '/conversions' },
  {
    name: 'settings-new-address',
    path: '/settings/profile',
    act: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('another.address@waypost.example');
      await page.getByRole('button', { name: 'Update Profile' }).click();
      await page.getByRole('button', { name: 'Cancel change' }).waitFor();
    },
  },
  {
    name: 'created',
    path: '/',
    isWindow: true,
    act: async (page) => {
      await page.getByLabel('Destination URL').fill('https://northwind.example/new');
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByText('Short link created successfully!').waitFor();
    },
  },
  {
    name: 'palette-created',
    path: '/analytics',
    shows: 'CreatedDialog',
    isWindow: true,
    act: async (page) => {
      // The focus is on a control before the keys are pressed, and comes back to it.
      await page.getByRole('button', { name: 'Export' }).first().focus();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: /^Find links and screens/ });
      await field.fill('https://northwind.example/new');
      // The link of an earlier look stands above it.
      await page.getByRole('option', { name: 'Create a short link' }).click();
      await page.getByRole('heading', { name: /^Short link created/ }).waitFor();
    },
  },
  ...importScenes,
];

async function fillOptions(page: Page): Promise<void> {
  await unfold(page, 'Rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('group', { name: 'Rule 1' });
  await rule.getByLabel('System').selectOption('iOS');
  const countries = rule.getByRole('combobox', { name: 'Countries' });
  await countries.fill('Germany, AT');
  await countries.press('Enter');
  await rule.getByLabel('Destination of the rule').fill('https://shop.example/de');
  await page.getByLabel('Visitor’s country').selectOption('Germany');
}
