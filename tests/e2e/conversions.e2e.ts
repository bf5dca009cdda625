import type { Page } from '@playwright/test';
import {
  agents,
  chooseAction,
  chooseLink,
  created,
  expect,
  freeAlias,
  recorded,
  registered,
  shownUrl,
  test,
  visit,
} from './setting/journey.ts';
import { hold } from './scenes/hold.ts';
import { confirmed } from './setting/mails.ts';

/** One of the four numbers at the top of the page, with the line below it. */
const stat = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

const recent = (page: Page) => page.getByRole('table', { name: 'Recent Conversions' });
const performance = (page: Page) => page.getByRole('table', { name: 'Link Performance' });

async function act(page: Page, event: string, action: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^Actions for ${event},`) })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a conversion is recorded from a link’s menu, and every total includes it', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/shop',
    customAlias: freeAlias('shop'),
    trackConversions: true,
    profitPerSale: 1250,
  });
  await visit(link.shortUrl, agents.desktop);
  await visit(link.shortUrl, agents.phone);
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Add Conversion');

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Record Conversion' })).toBeVisible();
  await expect(dialog.getByLabel('Profit')).toHaveValue('12.50');
  await dialog.getByLabel('Value').fill('49.99');
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();

  await expect(page.getByText('Conversion recorded successfully!', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: shownUrl(link) });
  await expect(row).toContainText('$12.5');

  await page.getByRole('link', { name: 'Conversions' }).click();
  await expect(stat(page, 'Total Conversions')).toContainText('1');
  await expect(stat(page, 'Total Conversions')).toContainText('100.0% of USD revenue confirmed');
  await expect(stat(page, 'Total Revenue')).toContainText('$49.99');
  await expect(stat(page, 'Total Profit')).toContainText('$12.5');
  await expect(stat(page, 'Avg. Conversion Rate')).toContainText('50.0%');
  for (const text of ['Sale', '$49.99', '$12.5', 'Manual', 'Confirmed']) {
    await expect(recent(page)).toContainText(text);
  }
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(stat(page, 'Total Profit')).toContainText('$12.5');
  await expect(stat(page, 'Total Profit')).toContainText('new vs last month');
  await expect(stat(page, 'Conversions')).toContainText('1');
});

test('an automatic profit is shown read-only, and only for sales @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/auto',
    trackConversions: true,
    autoTrackProfit: true,
    profitPerSale: 700,
  });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Add Conversion');
  const dialog = page.getByRole('dialog');
  const profit = dialog.getByLabel('Profit');
  await expect(profit).toBeDisabled();
  await expect(profit).toHaveValue('7');

  await dialog.getByLabel('Event type').selectOption('Signup');
  await expect(profit).toHaveValue('');
  await dialog.getByLabel('Event type').selectOption('Sale');
  await dialog.getByLabel('Value').fill('20');
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();

  await expect(page.getByRole('row').filter({ hasText: shownUrl(link) })).toContainText('$7');
});

test('the page’s button preselects the newest link and allows another @more', async ({ page }) => {
  await registered(page);
  await page.goto('/conversions');
  await expect(page.getByText('No conversions recorded yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Conversion' })).toBeDisabled();
  const older = await created(page, {
    originalUrl: 'https://example.com/older',
    profitPerSale: 300,
  });
  const newer = await created(page, { originalUrl: 'https://example.com/newer' });
  await page.reload();

  await page.getByRole('button', { name: 'Add Conversion' }).click();
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('combobox', { name: 'Link' });
  await expect(choice).toHaveValue(shownUrl(newer));
  await expect(dialog.getByLabel('Profit')).toHaveValue('');
  await chooseLink(page, 'example.com/older', shownUrl(older));
  await expect(dialog.getByLabel('Profit')).toHaveValue('3');
  await dialog.getByLabel('Value').fill('10');
  await expect(dialog.getByLabel('Value')).toHaveValue('10');
  await dialog.getByLabel('Currency').selectOption('EUR');
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();

  const row = performance(page)
    .getByRole('row')
    .filter({ hasText: shownUrl(older) });
  await expect(row).toContainText('€10');
  await expect(performance(page)).not.toContainText(shownUrl(newer));
  await row.getByRole('button', { name: `Add a conversion of ${shownUrl(older)}` }).click();
  await expect(dialog).toContainText(shownUrl(older));
  await dialog.getByLabel('Event type').selectOption('Lead');
  await dialog.getByLabel('Profit').fill('');
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();
  await expect(row.getByRole('cell').nth(1)).toHaveText('2');

  const held = await hold(page, `**/api/v1/links/${older.id}`, 'GET');
  const late = page.waitForResponse(`**/api/v1/links/${older.id}`);
  await row.getByRole('button', { name: `Add a conversion of ${shownUrl(older)}` }).click();
  await page.getByRole('button', { name: 'Add Conversion' }).click();
  await expect(choice).toHaveValue(shownUrl(newer));
  await held.release();
  await (await late).finished();
  await dialog.getByLabel('Value').fill('5');
  await expect(choice).toHaveValue(shownUrl(newer));
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();
  const other = performance(page)
    .getByRole('row')
    .filter({ hasText: shownUrl(newer) });
  await expect(other.getByRole('cell').nth(1)).toHaveText('1');
  await expect(other).toContainText('$5');
  await expect(row.getByRole('cell').nth(1)).toHaveText('2');
});

test('each currency has its own total @more', async ({ page }) => {
  await registered(page);
  const { id: linkId } = await created(page, { originalUrl: 'https://example.com/money' });
  await recorded(page, { linkId, eventType: 'sale', value: 10_000, profit: 2000, currency: 'USD' });
  await recorded(page, { linkId, eventType: 'sale', value: 4250, profit: 100, currency: 'EUR' });
  await page.goto('/conversions');

  await expect(stat(page, 'Total Revenue')).toContainText('$100');
  await expect(stat(page, 'Total Revenue')).toContainText('and €42.5');
  await expect(stat(page, 'Total Profit')).toContainText('$20');
  await expect(stat(page, 'Total Profit')).toContainText('and €1');
  await page.goto('/');
  await expect(stat(page, 'Total Profit')).toContainText('€1');
});

test('a conversion is edited and deleted, and the totals follow @more', async ({ page }) => {
  await registered(page);
  const { id: linkId } = await created(page, { originalUrl: 'https://example.com/correct' });
  await recorded(page, { linkId, eventType: 'sale', value: 5000, profit: 1000 });
  await recorded(page, { linkId, eventType: 'lead', value: 0 });
  await page.goto('/conversions');
  await act(page, 'Sale', 'Edit');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Value')).toHaveValue('50');
  await dialog.getByLabel('Value').fill('-1');
  await dialog.getByLabel('Profit').fill('-1');
  await dialog.getByRole('button', { name: 'Update Conversion' }).click();
  await expect(dialog.getByText('Value must be positive')).toBeVisible();
  await expect(dialog.getByText('Profit must be positive')).toBeVisible();

  await dialog.getByLabel('Value').fill('75.5');
  await dialog.getByLabel('Profit').fill('20');
  // What the browser cannot read as a number is not taken for a blank field.
  await dialog.getByLabel('Profit').press('e');
  await dialog.getByRole('button', { name: 'Update Conversion' }).click();
  await expect(dialog.getByText('Enter an amount such as 49.99')).toBeVisible();
  await dialog.getByLabel('Profit').press('Backspace');
  await dialog.getByRole('button', { name: 'Update Conversion' }).click();
  await expect(page.getByText('Conversion updated successfully', { exact: true })).toBeVisible();
  await expect(stat(page, 'Total Revenue')).toContainText('$75.5');
  await expect(stat(page, 'Total Profit')).toContainText('$20');

  await act(page, 'Sale', 'Delete');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Conversion deleted successfully', { exact: true })).toBeVisible();
  await expect(recent(page)).not.toContainText('Sale');
  await expect(page.getByRole('region', { name: 'List of conversions' })).toBeFocused();
  await expect(stat(page, 'Total Revenue')).toContainText('$0');
  await expect(stat(page, 'Total Conversions')).toContainText('1');
});

test('the time range is sent, kept in the address, and applied to a single link too @more', async ({
  page,
}) => {
  await registered(page);
  const shop = await created(page, { originalUrl: 'https://example.com/one' });
  const blog = await created(page, { originalUrl: 'https://example.com/two' });
  await recorded(page, { linkId: shop.id, eventType: 'sale', value: 900 });
  await recorded(page, { linkId: blog.id, eventType: 'signup' });
  await page.goto('/conversions');
  const asked = page.waitForRequest(/\/api\/conversions\?timeRange=90d&tz=Europe%2FBerlin&/);
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 90 days');
  await asked;
  await expect(page).toHaveURL(/range=90d/);

  await performance(page)
    .getByRole('link', { name: shownUrl(shop) })
    .click();
  await expect(page).toHaveURL(new RegExp(`/links/${shop.id}`));
  await page.goto(`/conversions?range=90d&link=${shop.id}`);
  await expect(stat(page, 'Total Conversions')).toContainText('1');
  await expect(recent(page)).not.toContainText('Signup');
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveValue('90d');
  await page.getByRole('link', { name: 'Show all links' }).click();
  await expect(recent(page)).toContainText('Signup');
});

test('a split test shows the conversions of each destination @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/split',
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/red', 'https://example.com/blue'],
  });
  await visit(link.shortUrl, agents.desktop);
  const landing = new URL(await visit(link.shortUrl, agents.phone));
  const pixel = new URL(`/api/track/${link.shortCode}?event=sale&value=10`, link.shortUrl);
  pixel.searchParams.set('cid', landing.searchParams.get('wp_cid') ?? '');
  await fetch(pixel, { headers: { 'user-agent': agents.phone } });
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/analytics?linkId=${link.id}`);
      const { totalClicks, totalConversions } = await answer.json();
      return [totalClicks, totalConversions];
    })
    .toEqual([2, 1]);
  await page.goto(`/links/${link.id}`);

  const rows = page.getByRole('table', { name: 'Split test' }).getByRole('row');
  await expect(rows.nth(1)).toHaveText(/^Aexample\.com\/red100\.0%not judged yet\$0\$0$/);
  await expect(rows.nth(2)).toHaveText(/^Bexample\.com\/blue11100\.0%not judged yet\$10\$10$/);
  await expect(rows.last()).toHaveText(/^All visits of the link2150\.0%1 conversion\$10\$5$/);
  await page.goto('/conversions');
  await expect(recent(page)).toContainText('Destination B');
  await expect(recent(page)).toContainText('Verified');
});

