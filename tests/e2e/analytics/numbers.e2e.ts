import type { Page } from '@playwright/test';
import type { showAnalytics, showReport } from '#contract/analytics/analytics';
import type { AnswerJson } from '#contract/route';
import { arrive, counted, homes } from '#tests/e2e/setting/arrivals';
import {
  agents,
  created,
  expect,
  recorded,
  registered,
  test,
  undecided,
} from '#tests/e2e/setting/journey';

/** One of the numbers above the chart, which chooses what the chart shows. */
const tile = (page: Page, measure: string) =>
  page.getByRole('radio', { name: new RegExp(`^${measure}`) });

test('the map colours every country that clicks came from, also beyond the ten of the list @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  for (const from of Object.values(homes)) await arrive(link.shortUrl, { from });

  await counted(page, 12);
  await page.goto('/analytics');
  await page.getByRole('tab', { name: 'Map' }).click();

  const map = page.getByRole('img', { name: 'Map of clicks by country' });
  await expect(map.locator('path.fill-series-1')).toHaveCount(12);
  for (const country of Object.keys(homes)) {
    await expect(map.locator('title', { hasText: `${country}: 1 click` })).toHaveCount(1);
  }
  await page.getByRole('button', { name: 'Country with fewer clicks' }).press('Enter');
  await expect(page.getByText(/^.+: 1 click \(2 of 12\)$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Map' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Countries' }).click();
  const rows = page.getByRole('table', { name: 'Countries' }).getByRole('row');
  await expect(rows).toHaveCount(13);
  await expect(rows.nth(11)).toContainText('Other (2)');
  await expect(rows.last()).toContainText(/All countries\s*12\s*100\.0%/);
});

test('the map, and the shares of all countries, follow the measure; the map says which it shows @more', async ({
  page,
}) => {
  await registered(page);
  const wish = { originalUrl: 'https://example.com/', trackConversions: true };
  const link = await created(page, wish);
  for (const from of [homes.Germany, homes.Japan]) await arrive(link.shortUrl, { from });
  await page.request.get(`/api/track/${link.shortCode}?event=sale&value=49.5&currency=EUR`, {
    headers: { 'x-forwarded-for': homes.Japan, 'user-agent': agents.desktop },
  });
  await counted(page, 2);
  await page.goto('/analytics?places=map&measure=revenue');

  const map = page.getByRole('img', { name: 'Map of revenue by country' });
  await expect(page.getByText('Revenue by country', { exact: true })).toBeVisible();
  await expect(map.locator('path.fill-series-1')).toHaveCount(1);
  await expect(page.getByText('Japan: €49.50 (1 of 1)')).toBeVisible();
  await page.getByRole('button', { name: 'View all countries' }).press('Enter');
  const all = page.getByRole('dialog').getByRole('table', { name: 'Countries' });
  await expect(all.getByRole('row').nth(1)).toContainText(/Japan.*€49\.50\s*100\.0%/);
  await page.keyboard.press('Escape');

  await page.goto('/analytics?places=map&measure=profit');
  await expect(page.getByText('Profit by country', { exact: true })).toBeVisible();

  await page.goto('/analytics?places=map&measure=visitors');
  await expect(
    page.getByText('Clicks by country. There is no map of unique visitors.'),
  ).toBeVisible();
  await expect(page.getByText(/: 1 click \(1 of 2\)$/)).toBeVisible();
});

test('the dashboard’s list of all referrers has the money in the account’s currency @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, { referrer: 'news.example' });
  await recorded(page, { linkId: link.id, eventType: 'sale', value: 1200, currency: 'EUR' });
  await counted(page, 1);
  await page.goto('/');

  await page.getByRole('button', { name: 'View All' }).press('Enter');

  const all = page.getByRole('dialog').getByRole('table', { name: 'Referrers' });
  await expect(all.getByRole('row').last()).toContainText('€12');
});

