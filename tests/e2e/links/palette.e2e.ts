import type { Page } from '@playwright/test';
import { created, expect, registered, send, shownUrl, test } from '#tests/e2e/setting/journey';

/** The palette: where one types, what is chosen, and a choice by keyboard. */
function paletteOf(page: Page) {
  const field = page.getByRole('combobox', { name: /^Find links and screens/ });
  const active = page.getByRole('option').and(page.locator('[data-focus]'));
  const choose = async (typed: string, label: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(typed);
    await expect(active).toContainText(label);
    await page.keyboard.press('Enter');
    await expect(field).toHaveCount(0);
  };
  return { field, active, choose };
}

test('by keyboard alone, the palette finds a link, creates one and goes to a screen', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await registered(page);
  const link = await created(page, { originalUrl: 'https://shop.example/winter-boots' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { field, active } = paletteOf(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await field.fill('winter-bo');
  await expect(active).toContainText('shop.example/winter-boots');
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(clipboard).toBe(link.shortUrl);

  await page.keyboard.press('Control+k');
  await field.fill('winter-bo');
  await expect(active).toContainText('shop.example/winter-boots');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/links/${link.id}`));

  await page.evaluate(() => navigator.clipboard.writeText('https://shop.example/new'));
  await page.keyboard.press('Control+k');
  await field.fill('clipboard');
  await expect(active).toContainText('from the clipboard');
  await page.keyboard.press('Enter');
  const ready = page.getByRole('dialog', { name: 'Short link created and copied' });
  await expect(ready.getByRole('button', { name: 'Copy' })).toBeFocused();
  const answer = await page.request.get('/api/links?limit=1');
  const [newest]: { originalUrl: string; shortUrl: string }[] = await answer.json();
  expect(newest?.originalUrl).toBe('https://shop.example/new');
  expect(await clipboard()).toBe(newest?.shortUrl ?? '');
  await expect(ready).toContainText(newest === undefined ? '' : shownUrl(newest));
  await expect(
    page.getByRole('region', { name: /Notifications/ }).getByRole('listitem'),
  ).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(ready).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await field.fill('support');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/support/);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('without a text the palette shows the links opened last, until the person logs out', async ({
  page,
}) => {
  await registered(page);
  const opened = await created(page, { originalUrl: 'https://example.com/opened' });
  const other = await created(page, { originalUrl: 'https://example.com/also-opened' });
  await created(page, { originalUrl: 'https://example.com/newest' });
  for (const { id } of [opened, other, opened]) {
    await page.goto(`/links/${id}`);
    await expect(page.getByRole('heading', { name: 'Numbers' })).toBeVisible();
  }

  await page.keyboard.press('Control+k');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.nth(0)).toContainText('/opened');
  await expect(options.nth(1)).toContainText('/also-opened');
  await expect(options.nth(2)).toContainText('New link');
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).find((key) => key.startsWith('waypost.opened.')));
  expect(await stored()).toBeDefined();

  await page.getByRole('combobox', { name: /^Find links and screens/ }).fill('log out');
  await page.keyboard.press('Enter');
  await page.waitForURL('/');
  await expect.poll(stored).toBeUndefined();
});

test('the palette’s field keeps its place while the results change @more', async ({ page }) => {
  await registered(page);
  const field = page.getByRole('combobox', { name: /^Find links and screens/ });
  const options = page.getByRole('option');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/links');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await field.fill('s');
    await expect.poll(() => options.count()).toBeGreaterThan(3);
    // The dialog moves while it opens.
    await page.getByRole('dialog').evaluate(async (dialog) => {
      await Promise.all(dialog.getAnimations({ subtree: true }).map(({ finished }) => finished));
    });
    const place = await field.boundingBox();

    await field.fill('nothing is called like this');

    await expect(page.getByText('Nothing matches')).toBeVisible();
    expect(await field.boundingBox()).toEqual(place);
  }
});

test('the palette closes a menu that is open', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/a' });
  await page.goto('/links');
  await page.getByRole('button', { name: `Actions for ${shownUrl(link)}` }).click();
  await expect(page.getByRole('menu')).toBeVisible();

  await page.keyboard.press('Control+k');

  await expect(page.getByRole('combobox', { name: /^Find links/ })).toBeFocused();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Actions for ${shownUrl(link)}` })).toBeFocused();
});

