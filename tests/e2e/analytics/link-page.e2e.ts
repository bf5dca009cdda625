import { arrive, counted, homes } from '#tests/e2e/setting/arrivals';
import {
  chooseAction,
  created,
  expect,
  recorded,
  registered,
  send,
  setDefaults,
  shownUrl,
  test,
  unfold,
} from '#tests/e2e/setting/journey';

test('a link has a page of its own, in parts: its numbers and variants, sources, clicks, conversions and settings', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/sale',
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
  });
  const other = await created(page, { originalUrl: 'https://example.com/other' });
  await send(page, {
    method: 'PUT',
    path: `/api/links/${link.id}`,
    data: { title: 'Autumn sale' },
    status: 200,
  });
  await arrive(link.shortUrl, { from: homes.Germany });
  await arrive(link.shortUrl, { from: homes.Japan });
  await arrive(other.shortUrl, { from: homes.Spain });
  await recorded(page, { linkId: link.id, eventType: 'sale', value: 4950, currency: 'USD' });
  await counted(page, 3);

  await page.goto('/links');
  await page.getByRole('link', { name: 'Autumn sale' }).click();

  await expect(page).toHaveURL(new RegExp(`/links/${link.id}$`));
  await expect(page).toHaveTitle('Autumn sale · Waypost');
  const clicks = page.getByRole('radio', { name: /^Clicks/ });
  await expect(clicks).toHaveAccessibleName(/^Clicks\s*2\b/);
  const tested = page.getByRole('table', { name: 'Split test' });
  await expect(tested).toContainText('example.com/b');
  const rest = tested.getByRole('row', { name: /^Not assigned/ });
  await expect(rest).toContainText(/\$49\.50–$/);
  const part = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Parts of the link' }).getByRole('link', { name });
  await expect(part(/^Overview/)).toHaveAttribute('aria-current', 'page');
  await part(/^Clicks\s*2/).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/links/${link.id}/clicks$`));
  await expect(page).toHaveTitle('Clicks · Autumn sale · Waypost');
  await expect(part(/^Clicks/)).toHaveAttribute('aria-current', 'page');
  const clicked = page.getByRole('table', { name: 'Recent Clicks' }).getByRole('row');
  await expect(clicked).toHaveCount(3);
  await expect(clicked.last()).toContainText(/Desktop · Firefox · Linux.*Direct/);
  const months = await page.locator('meta[name="retention-months"]').getAttribute('content');
  await expect(page.getByText(`newest first, kept for ${months} months`)).toBeVisible();
  await expect(page.getByText(homes.Germany)).toHaveCount(0);
  await part(/^Conversions\s*1/).click();
  await expect(page.getByText('1 conversion in all, newest first')).toBeVisible();
  const converted = page.getByRole('table', { name: 'Recent Conversions' });
  await expect(converted).toContainText('$49.50');
  await expect(converted).toContainText('Not matched to a click');

  await part(/^Sources/).click();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'Country' }).click();
  const countries = page.getByRole('dialog', { name: 'Filter by country' });
  await expect(countries.getByRole('listitem').first()).toHaveText(/Germany\s*1 click/);
  await expect(countries.getByRole('listitem').filter({ hasText: 'Spain' })).toHaveCount(0);
  await countries.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Filter by Japan' }).click();
  await expect(page).toHaveURL(new RegExp(`/links/${link.id}/sources\\?country=JP$`));
  // The address is there before the page that belongs to it.
  await expect(part(/^Overview/)).toHaveAttribute('href', /\?country=JP$/);
  await part(/^Overview/).click();
  await expect(page).toHaveURL(new RegExp(`/links/${link.id}\\?country=JP$`));
  await expect(clicks).toHaveAccessibleName(/^Clicks\s*1\b/);
  await page.reload();
  await expect(clicks).toHaveAccessibleName(/^Clicks\s*1\b/);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await unfold(page.getByRole('dialog'), 'Name');
  await page.getByRole('dialog').getByLabel('Title').fill('Winter sale');
  await page.getByRole('button', { name: 'Update Link' }).click();
  await expect(page.getByRole('heading', { name: 'Winter sale' })).toBeVisible();

  await page.goto(`/links/${other.id}?measure=revenue`);
  await expect(clicks).toHaveAccessibleName(/^Clicks\s*1\b/);
  await expect(page.getByRole('radio')).toHaveCount(2);
  await expect(clicks).toBeChecked();
  await part(/^Sources/).click();
  const places = page.getByRole('table', { name: 'Countries' });
  await expect(places.getByRole('row', { name: /^All countries/ })).toContainText('1');
  await expect(places.getByRole('columnheader')).toHaveText(['Countries', 'Clicks', 'Share']);
});

test('the page and the editor of a link that does not exist, or of another account, say so and lead back @more', async ({
  page,
}) => {
  await registered(page);
  const foreign = await created(page, { originalUrl: 'https://example.com/' });
  await registered(page);

  for (const id of [foreign.id, crypto.randomUUID()]) {
    for (const end of ['', '/edit', '/sources', '/clicks', '/conversions', '/settings']) {
      const address = `/links/${id}${end}`;
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Link not found' })).toBeVisible();
    }
  }
  await page.getByRole('main').getByRole('link', { name: 'My Links' }).click();
  await expect(page).toHaveURL(/\/links$/);
  for (const address of ['/links/no-id', `/links/${foreign.id}/nothing`]) {
    expect((await page.goto(address))?.status()).toBe(404);
  }
});

test('a link deleted on its page leads to the list as it was, and another tab says that it is gone', async ({
  page,
  context,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/sale', title: 'Autumn' });
  await created(page, { originalUrl: 'https://example.com/saleable' });
  await page.goto('/links?search=sale&range=30d');
  await page.getByRole('link', { name: 'Autumn' }).click();
  await expect(page).toHaveURL(new RegExp(`/links/${link.id}`));
  const other = await context.newPage();
  await other.goto(`/links/${link.id}`);
  await expect(other.getByRole('heading', { name: 'Autumn' })).toBeVisible();

  await chooseAction(page, shownUrl(link), 'Delete');

  await expect(page.getByText('Link deleted successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/links\?range=30d&search=sale$/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(other.getByRole('heading', { name: 'Link not found' })).toBeVisible({
    timeout: 30_000,
  });
});

test('a link is duplicated from its own page: the filled form opens, whatever the defaults of new links are', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/sale' });
  await setDefaults(page, { trackClicks: true, trackConversions: true, expirationDays: 30 });
  await page.goto(`/links/${link.id}?range=30d`);

  await chooseAction(page, shownUrl(link), 'Duplicate');

  await expect(page).toHaveURL(/\/links\?range=30d$/);
  const field = page.getByLabel('Destination URL');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('https://example.com/sale');
  await expect(page.getByRole('switch', { name: 'Track conversions' })).not.toBeChecked();
  await expect(page.getByLabel('Expires')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Short link created successfully!', { exact: true })).toBeVisible();
});

test('a duplicate of a split test has the names of its destinations @more', async ({ page }) => {
  await registered(page);
  const urls = ['photo', 'quiz', 'plain'].map((name) => `https://example.com/${name}`);
  const link = await created(page, {
    originalUrl: urls[0],
    splitTestEnabled: true,
    splitTestUrls: urls,
    splitTestNames: ['Photo', null, 'Plain text'],
  });
  await page.goto(`/links/${link.id}`);

  await chooseAction(page, shownUrl(link), 'Duplicate');
  await expect(page.getByLabel('Destination A')).toBeFocused();
  await expect(page.getByLabel('Name of C')).toHaveValue('Plain text');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Short link created successfully!', { exact: true })).toBeVisible();
  const { data } = await (await page.request.get('/api/v1/split-tests')).json();
  expect(data).toHaveLength(2);
  for (const { linkId } of data) {
    const tests = await (await page.request.get(`/api/v1/links/${linkId}/split-tests`)).json();
    expect(tests.data[0].destinations).toMatchObject([
      { name: 'Photo' },
      { name: null },
      { name: 'Plain text' },
    ]);
  }
});