test('all referrers of the range are listed, searched and add up to the clicks @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  const sites = Array.from({ length: 14 }, (_, i) => `site${i}.example`);
  for (const referrer of [...sites, 'site0.example']) await arrive(link.shortUrl, { referrer });

  await counted(page, 15);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/analytics');
  const onPhone = page.getByRole('table', { name: 'Referrers' }).getByRole('row');
  await expect(onPhone).toHaveCount(8);
  await expect(onPhone.nth(6)).toContainText(/Other \(9\)\s*9/);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'View all referrers' }).click();

  const all = page.getByRole('dialog').getByRole('table', { name: 'Referrers' });
  await expect(all.getByRole('row')).toHaveCount(16);
  await expect(all.getByRole('row').nth(1)).toContainText(/site0\.example\s*2/);
  await expect(all.getByRole('row').last()).toContainText(/All referrers\s*15/);
  await page.getByRole('searchbox', { name: 'Search referrers' }).fill('SITE13');
  await expect(all.getByRole('row')).toHaveCount(2);
  await expect(all.getByRole('row').last()).toContainText('site13.example');
  await page.getByRole('searchbox', { name: 'Search referrers' }).fill('nowhere');
  await expect(page.getByText('No referrers match your search')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search referrers' }).fill('site7.');
  await all.getByRole('button', { name: 'Filter by site7.example' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\?referrer=site7\.example$/);
  await expect(tile(page, 'Clicks')).toHaveAccessibleName(/^Clicks\s*1\b/);

  await page.goto('/analytics?compare=previous');
  await expect(tile(page, 'Unique visitors')).toHaveAccessibleName(
    /from 0\s*each counted once a day \(UTC\)$/,
  );
});

test('bots are counted for the range and said not to be clicks; visitors are counted each day @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, { agent: agents.crawler });
  await arrive(link.shortUrl, {});

  // Visits are stored in their order, so the bot's is there too.
  await counted(page, 1);
  await page.goto('/analytics');

  const bots = page
    .getByRole('group', { name: 'What the chart and the lists show' })
    .locator('> div');
  await expect(bots).toHaveText(/Bots\s*1\s*not counted as clicks/);
  await expect(page.getByText('once a day (UTC)')).toBeVisible();
  await expect(tile(page, 'Clicks')).toHaveAccessibleName(/^Clicks\s*1\b/);
});

test('today is drawn as unfinished, and its row in the table says so @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, {});

  await page.goto('/analytics');

  const rows = page.getByRole('table', { name: 'Clicks per day' }).getByRole('row');
  await expect(rows.last()).toContainText('so far today');
  await expect(rows.nth(1)).not.toContainText('so far today');
  await expect(page.getByText('so far today', { exact: true })).toBeVisible();
});

test('beside the number of today stands what is usual by this time of day, also for screen readers', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, {});
  const usual = { days: 4, clicks: 50, conversions: 0, money: [] };
  await page.route('**/api/analytics?*', async (route) => {
    const real: AnswerJson<typeof showAnalytics> = await (await route.fetch()).json();
    const json: typeof real = { ...real, usual };
    await route.fulfill({ json });
  });
  await page.route('**/api/analytics/report?*', async (route) => {
    const real: AnswerJson<typeof showReport> = await (await route.fetch()).json();
    const json: typeof real = { ...real, usual };
    await route.fulfill({ json });
  });

  for (const screen of ['/', '/analytics']) {
    await page.goto(screen);

    const rows = page.getByRole('table', { name: 'Clicks per day' }).getByRole('row');
    await expect(rows.last()).toContainText('usually 13 by now');
    await expect(rows.nth(-2)).not.toContainText('usually');
    await expect(page.getByText(/^(· )?usually 13 by now$/)).toBeVisible();

    // The keyboard's panel has the same content as the tip at the pointer.
    await page.getByRole('button', { name: 'Values one by one' }).press('Enter');
    const values = page.getByRole('region', { name: 'Values' });
    await expect(values.getByRole('row', { name: /^Clicks 1 13/ })).toBeVisible();
    await expect(values.getByRole('row', { name: 'Unique visitors 1' })).toBeVisible();
    await expect(values.getByRole('row', { name: /^Conversions 0 0/ })).toBeVisible();
    await expect(values.getByRole('row', { name: /^Revenue \$0 \$0/ })).toBeVisible();
    await expect(values).toContainText('Usual: the average of the 4 days before');

    await values.getByRole('button', { name: 'Previous' }).click();
    await expect(values.getByRole('row', { name: 'Clicks 0' })).toBeVisible();
    await expect(values).not.toContainText('Usual');
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a change stands under the number of the month that it belongs to', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/' });

  await page.goto('/');

  const links = page.getByRole('heading', { name: 'Total Links' }).locator('..');
  await expect(links).toContainText(/1 in 30 days\s*new vs last month/);
});

