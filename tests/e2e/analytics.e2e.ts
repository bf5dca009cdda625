import type { Page } from '@playwright/test';
import { agents, created, expect, registered, test } from './setting/journey.ts';

/** Addresses by their country in the included city database. */
const homes = {
  Germany: '91.64.0.1',
  Serbia: '89.216.1.1',
  Vietnam: '14.160.1.1',
  Vanuatu: '202.80.32.1',
  Yemen: '134.35.1.1',
  Zambia: '41.60.1.1',
  Singapore: '203.116.1.1',
  'United States': '8.8.8.8',
  Japan: '126.79.1.1',
  Australia: '1.129.1.1',
  Brazil: '177.32.1.1',
  Spain: '83.36.1.1',
} as const;

type Visitor = { readonly from?: string; readonly referrer?: string; readonly agent?: string };

async function arrive(shortUrl: string, { from, referrer, agent }: Visitor): Promise<void> {
  const answer = await fetch(shortUrl, {
    redirect: 'manual',
    headers: {
      'user-agent': agent ?? agents.desktop,
      ...(from && { 'x-forwarded-for': from }),
      ...(referrer && { referer: `https://${referrer}/page` }),
    },
  });
  expect(answer.status).toBe(302);
}

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });

test('the map colours every country that clicks came from, also beyond the ten of the list', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  for (const from of Object.values(homes)) await arrive(link.shortUrl, { from });

  await page.goto('/analytics');

  const map = page.getByRole('img', { name: 'Map of clicks by country' });
  await expect(async () => {
    await page.reload();
    await expect(map.locator('path.fill-series-1')).toHaveCount(12);
  }).toPass();
  for (const country of Object.keys(homes)) {
    await expect(map.locator('title', { hasText: `${country}: 1 click` })).toHaveCount(1);
  }
  const list = page.getByRole('list', { name: 'Geographic Distribution' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
});

test('all referrers of the range are listed, searched and add up to the clicks', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  const sites = Array.from({ length: 14 }, (_, i) => `site${i}.example`);
  for (const referrer of [...sites, 'site0.example']) await arrive(link.shortUrl, { referrer });

  await page.goto('/analytics');
  await expect(async () => {
    await page.reload();
    await expect(figure(page, 'Clicks')).toContainText('15');
  }).toPass();
  await page.getByRole('button', { name: 'View All' }).click();

  const all = page.getByRole('dialog').getByRole('list', { name: 'All referrers' });
  await expect(all.getByRole('listitem')).toHaveCount(14);
  await expect(all.getByRole('listitem').first()).toContainText('2 clicks');
  await expect(all.getByRole('listitem').last()).toContainText('1 click');
  await page.getByRole('searchbox', { name: 'Search referrers' }).fill('SITE13');
  await expect(all.getByRole('listitem')).toHaveText(/site13\.example/);
  await page.getByRole('searchbox', { name: 'Search referrers' }).fill('nowhere');
  await expect(page.getByText('No referrers match your search')).toBeVisible();
});

test('bots are counted for the range and said not to be clicks; visitors are counted each day', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, {});
  await arrive(link.shortUrl, { agent: agents.crawler });

  await page.goto('/analytics');

  await expect(async () => {
    await page.reload();
    await expect(figure(page, 'Bots')).toContainText('1');
  }).toPass();
  await expect(figure(page, 'Bots')).toContainText('not counted as clicks');
  await expect(figure(page, 'Clicks')).toContainText('1');
  await expect(figure(page, 'Unique visitors')).toContainText('counted once per day');
});

test('today is drawn as unfinished, and its row in the table says so', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, {});

  await page.goto('/analytics');

  const rows = page.getByRole('table', { name: 'Clicks per day' }).getByRole('row');
  await expect(rows.last()).toContainText('so far today');
  await expect(rows.nth(1)).not.toContainText('so far today');
  await expect(page.getByText('so far today', { exact: true })).toBeVisible();
});

test('a change stands under the number of the month that it belongs to', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/' });

  await page.goto('/');

  const links = page.getByRole('heading', { name: 'Total Links' }).locator('..');
  await expect(links).toContainText(/1 this month\s*new vs last month/);
});

test('no destination of a split test is called best by a lead that chance explains', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/',
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
  });
  await arrive(link.shortUrl, { from: '10.1.0.1' });
  await arrive(link.shortUrl, { from: '10.1.0.2' });
  const track = `/api/track/${link.shortCode}?event=lead`;
  await page.request.get(track, {
    headers: { 'x-forwarded-for': '10.1.0.1', 'user-agent': agents.desktop },
  });

  await page.goto(`/analytics?link=${link.id}`);

  const destinations = page.getByRole('table', { name: 'Split Test' });
  await expect(destinations).toContainText('example.com/a');
  await expect(page.getByText('No destination is clearly ahead yet.')).toBeVisible();
  await expect(page.getByText('Best rate')).toHaveCount(0);
});