test('a split test whose names cannot be read is duplicated without them @more', async ({
  page,
}) => {
  await registered(page);
  const urls = ['photo', 'plain'].map((name) => `https://example.com/${name}`);
  const link = await created(page, {
    originalUrl: urls[0],
    splitTestEnabled: true,
    splitTestUrls: urls,
    splitTestNames: ['Photo', null],
  });
  await page.route(`**/api/v1/links/${link.id}/split-tests*`, (route) => route.abort());
  await page.goto(`/links/${link.id}`);

  await chooseAction(page, shownUrl(link), 'Duplicate');

  await expect(page.getByLabel('Destination A')).toHaveValue(urls[0] ?? '');
  await expect(page.getByLabel('Name of A')).toHaveValue('');
});

test('a link of a report and of a conversion leads to its page, with the range @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/sale' });
  await arrive(link.shortUrl, {});
  await recorded(page, { linkId: link.id, eventType: 'sale', value: 100, currency: 'USD' });
  await counted(page, 1);
  const there = new RegExp(`/links/${link.id}\\?range=30d$`);

  await page.goto('/analytics?range=30d&sources=links');
  await page.getByRole('link', { name: `Open ${shownUrl(link)}` }).click();
  await expect(page).toHaveURL(there);
  await page.goto(`/analytics?range=today&compare=year&device=desktop&sources=links`);
  await page.getByRole('link', { name: `Open ${shownUrl(link)}` }).click();
  await expect(page).toHaveURL(
    new RegExp(`/links/${link.id}\\?range=today&compare=year&device=desktop$`),
  );
  for (const table of ['Link Performance', 'Recent Conversions']) {
    await page.goto('/conversions?range=30d');
    await page.getByRole('table', { name: table }).getByRole('link').first().click();
    await expect(page).toHaveURL(there);
  }
});

test('the clicks of a link are read page by page, and the focus stays @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, { from: homes.Germany });
  await counted(page, 1);
  const asked: (string | null)[] = [];
  await page.route('**/api/v1/links/*/clicks?*', async (route) => {
    const url = new URL(route.request().url());
    const cursor = url.searchParams.get('cursor');
    asked.push(cursor);
    url.searchParams.delete('cursor');
    const answer = await route.fetch({ url: url.href });
    const json = { ...(await answer.json()), nextCursor: cursor === null ? 'older' : null };
    return route.fulfill({ json });
  });
  await page.goto(`/links/${link.id}/clicks`);
  const older = page.getByRole('button', { name: 'Older clicks' });
  const newer = page.getByRole('button', { name: 'Newer clicks' });
  await expect(newer).toBeDisabled();
  await older.press('Enter');

  await expect(newer).toBeEnabled();
  await expect(older).toBeDisabled();
  await expect(older).toBeFocused();
  await newer.press('Enter');
  await expect(newer).toBeDisabled();
  await expect(older).toBeEnabled();
  expect(new Set(asked)).toEqual(new Set([null, 'older']));
});
