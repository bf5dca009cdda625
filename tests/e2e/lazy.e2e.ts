import type { Page } from '@playwright/test';
import {
  chooseAction,
  created,
  expect,
  registered,
  setDefaults,
  shownUrl,
  test,
} from './setting/journey.ts';

const scripts = '**/assets/*.js';

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );

test('dialogs are loaded after the first gesture, and not before', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/links');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.waitForLoadState('load');
  const before = (await scriptsOf(page)).length;
  // What a browser reports of a still pointer when the page takes shape below it.
  await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointermove')));
  await page.waitForLoadState('networkidle');
  expect((await scriptsOf(page)).length).toBe(before);
  await page.mouse.move(200, 200);
  await expect.poll(async () => (await scriptsOf(page)).length).toBeGreaterThan(before);
});

test('a dialog whose file cannot be loaded leaves the screen as it is, and opens afterwards @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.waitForLoadState('load');
  await page.route(scripts, (route) => route.abort());
  await page.getByLabel('Destination URL').fill('typed');
  await chooseAction(page, shownUrl(link), 'Edit Link');
  await expect(page.getByLabel('Destination URL')).toHaveValue('typed');

  await page.unroute(scripts);
  await chooseAction(page, shownUrl(link), 'Edit Link');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Edit Link' })).toBeVisible();
  await expect(dialog.getByLabel('Destination URL')).toBeFocused();
});

test('a dialog that could not be loaded is opened by the button of the message, when the server is back', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/links');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.waitForLoadState('load');
  const asked: string[] = [];
  await page.route(scripts, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await chooseAction(page, shownUrl(link), 'Edit Link');
  // The gesture asked for each file once. The dialog and its message were wanted then.
  await expect.poll(() => asked.length - new Set(asked).size).toBeGreaterThanOrEqual(2);
  await page.unroute(scripts);

  // The file of the message is asked for again without an event of the browser.
  const message = page.getByRole('listitem').filter({ hasText: 'This could not be opened.' });
  await message.getByRole('button', { name: 'Try again' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Link' });
  await expect(dialog.getByLabel('Destination URL')).toHaveValue('https://example.com/');
  await expect(dialog.getByLabel('Destination URL')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a link is created although the file that checks the form cannot be loaded @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  // Without a gesture, the focus loads the form alone.
  await page.getByLabel('Destination URL').focus();
  await expect(page.getByRole('button', { name: 'More options' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.route(scripts, (route) => route.abort());
  await page.getByLabel('Destination URL').fill('nonsense');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByLabel('Destination URL')).toHaveAccessibleDescription(/URL/);
  await page.getByLabel('Destination URL').fill('https://example.com/checked-by-the-server');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
});

for (const { when, typed, rest } of [
  { when: 'in part', typed: 'https://exam', rest: 'ple.com/early' },
  { when: 'and sent with Enter', typed: 'https://example.com/early\n', rest: '' },
]) {
  test(`an address that is typed ${when} before the form is loaded becomes a link`, async ({
    page,
  }) => {
    await registered(page);
    await setDefaults(page, { trackClicks: true, trackConversions: true, expirationDays: null });
    await page.goto('/');
    await page.waitForLoadState('load');
    let free = () => {};
    const isFree = new Promise<void>((resolve) => (free = resolve));
    await page.route(scripts, async (route) => {
      await isFree;
      await route.continue();
    });
    const field = page.getByLabel('Destination URL');
    await field.click();
    await page.keyboard.type(typed);
    await expect(field).toHaveValue(typed.trim());
    await expect(page.getByLabel('Custom alias')).toHaveCount(0);

    free();
    if (rest !== '') {
      await expect(page.getByLabel('Custom alias')).toBeVisible();
      await expect(field).toBeFocused();
      await page.keyboard.type(`${rest}\n`);
    }
    await expect(page.getByText('Short link created successfully!')).toBeVisible();
    await page.goto('/links');
    await expect(page.getByRole('row').nth(1)).toContainText('Track');
  });
}
