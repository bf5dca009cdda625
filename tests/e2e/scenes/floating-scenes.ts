import type { Page } from '@playwright/test';
import type { Scene } from './scenes.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();

const dialogOf = async (page: Page, name: string | RegExp) => {
  await button(page, name).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading').waitFor();
  return dialog;
};

/** From now on the server answers that nobody is signed in, only for this page. */
const endSession = async (page: Page) => {
  const json = { code: 'unauthorized', message: 'Please sign in' };
  await page.route('**/api/auth/user', (route) => route.fulfill({ status: 401, json }));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('heading', { name: 'You have been signed out' }).waitFor();
};

const loseConnection = async (page: Page) => {
  await page.route('**/api/auth/user', (route) => route.fulfill({ status: 503, body: '' }));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByText('Connection lost.').waitFor();
};

/** Simulates a lost connection, only for this page. */
const goOffline = async (page: Page) => {
  const drawer = page.getByRole('button', { name: 'Open menu' });
  if (await drawer.isVisible()) await drawer.click();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  // Other scenes may have left the page's file in the cache.
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', { offline: true, ...speed });
  await page.getByRole('link', { name: 'Tracking Setup' }).filter({ visible: true }).click();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
};

const createKey = async (page: Page) => {
  const dialog = await dialogOf(page, 'New API key');
  await dialog.getByLabel('Name').fill('Shop server');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'Copy API key' }).waitFor();
  return dialog;
};

const editKey = async (page: Page) => {
  const dialog = await createKey(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await dialogOf(page, 'Edit Shop server');
};

const rotateKey = async (page: Page) => {
  const dialog = await createKey(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await (
    await dialogOf(page, 'Rotate Shop server')
  )
    .getByRole('button', { name: 'Rotate' })
    .click();
  await page.getByRole('button', { name: 'Copy API key' }).waitFor();
};

const askToRevoke = async (page: Page) => {
  const dialog = await createKey(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await dialogOf(page, 'Revoke Shop server');
};

const recordWithLinks = async (page: Page) => {
  const dialog = await dialogOf(page, 'Add Conversion');
  await dialog.getByRole('combobox', { name: 'Link' }).click();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
};

const newSecret = async (page: Page) => {
  await page.getByRole('tab', { name: 'Postback URL' }).click();
  await dialogOf(page, 'New secret');
};

/** As with a pointer over a day. */
const pointAtChart = async (page: Page) => {
  const chart = page.locator('figure').first();
  await chart.hover({ position: { x: 300, y: 100 } });
  await chart.locator('th[scope=row]', { hasText: 'Clicks' }).waitFor();
};

/** Dialogs, menus and toasts over a screen of the demonstration that its own scenes do not show. */
export const floatingScenes: readonly Scene[] = [
  {
    name: 'chart-tooltip',
    path: '/analytics?range=30d',
    isWindow: true,
    act: pointAtChart,
  },
  {
    name: 'live',
    path: '/analytics?range=30d',
    shows: 'LiveNow',
    isWindow: true,
    act: (page) => button(page, /in the last 5 minutes/).click(),
  },
  {
    name: 'conversion-actions',
    path: '/conversions?range=30d',
    shows: 'ConversionActions',
    isWindow: true,
    act: (page) => button(page, /^Actions for (Sale|Signup|Lead|Download)/).click(),
  },
  {
    name: 'record-conversion-links',
    path: '/conversions',
    shows: 'LinkSelect',
    isWindow: true,
    act: recordWithLinks,
  },
  {
    name: 'new-secret',
    path: '/tracking',
    shows: 'RotateDialog',
    isWindow: true,
    act: newSecret,
  },
  {
    name: 'api-key-created',
    path: '/settings/api',
    isWindow: true,
    act: async (page) => void (await createKey(page)),
  },
  {
    name: 'api-key-edit',
    path: '/settings/api',
    shows: 'EditApiKeyDialog',
    isWindow: true,
    act: editKey,
  },
  {
    name: 'api-key-rotated',
    path: '/settings/api',
    shows: 'RotateApiKeyDialog',
    isWindow: true,
    act: rotateKey,
  },
  {
    name: 'api-key-revoke',
    path: '/settings/api',
    shows: 'RevokeApiKeyDialog',
    isWindow: true,
    act: askToRevoke,
  },
  {
    name: 'toast',
    path: '/settings/links',
    shows: 'App',
    isWindow: true,
    act: async (page) => {
      await button(page, 'Save Defaults').click();
      await page.getByRole('button', { name: 'Dismiss' }).waitFor();
    },
  },
  {
    name: 'session-ended',
    path: '/links',
    shows: 'SessionEnded',
    staysOpen: true,
    isWindow: true,
    act: endSession,
  },
  { name: 'connection-lost', path: '/links', isWindow: true, act: loseConnection },
  { name: 'offline', path: '/links', isWindow: true, act: goOffline },
];

/** The drawer of phones; it exists only at a small width. */
export const drawerScene: Scene = {
  name: 'drawer',
  path: '/links',
  shows: 'Drawer',
  isWindow: true,
  act: async (page) => {
    const drawer = page.getByRole('button', { name: 'Open menu' });
    if (await drawer.isVisible()) await drawer.click();
  },
};
