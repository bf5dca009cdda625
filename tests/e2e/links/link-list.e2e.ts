import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  agents,
  chooseLink,
  created,
  expect,
  freeAlias,
  openActions,
  recorded,
  registered,
  send,
  shownUrl,
  test,
  visit,
} from '#tests/e2e/setting/journey';

const firstRow = (page: Page) => page.getByRole('row').nth(1);
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const go = (page: Page, screen: string) =>
  sidebar(page).getByRole('link', { name: screen, exact: true }).click();

const longTitle = 'Everything that the shop sells at half the price until the end of the autumn';

/** Links of the signed-in person, newest last. */
async function manyLinks(page: Page, count: number) {
  const links = [];
  for (let n = 1; n <= count; n += 1) {
    const originalUrl = `https://example.com/page-${String(n).padStart(2, '0')}`;
    links.push(await created(page, { originalUrl, trackConversions: n === 1 }));
  }
  return links;
}

test('search, order and page of the links are in the address: back, forward and reload restore them', async ({
  page,
}) => {
  await registered(page);
  await manyLinks(page, 45);
  await page.goto('/links');
  await expect(page.getByText('1–20 of 45')).toBeVisible();
  const date = page.getByRole('columnheader', { name: 'Date' });
  await expect(date).toHaveAttribute('aria-sort', 'descending');

  await page.getByRole('button', { name: 'Original URL' }).click();
  await expect(firstRow(page)).toContainText('page-01');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(firstRow(page)).toContainText('page-21');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('41–45 of 45')).toBeVisible();
  await expect(page).toHaveURL(/sort=originalUrl&order=asc&page=3&cursor=/);

  await page.reload();
  await expect(firstRow(page)).toContainText('page-41');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(firstRow(page)).toContainText('page-21');
  await page.goBack();
  await expect(firstRow(page)).toContainText('page-41');
  await page.goBack();
  await expect(firstRow(page)).toContainText('page-21');
  await page.goBack();
  await expect(firstRow(page)).toContainText('page-01');
  await expect(page.getByText('1–20 of 45')).toBeVisible();

  await page.getByLabel('Search links').fill('PAGE-4');
  await expect(page.getByText('page-44')).toBeVisible();
  await expect(page).toHaveURL(/search=PAGE-4/);
  await go(page, 'Support');
  await expect(page.getByRole('heading', { name: 'Contact Support' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Search links')).toHaveValue('PAGE-4');
  await expect(page.getByRole('row')).toHaveCount(7);
});

test('sorting by clicks includes all links, not only those shown @more', async ({ page }) => {
  await registered(page);
  const links = await manyLinks(page, 22);
  const [oldest, second] = links;
  for (let n = 0; n < 2; n += 1) await visit(oldest?.shortUrl ?? '', agents.desktop);
  await visit(second?.shortUrl ?? '', agents.phone);
  await page.goto('/links');
  await expect(page.getByText('page-01')).toHaveCount(0);

  await expect(async () => {
    await page.goto('/links?sort=totalClicks&order=desc');
    await expect(firstRow(page)).toContainText('page-01', { timeout: 5000 });
    await expect(page.getByRole('row').nth(2)).toContainText('page-02', { timeout: 100 });
  }).toPass();
  await expect(page.getByRole('row').nth(3)).toContainText('page-22');
  await page.getByRole('button', { name: 'Clicks', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Clicks' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(firstRow(page)).toContainText('page-03');
});

test("a link's page leads back to the list as it was, after a reload and in a shared address too", async ({
  page,
}) => {
  await registered(page);
  await manyLinks(page, 25);
  await page.goto('/links?search=page&status=active&sort=originalUrl&order=asc');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(firstRow(page)).toContainText('page-21');
  const { search } = new URL(page.url());
  await firstRow(page).getByRole('link').first().click();
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 30 days');
  await expect(page).toHaveURL(/range=30d/);
  const shared = page.url();
  await page.reload();

  const back = page.getByRole('main').getByRole('link', { name: 'My Links' });
  await back.click();
  await expect(firstRow(page)).toContainText('page-21');
  await expect(page.getByLabel('Search links')).toHaveValue('page');
  expect(new URL(page.url()).search).toBe(`?range=30d&${search.slice(1)}`);
  await page.goBack();
  await expect(page).toHaveURL(shared);
  await page.goForward();
  await expect(firstRow(page)).toContainText('page-21');

  await go(page, 'My Links');
  await expect(page.getByText('1–20 of 25')).toBeVisible();
  await expect(page.getByLabel('Search links')).toHaveValue('');
});

test('the time range and the link are kept from screen to screen @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/x',
    trackConversions: true,
  });
  await page.goto('/?range=30d');

  await go(page, 'My Links');
  await expect(page).toHaveURL(/\/links\?range=30d$/);
  await firstRow(page)
    .getByRole('link', { name: new URL(link.shortUrl).host })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/links/${link.id}\\?range=30d$`));
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveValue('30d');

  await page.goto(`/analytics?range=30d&link=${link.id}`);

  await go(page, 'Conversions');
  await expect(page).toHaveURL(new RegExp(`/conversions\\?range=30d&link=${link.id}$`));
  await expect(page.getByRole('link', { name: 'Show all links' })).toBeVisible();
  await go(page, 'Tracking Setup');
  await go(page, 'Settings');
  await go(page, 'Dashboard');
  await expect(page).toHaveURL(/\/\?range=30d$/);
  await page.goto(`/analytics?range=90d&link=${link.id}`);
  await page.getByRole('button', { name: 'Remove filter: Link' }).click();
  await expect(page).toHaveURL(/\/analytics\?range=90d$/);
});

test('words of a right-to-left language keep their direction in the list and on the page of a link @more', async ({
  page,
}) => {
  await registered(page);
  const title = 'מבצע סתיו (2026)!';
  const link = await created(page, {
    originalUrl: 'https://example.com/',
    title,
    description: 'תיאור!',
    notes: 'הערה!',
    tags: ['תג!'],
  });
  const direction = (text: string) =>
    page
      .getByText(text, { exact: true })
      .filter({ visible: true })
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  await page.goto('/links');
  expect(await direction(title)).toBe('rtl');
  expect(await direction('תג!')).toBe('rtl');
  expect(await direction(new URL(link.shortUrl).pathname)).toBe('ltr');

  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toHaveCSS('direction', 'rtl');
  expect(await direction('תג!')).toBe('rtl');
  const parts = page.getByRole('navigation', { name: 'Parts of the link' });
  await parts.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText(/^תיאור!\s+הערה!$/)).toHaveCSS('direction', 'rtl');
});

test('a row shows its title, then its short link, with buttons to copy and open it @more', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await registered(page);
  const originalUrl = `https://example.com/${'long/'.repeat(20)}the-very-end`;
  const link = await created(page, { originalUrl, customAlias: freeAlias('row') });
  const data = { title: 'Autumn sale' };
  await send(page, { method: 'PUT', path: `/api/links/${link.id}`, data, status: 200 });
  const short = shownUrl(link);
  await page.goto('/links');

  const row = firstRow(page);
  await expect(row.getByRole('cell').nth(1)).toContainText(/Autumn sale.*\/row-/);
  await row.getByRole('button', { name: `Copy ${short}` }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.shortUrl);
  await expect(row.getByRole('link', { name: `Open ${short}` })).toHaveAttribute(
    'href',
    link.shortUrl,
  );
  const address = row.getByRole('cell', { name: /the-very-end$/ });
  const end = address.locator('[aria-hidden] > span').last();
  const cell = await address.boundingBox();
  const tail = await end.boundingBox();
  expect(tail && cell && tail.x + tail.width <= cell.x + cell.width).toBe(true);
  await expect(end).toHaveText(/very-end$/);

  await row.getByRole('link', { name: 'Autumn sale' }).click();
  await expect(page).toHaveURL(new RegExp(`/links/${link.id}$`));
  await expect(page.getByRole('heading', { name: 'Autumn sale' })).toBeVisible();
});

test('twelve links are on one screen of 1280 × 800, and several tags of one are cut to a number', async ({
  page,
}) => {
  await registered(page);
  await manyLinks(page, 12);
  const tags = ['Autumn', 'Paid', 'Newsletter'];
  await created(page, { originalUrl: 'https://example.com/tagged', title: longTitle, tags });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/links');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(14);

  const bottoms = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().bottom),
  );

  expect(bottoms.slice(1).filter((bottom) => bottom <= 800).length).toBeGreaterThanOrEqual(12);
  await expect(firstRow(page).getByText('+2', { exact: true })).toBeVisible();
});