/** Lists and records at the specified address, changes and removals under /api/v1. */
const conversionCalls = /\/api\/(v1\/)?conversions/;

test('failures to record, change or load are shown @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/refused' });
  await recorded(page, { linkId: link.id, eventType: 'sale', value: 100 });
  await page.goto('/conversions');
  await act(page, 'Sale', 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').fill('99999999999');
  await dialog.getByRole('button', { name: 'Update Conversion' }).click();
  await expect(dialog.getByLabel('Value')).toHaveAccessibleDescription('Value is too large');
  await page.route(conversionCalls, (route) => route.abort());
  await dialog.getByLabel('Value').fill('2');
  await dialog.getByRole('button', { name: 'Update Conversion' }).click();
  await expect(page.getByText('Failed to update conversion', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Value')).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Add Conversion' }).click();
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();
  await expect(page.getByText('Failed to record conversion', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await act(page, 'Sale', 'Delete');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete conversion', { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByText('Failed to load conversions')).toBeVisible();
  await page.unroute(conversionCalls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(recent(page)).toContainText('Sale');
});

test('[hostile-words] hostile text in an order id is shown as text', async ({ page }) => {
  await registered(page);
  const payload = '"><img src=x onerror="window.__xss=1">';
  await page.route('**/api/conversions?*', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const [first] = json.conversions;
    const hostile = { ...first, orderId: payload, referrer: payload, country: payload };
    await route.fulfill({ json: { ...json, conversions: [hostile] } });
  });
  const { id: linkId } = await created(page, { originalUrl: 'https://example.com/xss' });
  await recorded(page, { linkId, eventType: 'sale', value: 100 });
  await page.goto('/conversions');

  await expect(recent(page)).toContainText(payload);
  expect(await page.evaluate(() => '__xss' in window)).toBe(false);
  // A live update may have the page ask again while it closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

const metadata = {
  plan: 'pro',
  seats: { all: 3, used: [1, 2] },
  note: '"><img src=x onerror="window.__xss=1">',
  '<b>bold</b>': 'مرحبا',
  endless: 'x'.repeat(600),
  ...Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`more ${n}`, n])),
};