test('Tab moves the focus within the palette, and chooses nothing', async ({ page }) => {
  await registered(page);
  await page.goto('/links');
  await expect(page.getByRole('heading', { name: 'My Links' })).toBeVisible();
  const before = page.url();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('combobox').fill('analytics');
  await expect(palette.getByRole('option').and(page.locator('[data-focus]'))).toHaveCount(1);

  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab');
    await expect(palette.locator(':focus')).toHaveCount(1);
  }

  expect(page.url()).toBe(before);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
});

test('keys lead to screens, to the form of a new link, to the search and to their own list', async ({
  page,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/a' });
  await page.goto('/analytics?range=90d');
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/links\?range=90d$/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search links')).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page.getByLabel('Search links')).toHaveValue('ga');
  await page.getByLabel('Search links').fill('');
  await expect(page).toHaveURL(/\/links\?range=90d$/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').nth(1).focus();

  // The key of the list comes second: on a link, c alone copies.
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/conversions/);
  await expect(page.getByRole('heading', { name: 'Conversions', level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: /^Find links/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Go to Analytics');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByLabel('Destination URL')).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard\?range=90d$/);
});

test('the palette changes the theme, opens a split test’s form and signs out', async ({ page }) => {
  await registered(page);
  await page.goto('/conversions');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { choose } = paletteOf(page);

  await choose('theme', 'Light theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await choose('a/b', 'New split test');
  await expect(page.getByRole('switch', { name: 'Split test' })).toBeChecked();
  await choose('sign out', 'Log out');
  await expect(page.getByRole('heading', { name: 'Brand, Track, Convert!' })).toBeVisible();
});

test('the palette presses what the screen below it offers, and then the focus is there', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/a', title: 'Autumn' });
  const field = page.getByRole('combobox', { name: /^Find links and screens/ });
  const here = page.getByRole('option').filter({ hasText: 'On this page' });
  const choose = async (typed: string, label: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(typed);
    await expect(here.first()).toContainText(label);
    await here.first().click();
    await expect(field).toHaveCount(0);
  };
  await page.goto('/analytics');
  await expect(
    page.getByRole('table', { name: 'Referrers' }).or(page.getByText('No referrer data available')),
  ).toBeVisible();

  await page.keyboard.press('Control+k');
  for (const name of ['Add filter', 'Views', 'Export', 'Share', 'Countries', 'Map']) {
    await expect(here.filter({ hasText: new RegExp(`^${name}On this page$`) })).toHaveCount(1);
  }
  expect(await here.count()).toBeLessThanOrEqual(25);
  const button = (name: string) => page.locator('main button').filter({ hasText: name });
  await button('Views').evaluate((element) => element.setAttribute('aria-label', 'My views'));
  await expect(here.filter({ hasText: /^My viewsOn this page$/ })).toHaveCount(1);
  await button('Views').evaluate((element) => element.removeAttribute('aria-label'));
  await button('Export')
    .locator('span')
    .evaluate(({ firstChild }) => firstChild && Object.assign(firstChild, { nodeValue: 'Save' }));
  await expect(here.filter({ hasText: /^SaveOn this page$/ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await choose('views', 'Views');
  await expect(page.getByRole('menuitem', { name: 'Save this view...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Views' })).toBeFocused();
  await choose('share', 'Share');
  await expect(page.getByRole('heading', { name: 'Share this report' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused();

  await page.goto(`/links/${link.id}`);
  await expect(page.getByRole('heading', { name: 'Numbers' })).toBeVisible();
  await choose('sources', 'Sources');
  await expect(page).toHaveURL(new RegExp(`/links/${link.id}/sources`));
  await choose('qr', 'QR');
  await expect(page.getByRole('dialog').getByRole('heading', { name: /QR/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/settings/profile');
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field.fill('download my data');
  await expect(here).toHaveCount(1);
  // What destroys something is pressed on the page itself.
  await field.fill('delete account');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/links');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Control+k');
  await field.fill('actions for');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('opened while a screen loads, the palette offers what is on it as soon as it is there @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/a', title: 'Autumn' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && pathname.endsWith(`/links/${link.id}`),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await page.goto(`/links/${link.id}`);
  const qr = page.getByRole('option').filter({ hasText: /^QR.*On this page$/ });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find links and screens/ }).fill('qr');
  await expect(page.getByRole('option')).toHaveText(/^Add filter/);
  await expect(qr).toHaveCount(0);
  release();

  await expect(qr).toHaveCount(1);
  await qr.click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: /QR/ })).toBeVisible();
});

test('the palette finds tags and folders by their names @more', async ({ page }) => {
  await registered(page);
  await send(page, { path: '/api/v1/tags', data: { name: 'Sale' } });
  await send(page, { path: '/api/v1/folders', data: { name: 'Shop' } });
  await page.goto('/conversions');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { field, active } = paletteOf(page);

  for (const [typed, label, query] of [
    ['tag sale', 'Tag Sale', 'tag='],
    ['shop', 'Folder Shop', 'folder='],
  ] as const) {
    await page.keyboard.press('Control+k');
    await field.fill(typed);
    await expect(active).toHaveText(label);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/links\\?${query}`));
  }
});

test('the palette has what the closed menus of a link, its test, a report and a list have @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://shop.example/a',
    splitTestEnabled: true,
    splitTestUrls: ['https://shop.example/b'],
  });
  const { field, choose } = paletteOf(page);

  await page.goto(`/links/${link.id}`);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More of this test' })).toBeVisible();
  await choose('name dest', 'Name destinationsOn this page');
  const names = page.getByRole('dialog').getByRole('heading', { name: /name/i });
  await expect(names).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(names).toHaveCount(0);
  await choose('pause', 'PauseOn this page');
  await expect(page.getByText('Link paused', { exact: true })).toBeVisible();
  await choose('resume', 'ResumeOn this page');
  await expect(page.getByText('Link resumed', { exact: true })).toBeVisible();
  // What destroys something stays in the menu.
  await page.keyboard.press('Control+k');
  await field.fill('delete');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/analytics');
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeVisible();
  await choose('country', 'Add filter: CountryOn this page');
  await expect(page.getByRole('heading', { name: 'Filter by country' })).toBeVisible();

  await page.goto('/links');
  await expect(page.getByRole('button', { name: 'Other formats' })).toBeVisible();
  const download = page.waitForEvent('download');
  await choose('excel', 'Export as CSV for ExcelOn this page');
  expect((await download).suggestedFilename()).toBe('links-export.csv');
});

test('on a Mac, the key of the palette is shown as ⌘ @more', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }),
  );
  await registered(page);
  await page.goto('/analytics');
  await expect(page.getByRole('button', { name: 'Find ⌘ K' })).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText(/⌘\s*KFind anything/);
});

test('by keyboard, the palette saves a view from a closed menu, exports, and opens the view elsewhere', async ({
  page,
}) => {
  await registered(page);
  const { field, choose } = paletteOf(page);
  await page.goto('/analytics?range=30d');
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();

  await choose('save this', 'Save this view...');
  await page.getByRole('dialog').getByLabel('Name').fill('Thirty days');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await choose('excel', 'Export as CSV for Excel...');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByLabel('Format')).toHaveValue('excel');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.goto('/conversions');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await choose('thirty', 'View Thirty days');
  await expect(page).toHaveURL(/\/analytics\?range=30d$/);
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  // The page is left without a reload: what it offered goes with it.
  await page.getByRole('link', { name: 'My Links' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Links' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field.fill('parquet');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});