test('a link can be paused, resumed, duplicated and shared from its menu', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/menu',
    customAlias: freeAlias('menu'),
    trackConversions: true,
    autoTrackProfit: true,
    profitPerSale: 1250,
  });
  const short = shownUrl(link);
  const choose = async (action: string) => {
    await openActions(page, short);
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true });
    Object.defineProperty(navigator, 'share', {
      value: (data: ShareData) => {
        Object.assign(window, { __shared: data.url });
        return Promise.resolve();
      },
      configurable: true,
    });
  });
  await page.goto('/links');

  await choose('Pause');
  await expect(page.getByText('Link paused', { exact: true })).toBeVisible();
  await expect(firstRow(page)).toContainText('Paused');
  expect((await fetch(link.shortUrl, { redirect: 'manual' })).status).toBe(410);
  await choose('Resume');
  await expect(firstRow(page)).not.toContainText('Paused');
  expect((await fetch(link.shortUrl, { redirect: 'manual' })).status).toBe(302);

  await choose('Share');
  expect(await page.evaluate(() => Reflect.get(window, '__shared'))).toBe(link.shortUrl);

  await choose('Duplicate');
  await expect(page.getByLabel('Destination URL')).toBeFocused();
  await expect(page.getByLabel('Destination URL')).toHaveValue('https://example.com/menu');
  await expect(page.getByLabel('Custom alias')).toHaveValue('');
  await expect(page.getByLabel('Profit per sale')).toHaveValue('12.50');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Short link created successfully!', { exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('all conversions of the range can be paged, forwards, backwards and after a reload @more', async ({
  page,
}) => {
  await registered(page);
  const [link] = await manyLinks(page, 1);
  const record = (value: number) => recorded(page, { linkId: link?.id, eventType: 'sale', value });
  await record(100);
  for (let n = 2; n <= 105; n += 8) {
    const next = Array.from({ length: 8 }, (_, index) => n + index);
    await Promise.all(next.map((each) => record(each * 100)));
  }
  const recent = page.getByRole('table', { name: 'Recent Conversions' });
  const pages = page.getByRole('navigation', { name: 'Pages of conversions' });
  await expect(async () => {
    await page.goto('/conversions');
    await expect(pages).toContainText('1–20 of 105', { timeout: 5000 });
  }).toPass();

  for (const range of ['21–40', '41–60', '61–80', '81–100', '101–105']) {
    await pages.getByRole('button', { name: 'Next page' }).click();
    await expect(pages).toContainText(`${range} of 105`);
  }
  await expect(recent.getByRole('row').last()).toContainText('$1');
  await expect(recent.getByRole('row')).toHaveCount(6);
  await page.reload();
  await expect(pages).toContainText('101–105 of 105');
  await page.goBack();
  await expect(pages).toContainText('81–100 of 105');
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 30 days');
  await expect(pages).toContainText('1–20 of 105');
});