test('the destinations of a split test are counted, and none is called better @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/',
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
  });
  // Destination A gets every odd visit, and each of these converts: 12 of 12 against 0 of 12.
  for (let visitor = 1; visitor <= 24; visitor += 1) {
    const from = `10.1.0.${visitor}`;
    await arrive(link.shortUrl, { from });
    if (visitor % 2 === 0) continue;
    await page.request.get(`/api/track/${link.shortCode}?event=sale&value=5`, {
      headers: { 'x-forwarded-for': from, 'user-agent': agents.desktop },
    });
  }

  await page.goto(`/links/${link.id}`);

  const destinations = page.getByRole('table', { name: 'Split test' });
  await expect(destinations).toContainText('example.com/a');
  const card = page.locator('section').filter({ has: destinations });
  await expect(destinations.getByRole('row').nth(1)).toHaveText(/example\.com\/a1212/);
  await expect(card).toContainText(undecided);
  await expect(card).not.toContainText(/better than|best|ahead|wins|leads/i);

  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Yesterday');
  await expect(destinations.getByRole('row').nth(1)).toHaveText(/example\.com\/a1212/);
});

test('a tile chooses what the chart shows, and money stands in each currency @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, {});
  for (const [currency, value] of [
    ['USD', 4950],
    ['EUR', 1200],
  ]) {
    await recorded(page, { linkId: link.id, eventType: 'sale', value, profit: 1000, currency });
  }
  await counted(page, 1);
  await page.goto('/analytics');

  await expect(tile(page, 'Revenue')).toHaveAccessibleName(/\$49\.50\s*also €12$/);
  await expect(tile(page, 'Earnings per click')).toHaveAccessibleName(/\$49\.50/);
  await expect(tile(page, 'Conversion rate')).toHaveAccessibleName(/200\.0%/);
  const week = page.getByRole('heading', { name: 'Weekdays and Hours' }).locator('..');
  await expect(week).toHaveText('Weekdays and HoursClicks');
  await tile(page, 'Clicks').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');

  await expect(page).toHaveURL(/\?measure=revenue$/);
  const numbers = page.getByRole('table', { name: 'Revenue per day' });
  await expect(numbers.getByRole('row').last()).toContainText('$49.50');
  await page.reload();
  await expect(tile(page, 'Revenue')).toBeChecked();

  const referrers = page.getByRole('table', { name: 'Referrers' });
  const total = referrers.getByRole('row', { name: /^All referrers/ });
  const head = (name: string) => referrers.getByRole('columnheader', { name });
  await expect(head('Revenue')).toHaveAttribute('aria-sort', 'descending');
  await expect(referrers.getByRole('row').nth(2)).toContainText(/Not matched to a click.*\$49\.50/);
  await expect(total).toContainText('$49.50');
  await head('Clicks').getByRole('button').press('Enter');
  await expect(head('Clicks')).toHaveAttribute('aria-sort', 'descending');
  await expect(head('Revenue')).not.toHaveAttribute('aria-sort');
  await page.keyboard.press('Enter');
  await expect(head('Clicks')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('Clicks').getByRole('button')).toBeFocused();
  await expect(page).toHaveURL(/sources-sort=clicks-asc/);
  await page.reload();
  await expect(head('Clicks')).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('combobox', { name: 'Currency of the amounts' }).selectOption('EUR');
  await expect(page).toHaveURL(/currency=EUR/);
  await expect(tile(page, 'Revenue')).toHaveAccessibleName(/€12\s*also \$49\.50$/);
  await expect(total).toContainText('€12');

  await page.goto('/analytics?compare=previous');
  await expect(tile(page, 'Revenue')).toHaveAccessibleName(/\$49\.50\s*new\s*from \$0\s*also €12$/);
});

test('the map of the week is read cell by cell with the keyboard @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, {});
  await counted(page, 1);
  await page.goto('/analytics');

  const week = page.getByRole('grid', { name: 'Clicks by weekday and hour' });
  await expect(page.getByText(/^Busiest: .*: 1 click$/)).toBeVisible();
  await week.getByRole('gridcell').first().focus();
  await expect(page.getByText(/^Monday, 12\sAM to 1\sAM:/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^Tuesday, 1\sAM to 2\sAM:/)).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByText(/^Tuesday, 11\sPM to 12\sAM:/)).toBeVisible();
});