test('[hostile-words] what a program sent with a conversion is shown where it is edited, as text and within bounds', async ({
  page,
}) => {
  await confirmed(page);
  const { id: linkId } = await created(page, { originalUrl: 'https://example.com/metadata' });
  const { origin } = new URL(process.env['WAYPOST_URL'] ?? '');
  const data = { name: 'shop', scopes: ['conversions:write'] };
  const made = await page.request.post('/api/keys', { headers: { origin }, data });
  const { key }: { key: string } = await made.json();
  const headers = { authorization: `Bearer ${key}` };
  const sale = { linkId, eventType: 'sale', value: 100, metadata };
  const reported = await page.request.post('/api/v1/conversions', { headers, data: sale });
  expect(reported.status()).toBe(202);
  await expect
    .poll(async () => (await (await page.request.get('/api/conversions')).json()).conversionCount)
    .toBe(1);

  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/conversions');
    await act(page, 'Sale', 'Edit');
    const dialog = page.getByRole('dialog');
    const values = dialog.getByRole('definition');
    const texts = Object.values(metadata).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    );
    await expect(dialog.getByRole('term')).toHaveText(Object.keys(metadata));
    await expect(values).toHaveText(texts);
    const list = dialog.getByRole('group', { name: 'Metadata' });
    const size = await list.evaluate(({ clientHeight, clientWidth, scrollWidth }) => ({
      isLow: clientHeight <= 160,
      isNarrow: scrollWidth <= clientWidth,
    }));
    expect(size).toEqual({ isLow: true, isNarrow: true });
    await list.focus();
    await page.keyboard.press('End');
    await expect(values.last()).toBeInViewport();
    await expect(dialog.getByRole('button', { name: 'Update Conversion' })).toBeInViewport();
  }
  expect(await page.evaluate(() => '__xss' in window)).toBe(false);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('conversions are shown as cards, and can be added and edited @more', async ({ page }) => {
    await registered(page);
    await created(page, { originalUrl: 'https://example.com/pocket' });
    await page.goto('/conversions');
    await page.getByRole('button', { name: 'Add Conversion' }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Value').fill('5');
    await dialog.getByRole('button', { name: 'Record Conversion' }).tap();

    const cards = page.getByRole('list', { name: 'Recent Conversions' });
    await expect(cards.getByRole('listitem')).toContainText('$5');
    await expect(cards).toContainText('Confirmed');
    await expect(page.getByRole('table')).toBeHidden();
    await act(page, 'Sale', 'Edit');
    await dialog.getByLabel('Value').fill('6');
    await dialog.getByRole('button', { name: 'Update Conversion' }).tap();
    await expect(cards.getByRole('listitem')).toContainText('$6');
  });
});
