import type { Page } from '@playwright/test';
import { hold } from '#tests/e2e/scenes/hold';
import { arrive, counted, homes } from '#tests/e2e/setting/arrivals';
import { agents, created, expect, registered, send, test } from '#tests/e2e/setting/journey';

const clicks = (page: Page) => page.getByRole('radio', { name: /^Clicks/ });
const filters = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
const expectClicks = (page: Page, count: number) =>
  expect(clicks(page)).toHaveAccessibleName(new RegExp(`^Clicks\\s*${count}\\b`));

/** Five clicks: three of Germany, one of them with a phone; two of the United States. */
async function fiveClicks(page: Page) {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await send(page, {
    method: 'PUT',
    path: `/api/links/${link.id}`,
    data: { title: 'Autumn sale' },
    status: 200,
  });
  await arrive(link.shortUrl, { from: homes.Germany, referrer: 'instagram.com' });
  await arrive(link.shortUrl, { from: homes.Germany });
  await arrive(link.shortUrl, { from: homes.Germany, agent: agents.phone });
  await arrive(link.shortUrl, { from: homes['United States'], query: 'utm_source=news' });
  await arrive(link.shortUrl, { from: homes['United States'] });
  await counted(page, 5);
  return link;
}

test('[shared-report] a row of a list narrows everything to it; back, reload and a shared address keep that', async ({
  page,
}) => {
  await fiveClicks(page);
  await page.goto('/analytics');
  await expectClicks(page, 5);

  await page.getByRole('button', { name: 'Filter by Germany' }).click();
  await expectClicks(page, 3);
  await expect(page).toHaveURL(/\?country=DE$/);
  await page.getByRole('button', { name: 'Filter by Mobile' }).click();
  await expectClicks(page, 1);
  await expect(filters(page)).toHaveText([/Country\s*Germany/, /Device\s*Mobile/]);

  await page.reload();
  await expectClicks(page, 1);
  await page.goBack();
  await expectClicks(page, 3);
  await expect(filters(page)).toHaveCount(1);
  await page.goForward();
  await expectClicks(page, 1);

  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await expectClicks(shared, 1);
  await expect(filters(shared)).toHaveCount(2);
  await shared.close();
});

test("the list of another tab is asked for when the tab is opened, and the screen's numbers stay", async ({
  page,
}) => {
  await fiveClicks(page);
  await page.goto('/analytics');
  await expectClicks(page, 5);
  const devices = page.getByRole('table', { name: 'Devices' });
  await expect(devices).toContainText('Mobile');
  const answer = await hold(page, '**/api/v1/analytics/query', 'POST');

  await page.getByRole('tab', { name: 'Cities' }).click();

  await expect(page.getByText('Loading cities')).toBeVisible();
  await expect(devices).toContainText('Mobile');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await answer.release();
  await expect(page.getByRole('table', { name: 'Cities' })).toBeVisible();
  await expect(page).toHaveURL(/\?places=cities$/);
  await page.getByRole('tab', { name: 'Countries' }).click();
  await expect(page.getByRole('table', { name: 'Countries' })).toContainText('Germany');
});

