import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrive, counted, homes } from '#tests/e2e/setting/arrivals';
import { created, expect, recorded, registered, send, test } from '#tests/e2e/setting/journey';

test('a shared report opens with the number and the currency that its owner chose, and its visitor chooses others @more', async ({
  page,
  browser,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/', trackConversions: true });
  await recorded(page, { linkId: link.id, eventType: 'sale', value: 4950, currency: 'USD' });
  await recorded(page, { linkId: link.id, eventType: 'sale', value: 1200, currency: 'EUR' });
  await page.goto('/analytics?range=30d&currency=EUR&measure=revenue');
  await expect(page.getByRole('radio', { name: /^Revenue/ })).toHaveAccessibleName(/€12/);
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Earned');
  const what = dialog.getByText(/^Shows what you see/);
  await dialog.getByText('Fixed dates').click();
  await expect(what).toContainText(/ of [A-Z][a-z]{2} \d+ – [A-Z][a-z]{2} \d+/);
  await dialog.getByText(/, moving$/).click();
  await expect(what).toContainText('of the last');
  await dialog.getByRole('switch', { name: 'Show revenue and profit' }).click();
  await dialog.getByRole('button', { name: 'Create the page' }).click();
  const url = (await dialog.getByRole('link', { name: /^Open/ }).getAttribute('href')) ?? '';

  const visitor = await browser.newPage({ baseURL: new URL(url).origin, locale: 'en-US' });
  const lists: string[] = [];
  visitor.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/lists')) lists.push(...searchParams.getAll('list'));
  });
  await visitor.goto(url);

  const revenue = visitor.getByRole('radio', { name: /^Revenue/ });
  await expect(revenue).toBeChecked();
  await expect(revenue).toHaveAccessibleName(/€12/);
  const total = visitor
    .getByRole('table', { name: 'Referrers' })
    .getByRole('row', { name: /^All referrers/ });
  await expect(total).toContainText('€12');
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.toSorted()).toEqual([...new Set(lists)].toSorted());
  expect(lists.every((list) => list.includes(':revenue:'))).toBe(true);
  await visitor.getByRole('combobox', { name: 'Currency of the amounts' }).selectOption('USD');
  await expect(revenue).toHaveAccessibleName(/\$49\.50/);
  await expect(total).toContainText('$49.50');
  await visitor.getByRole('radio', { name: /^Clicks/ }).press(' ');
  await expect(visitor.getByRole('radio', { name: /^Clicks/ })).toBeChecked();

  await visitor.reload();
  await expect(visitor.getByRole('radio', { name: /^Clicks/ })).toBeChecked();
  await expect(revenue).toHaveAccessibleName(/\$49\.50/);
  await visitor.close();
});