test('no screen loads the whole list of links, and dialogs find a link by searching @more', async ({
  page,
}) => {
  await registered(page);
  await manyLinks(page, 25);
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/links' && request.method() === 'GET') asked.push(url);
  });

  for (const path of ['/', '/links', '/analytics', '/conversions', '/tracking']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await page.goto('/conversions');
  await page.getByRole('button', { name: 'Add Conversion' }).click();
  const dialog = page.getByRole('dialog');
  await chooseLink(page, 'page-01');
  await dialog.getByLabel('Value').fill('10');
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();
  await expect(page.getByRole('table', { name: 'Recent Conversions' })).toContainText('$10');

  expect(asked.length).toBeGreaterThan(4);
  for (const { searchParams } of asked) {
    expect(Number(searchParams.get('limit'))).toBeGreaterThan(0);
  }
});

test('in narrow columns a short link keeps its alias, and an address its end', async ({ page }) => {
  await registered(page);
  const alias = freeAlias('n');
  const link = await created(page, {
    originalUrl: 'https://northwind.example/boots/ridge-mid',
    customAlias: alias,
    trackConversions: true,
    tags: ['Autumn 2026'],
  });
  await recorded(page, { linkId: link.id, eventType: 'sale' });
  const endOf = (within: Locator, text: string) =>
    within.getByTitle(text, { exact: true }).locator('[aria-hidden] > span').last();
  const isWhole = (end: Locator) =>
    end.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getBoundingClientRect().width <= element.clientWidth + 1;
    });

  await page.goto('/links');
  const list = page.getByRole('table');
  await expect(list.getByText('Autumn 2026')).toBeVisible();
  for (const [text, shown] of [
    [shownUrl(link), `/${alias}`],
    ['northwind.example/boots/ridge-mid', '/ridge-mid'],
  ] as const) {
    await expect(endOf(list, text)).toHaveText(shown);
    expect([text, await isWhole(endOf(list, text))]).toEqual([text, true]);
  }

  await page.goto('/conversions');
  for (const name of ['Link Performance', 'Recent Conversions']) {
    const end = endOf(page.getByRole('table', { name }), shownUrl(link)).first();
    await expect(end).toHaveText(`/${alias}`);
    expect([name, await isWhole(end)]).toEqual([name, true]);
  }
});

test('the export has the links that search and filters leave, and says how many @more', async ({
  page,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/boots', trackConversions: true });
  await created(page, { originalUrl: 'https://example.com/boots-old' });
  await created(page, { originalUrl: 'https://example.com/hats' });
  await page.goto('/links?search=boots&kind=tracking');
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export 1', exact: true }).click();
  const text = await readFile(await (await download).path(), 'utf8');

  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).toContain('https://example.com/boots,');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export 2', exact: true })).toBeVisible();
});

test('the export beside the search of the dashboard has the links that the search leaves', async ({
  page,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/boots' });
  await created(page, { originalUrl: 'https://example.com/hats' });
  await page.goto('/');
  await page.getByLabel('Search links').fill('hats');
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export 1', exact: true }).click();
  const text = await readFile(await (await download).path(), 'utf8');

  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).toContain('https://example.com/hats,');
});