test('a chip is removed by its cross and by the keyboard, and the focus stays among the filters @more', async ({
  page,
}) => {
  await fiveClicks(page);
  await page.goto('/analytics?country=DE&device=mobile&referrer=Direct');
  await expectClicks(page, 1);

  await page.getByRole('button', { name: 'Remove filter: Country' }).click();
  await expect(filters(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Remove filter: Device' })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(filters(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Remove filter: Referrer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(filters(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused();
  await expectClicks(page, 5);
});

test('a filter is added with the keyboard alone: its property, then its values by search @more', async ({
  page,
}) => {
  await fiveClicks(page);
  await page.goto('/analytics');
  await page.getByRole('button', { name: 'Add filter' }).focus();

  await page.keyboard.press('Enter');
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Filter by country' });
  const values = dialog.getByRole('listitem');
  await expect(values).toHaveText([/Germany\s*3 clicks/, /United States\s*2 clicks/]);
  await expect(dialog.getByRole('searchbox', { name: 'Search countries' })).toBeFocused();
  await page.keyboard.type('us');
  await expect(values).toHaveText([/United States/]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\?country=US$/);
  await expectClicks(page, 2);

  await page.getByRole('button', { name: 'Country United States' }).click();
  await dialog.getByRole('checkbox', { name: /Germany/ }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?country=US&country=DE$/);
  await expectClicks(page, 5);
});

test('[shared-report] values are left out and parts of texts looked for, several at a time, and an address keeps both', async ({
  page,
}) => {
  const link = await fiveClicks(page);
  await arrive(link.shortUrl, { from: homes.Japan, query: 'utm_source=Newsletter' });
  await arrive(link.shortUrl, { from: homes.Japan, query: 'utm_source=partner' });
  await counted(page, 7);
  await page.goto('/analytics');
  await expectClicks(page, 7);
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const dialog = page.getByRole('dialog');

  await add('Country');
  await dialog.getByLabel('Country', { exact: true }).selectOption('is not');
  await dialog.getByRole('checkbox', { name: /Germany/ }).check();
  await dialog.getByRole('checkbox', { name: /United States/ }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expectClicks(page, 2);
  await expect(filters(page)).toHaveText([/^Country is not\s*Germany or United States$/]);

  await add('UTM source');
  await dialog.getByLabel('UTM source', { exact: true }).selectOption('contains');
  await dialog.getByRole('textbox', { name: 'Texts' }).fill('NEWS\n\nletters');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expectClicks(page, 1);
  await expect(filters(page).nth(1)).toHaveText(/^UTM source contains\s*NEWS or letters$/);

  await page.reload();
  await expectClicks(page, 1);
  await page.getByRole('button', { name: 'Remove filter: Country' }).click();
  await expectClicks(page, 2);
  await page.getByRole('button', { name: /^UTM source/ }).click();
  await expect(dialog.getByRole('textbox', { name: 'Texts' })).toHaveValue('NEWS\nletters');
  await dialog.getByLabel('UTM source', { exact: true }).selectOption('does not contain');
  await dialog.getByRole('textbox', { name: 'Texts' }).fill('news\npart');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expectClicks(page, 4);
  await page.goBack();
  await expectClicks(page, 2);
});

test('[shared-report] a filter shows its values that the range does not have, and takes them away @more', async ({
  page,
}) => {
  await fiveClicks(page);
  await page.goto('/analytics?country=JP&country=DE');
  await expectClicks(page, 3);

  await page.getByRole('button', { name: /^Country/ }).click();
  const values = page.getByRole('dialog').getByRole('listitem');
  await expect(values).toHaveText([/^Japan$/, /Germany/, /United States/]);
  await page.getByRole('checkbox', { name: 'Japan' }).uncheck();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?country=DE$/);
});

test('a filter that is full says so @more', async ({ page }) => {
  await fiveClicks(page);
  const twenty = Array.from({ length: 20 }, (_, index) => `referrer=site${index}.example`);
  await page.goto(`/analytics?${twenty.join('&')}`);

  await page.getByRole('button', { name: /^Referrer/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('A filter has at most 20 values.')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'instagram.com' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'site3.example' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'instagram.com' }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expectClicks(page, 1);
});

test('links, UTM fields and bots are filters too @more', async ({ page }) => {
  const link = await fiveClicks(page);
  await arrive(link.shortUrl, { agent: agents.crawler, from: homes.Japan });
  await page.goto('/analytics');

  await page.getByRole('tab', { name: 'UTM' }).click();
  await page.getByRole('button', { name: 'Filter by news' }).click();
  await expect(page).toHaveURL(/utm_source=news/);
  await expectClicks(page, 1);
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('button', { name: 'Filter by Autumn sale' }).click();
  await expect(filters(page)).toHaveText([/Link\s*Autumn sale/, /UTM source\s*news/]);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expectClicks(page, 5);

  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'Visits' }).click();
  await page.getByRole('checkbox', { name: 'Bots' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/class=bot$/);
  await expect(async () => {
    await page.reload();
    const visits = page.getByRole('radio', { name: /^Visits/ });
    await expect(visits).toHaveAccessibleName(/^Visits\s*1\s*bots/);
  }).toPass();
  await expect(clicks(page)).toHaveCount(0);
  await expect(page.getByText('not counted as clicks')).toHaveCount(0);
  const rate = page.getByRole('radio', { name: /^Conversion rate\s*—/ });
  await expect(rate).toBeDisabled();
  await expect(page.getByTitle(/^Only people convert/)).toHaveCount(2);
  await expect(page.getByRole('grid', { name: 'Visits by weekday and hour' })).toBeVisible();
  await expect(page.getByText(/^Busiest: .*: 1 visit$/)).toBeVisible();
  const countries = page.getByRole('table', { name: 'Countries' });
  await expect(countries.getByRole('columnheader', { name: 'Visits' })).toBeVisible();
  await page.getByRole('tab', { name: 'Map' }).click();
  await expect(page.getByText(/: 1 visit \(1 of 1\)$/)).toBeVisible();
  await page.goto('/analytics?class=bot&measure=rate');
  await expect(page.getByRole('table', { name: 'Visits per day' })).toBeAttached();
});

test('filters without a match say so and are cleared, and a new click is counted at once @more', async ({
  page,
}) => {
  const link = await fiveClicks(page);
  await page.goto('/analytics?country=JP');
  await expectClicks(page, 0);
  await expect(page.getByText('No geographic data available')).toBeVisible();

  await page.getByRole('button', { name: 'Clear all filters' }).press('Enter');
  await expectClicks(page, 5);
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused();
  await arrive(link.shortUrl, { from: homes.Japan });

  await expectClicks(page, 6);
  await expect(page.getByRole('button', { name: 'Filter by Japan' })).toBeVisible();
});

test('filters go along from screen to screen, and back, reload and a shared address keep them @more', async ({
  page,
}) => {
  const go = (screen: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen }).click();
  await registered(page);
  await page.goto('/analytics?range=30d&country=JP&country=DE&device=mobile');
  await expect(filters(page)).toHaveCount(2);

  await go('Conversions');
  await go('My Links');
  await expect(page).toHaveURL('/links?range=30d&country=JP&country=DE&device=mobile');
  await go('Analytics');
  await page.reload();
  await expect(filters(page)).toHaveCount(2);
  await page.goBack();
  await page.goForward();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL('/analytics?range=30d');
});

test('a report without clicks says what to do next @more', async ({ page }) => {
  await registered(page);
  await page.goto('/analytics?range=all');
  await expect(page.getByText('No clicks yet.')).toBeVisible();
  await page.goto('/analytics');

  const next = page.getByText('No clicks in this range. Choose a longer range, or');
  await next.getByRole('link', { name: 'share a link' }).click();

  await expect(page.getByRole('heading', { name: 'My Links' })).toBeVisible();
});

test('deleted links of a filter are left out, and the other links stay @more', async ({ page }) => {
  const link = await fiveClicks(page);
  const other = await created(page, { originalUrl: 'https://example.com/other' });
  const good = `link=${link.id}&link=${other.id}`;
  const address = `/analytics?link=${link.id}&link=${crypto.randomUUID()}&link=${other.id}&country=DE`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Remove deleted links from the filter' }).press('Enter');
  await expectClicks(page, 3);
  await expect(page).toHaveURL(new RegExp(`\\?${good}&country=DE$`));
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused();

  await page.goto(address);
  await page.getByRole('button', { name: 'Remove deleted links', exact: true }).press('Enter');
  await expectClicks(page, 3);
  await expect(page).toHaveURL(new RegExp(`\\?${good}&country=DE$`));
  await expect(page.getByRole('button', { name: 'Remove filter: Link' })).toBeFocused();
});

test('a report that could not be loaded is asked for again, and the focus stays in the page @more', async ({
  page,
}) => {
  await fiveClicks(page);
  await page.route('**/api/analytics/report?*', (route) => route.fulfill({ status: 503 }));
  await page.goto('/analytics');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/analytics/report?*');
  await again.press('Enter');
  await expectClicks(page, 5);
  await expect(page.getByRole('main')).toBeFocused();
});

test('a report that cannot be shown says why, and leads to numbers @more', async ({ page }) => {
  await fiveClicks(page);
  await page.goto('/analytics?country=Atlantis');
  await expect(page.getByRole('alert')).toContainText('This report cannot be shown');
  await expect(page.getByRole('alert')).toContainText('Country: Send ISO 3166 codes, such as DE');
  await page.getByRole('button', { name: 'Remove filter: Country' }).click();
  await expectClicks(page, 5);

  await page.goto(`/analytics?link=${crypto.randomUUID()}&country=DE&range=30d`);
  await expect(page.getByRole('alert')).toContainText('A link in its filter has been deleted');
  await page.getByRole('button', { name: 'Show the last 7 days' }).press('Enter');
  await expectClicks(page, 5);
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused();
  await expect(filters(page)).toHaveCount(0);

  await page.goto('/analytics?from=2026-11-20&to=2026-11-01&compare=decade');
  await expect(page.getByText('were ignored: the days, the comparison.')).toBeVisible();
});