test('a report is shared with range and filters, read by a stranger, edited, switched off and deleted @more', async ({
  page,
  browser,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/sale', title: 'Sale' });
  const other = await created(page, { originalUrl: 'https://example.com/other', title: 'Other' });
  await arrive(link.shortUrl, { from: homes.Germany });
  await arrive(other.shortUrl, { from: homes.Germany });
  await recorded(page, { linkId: link.id, eventType: 'sale', value: 4950, currency: 'USD' });
  await counted(page, 2);

  await page.goto(`/analytics?range=30d&link=${link.id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText(/of the last 30 days, Link Sale, with its split test/),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Create the page' }).click();
  await expect(dialog.getByText('Enter a name for the report')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Autumn');
  await dialog.getByLabel('Shared by').fill('Meridian');
  await dialog.getByLabel('Websites that may embed it').fill('https://no host');
  await dialog.getByRole('button', { name: 'Create the page' }).click();
  await expect(dialog.getByText('Enter a host, such as www.shop.example')).toBeVisible();
  await dialog.getByLabel('Websites that may embed it').fill('www.shop.example');
  await dialog.getByRole('button', { name: 'Create the page' }).click();
  await expect(dialog.getByText(/<iframe src=".*title="Autumn"/)).toBeVisible();
  const url = (await dialog.getByRole('link', { name: /^Open/ }).getAttribute('href')) ?? '';

  const stranger = await browser.newPage({ baseURL: new URL(url).origin, locale: 'en-US' });
  const opened = await stranger.goto(url);
  expect(opened?.headers()['content-security-policy']).toContain(
    'frame-ancestors www.shop.example;',
  );
  await expect(stranger.getByRole('heading', { name: 'Autumn' })).toBeVisible();
  await expect(stranger.getByText(/^Meridian · /)).toBeVisible();
  const clicks = stranger.getByRole('radio', { name: /^Clicks/ });
  await expect(clicks).toHaveAccessibleName(/^Clicks\s*1\b/);
  await expect(stranger.getByRole('radio', { name: /^Revenue/ })).toHaveCount(0);
  await expect(stranger.getByRole('combobox', { name: 'Time range' })).toHaveCount(0);
  const referrers = stranger.getByRole('table', { name: 'Referrers' });
  await expect(referrers.getByRole('columnheader', { name: 'Revenue' })).toHaveCount(0);
  const sorted = (name: string) => referrers.getByRole('columnheader', { name });
  await expect(sorted('Clicks')).toHaveAttribute('aria-sort', 'descending');
  await referrers.getByRole('button', { name: 'Conversions' }).press('Enter');
  await expect(sorted('Conversions')).toHaveAttribute('aria-sort', 'descending');
  await stranger.getByRole('radio', { name: /^Unique visitors/ }).press(' ');
  await expect(sorted('Visitors')).toHaveAttribute('aria-sort', 'descending');
  const download = stranger.waitForEvent('download');
  await stranger.getByRole('button', { name: 'Download as CSV' }).press('Enter');
  await stranger.getByRole('menuitem', { name: 'Countries' }).press('Enter');
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved.split('\r\n').slice(0, 2)).toEqual([
    'Country,Clicks,Unique Visitors Once a Day (UTC),Conversions,Conversion Rate,Percentage',
    expect.stringMatching(/^DE,1,1,/),
  ]);
  await stranger.goto(`${url}?range=12m&link=${other.id}`);
  await expect(clicks).toHaveAccessibleName(/^Clicks\s*1\b/);

  await dialog.getByRole('link', { name: 'All shared reports (1)' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Autumn' });
  const views = async () => {
    const { data } = await (await page.request.get('/api/v1/shared-reports')).json();
    return data[0].views;
  };
  await expect.poll(views, { timeout: 20_000 }).toBe(1);
  await page.reload();
  await expect(row.getByText('1 view', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Edit Autumn' }).click();
  await expect(dialog.getByText(/<iframe src=".*title="Autumn"/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy the address' })).toBeVisible();
  await dialog.getByRole('switch', { name: 'Visitors may choose other dates' }).click();
  await dialog.getByRole('switch', { name: 'Password' }).click();
  await dialog.getByLabel('Password of the page').fill('short');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The password must have at least 8 characters')).toBeVisible();
  await dialog.getByLabel('Password of the page').fill('for the team');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Password', { exact: true })).toBeVisible();

  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    row.getByRole('link', { name: /^Preview/ }).press('Enter'),
  ]);
  await expect(preview.getByText('Visitors enter its password first.')).toBeVisible();
  await expect(preview.getByRole('radio', { name: /^Clicks/ })).toHaveAccessibleName(
    /^Clicks\s*1\b/,
  );
  await expect(preview.getByRole('radio', { name: /^Revenue/ })).toHaveCount(0);
  await preview.close();
  await stranger.goto(url);
  await expect(stranger.getByText('Meridian shares this report with you.')).toBeVisible();
  await stranger.getByLabel('Password', { exact: true }).fill('for the team');
  await stranger.getByRole('button', { name: 'Open' }).click();
  await expect(stranger.getByRole('combobox', { name: 'Time range' })).toHaveValue('30d');
  await expect(stranger.getByRole('main')).toBeFocused();
  await stranger.getByRole('combobox', { name: 'Time range' }).selectOption('Last 90 days');
  await expect(clicks).toHaveAccessibleName(/^Clicks\s*1\b/);

  await row.getByRole('switch', { name: 'Show Autumn' }).press(' ');
  await expect(row.getByText('Off', { exact: true })).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'This report has ended' })).toBeVisible();
  await expect(stranger.getByText('Ask Meridian for a new address.')).toBeVisible();

  await row.getByRole('button', { name: 'Delete Autumn' }).click();
  await row.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Nothing is shared')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await stranger.close();
});

test('a shared report is shown in a frame of a host that it names, and in no other', async ({
  page,
  complaints,
}) => {
  await registered(page);
  let address = '';
  const shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Shop</title><iframe src="${address}"></iframe>`);
  });
  const { port } = await listening(shop);
  const answer = await send(page, {
    path: '/api/v1/shared-reports',
    data: { name: 'Framed', query: 'range=30d', hosts: [`127.0.0.1:${port}`] },
  });
  address = (await answer.json()).url;
  const framed = page.frameLocator('iframe').getByRole('heading', { name: 'Framed' });
  try {
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect(framed).toBeVisible();

    await page.goto(`http://localhost:${port}/`);
    await expect.poll(() => complaints.join()).toContain('frame-ancestors 127.0.0.1');
    await expect(framed).toHaveCount(0);
    expect(complaints.splice(0)).toHaveLength(1);
  } finally {
    shop.close();
  }
});

test('a shared report that counts bots says so to its visitors, and divides nothing by them @more', async ({
  page,
}) => {
  await registered(page);
  const shared = await send(page, {
    path: '/api/v1/shared-reports',
    data: { name: 'With bots', query: 'range=7d&class=human&class=bot' },
  });

  await page.goto((await shared.json()).url);

  await expect(page.getByRole('radio', { name: /^Visits/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Conversion rate/ })).toBeDisabled();
  await expect(page.getByText('not counted as clicks')).toHaveCount(0);
});

test('the list of shared reports names their filters, and a host named later gets the code to embed @more', async ({
  page,
}) => {
  await registered(page);
  const query = 'range=30d&country=DE&not=country';
  await send(page, { path: '/api/v1/shared-reports', data: { name: 'Abroad', query } });
  await page.goto('/analytics');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'All shared reports (1)' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Abroad' });
  await expect(row).toContainText('the last 30 days · Country is not Germany');

  await row.getByRole('button', { name: 'Edit Abroad' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy the code' })).toHaveCount(0);
  await dialog.getByLabel('Websites that may embed it').fill('www.shop.example');
  await dialog.getByRole('button', { name: 'Save' }).click();

  await expect(dialog.getByRole('heading', { name: 'Your changes are saved' })).toBeVisible();
  await expect(dialog.getByText(/<iframe src=".*title="Abroad"/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy the address' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row).toContainText('in frames of www.shop.example');
});

test('the period and the filters of a shared report are chosen again, and its address, name and views stay @more', async ({
  page,
  browser,
}) => {
  await registered(page);
  const query = 'range=7d&tz=Asia/Tokyo&compare=previous';
  const shared = await send(page, {
    path: '/api/v1/shared-reports',
    data: { name: 'Autumn', query, sender: 'Meridian', password: 'for the team' },
  });
  const { url } = await shared.json();
  const stranger = await browser.newPage({ baseURL: new URL(url).origin, locale: 'en-US' });
  await stranger.goto(url);
  await stranger.getByLabel('Password', { exact: true }).fill('for the team');
  await stranger.getByRole('button', { name: 'Open' }).click();
  const chart = stranger.getByRole('table', { name: 'Clicks per day' });
  await expect(chart.getByRole('row')).toHaveCount(8);
  const stored = async () => (await (await page.request.get('/api/v1/shared-reports')).json()).data;
  await expect.poll(async () => (await stored())[0].views, { timeout: 20_000 }).toBe(1);

  await page.goto('/analytics/shared');
  const row = page.getByRole('listitem').filter({ hasText: 'Autumn' });
  await row.getByRole('button', { name: 'Edit Autumn' }).press('Enter');
  await page.getByRole('link', { name: 'Change period and filters' }).press('Enter');
  const bar = page.getByRole('region', { name: 'Shared report' });
  await expect(bar).toContainText('Change what Autumn shows');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveValue('7d');
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toHaveValue('previous');
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 90 days');
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('No comparison');
  await page.goto(`${page.url()}&country=FR`);
  await bar.getByRole('button', { name: 'Save' }).press('Enter');

  await expect(page.getByText('Shared report updated', { exact: true })).toBeVisible();
  await expect(row).toContainText('the last 90 days · Country France');
  await expect(row).toContainText('1 view');
  const [after] = await stored();
  expect(after).toMatchObject({ url, name: 'Autumn', sender: 'Meridian', hasPassword: true });
  expect(new URLSearchParams(after.query).get('compare')).toBeNull();
  expect(new URLSearchParams(after.query).get('tz')).toBe('Asia/Tokyo');
  await stranger.reload();
  await expect(chart.getByRole('row')).toHaveCount(91);
  await stranger.close();

  // Without saving, everything stays, and what was typed into the form is not lost without a question.
  await row.getByRole('button', { name: 'Edit Autumn' }).click();
  await page.getByLabel('Shared by').fill('Somebody');
  await page.getByRole('link', { name: 'Change period and filters' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Shared by')).toHaveValue('Somebody');
  await page.getByRole('link', { name: 'Change period and filters' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 7 days');
  await bar.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('the last 90 days · Country France');
  await page.goto('/analytics?shared=unknown');
  await expect(page.getByText('This account has no such shared report')).toBeVisible();
});

test('a new shared report gets the usual domain, which is no change to ask about @more', async ({
  page,
}) => {
  await registered(page);
  const domain = { id: 'd', domain: 'go.shop.example', status: 'active', isDefault: true };
  await page.route('**/api/v1/domains*', (route) =>
    route.fulfill({ json: { data: [domain], nextCursor: null } }),
  );
  await page.goto('/analytics');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Domain')).toHaveValue('go.shop.example');
  await dialog.getByLabel('Name', { exact: true }).fill('Autumn');
  await dialog.getByLabel('Name', { exact: true }).clear();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByLabel('Domain').selectOption('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
});

/** The server, once it listens, on this machine alone. */
async function listening(server: Server): Promise<AddressInfo> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address;
}
