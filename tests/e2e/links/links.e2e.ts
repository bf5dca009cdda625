import { hold } from '#tests/e2e/scenes/hold';
import { holdRenders } from '#tests/e2e/scenes/hold-renders';
import {
  agents,
  chooseAction,
  created,
  expect,
  freeAlias,
  openActions,
  registered,
  shownUrl,
  test,
  unfold,
  visit,
} from '#tests/e2e/setting/journey';

test('a taken alias is reported at its field, and nothing that was typed is lost', async ({
  page,
}) => {
  await registered(page);
  const alias = freeAlias('taken');
  await created(page, { originalUrl: 'https://example.com/first', customAlias: alias });
  await page.goto('/links');
  await page.getByLabel('Destination URL').fill('https://example.com/second');
  await page.getByLabel('Custom alias').fill(alias.toUpperCase());
  await page.getByRole('button', { name: 'Create link' }).click();

  const field = page.getByLabel('Custom alias');
  await expect(field).toHaveAccessibleDescription('This alias is already taken');
  await expect(field).toBeFocused();
  await expect(page.getByLabel('Destination URL')).toHaveValue('https://example.com/second');

  const said = (reason: string) => page.getByRole('status').filter({ hasText: reason });
  await field.fill('summer sale!');
  const rule = 'Use letters, numbers, hyphens and underscores only';
  await expect(field).toHaveAccessibleDescription(rule);
  await expect(page.getByText(rule)).toHaveCount(1);
  await expect(said('Free:')).toBeVisible();
  await field.fill(alias);
  const free = said(': This alias is already taken. Free:').getByRole('button');
  await expect(free).toHaveCount(3);
  await expect(page.getByText('free', { exact: true })).toHaveCount(0);
  const first = (await free.first().textContent()) ?? '';
  await free.first().click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(first);
  await expect(page.getByText('free', { exact: true })).toBeVisible();
  await expect(field).toHaveAccessibleDescription('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
});

test('the fields for profit and split test appear and disappear with their switches @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/links');
  const profit = page.getByLabel('Profit per sale');
  const addButton = page.getByRole('button', { name: 'Add destination' });
  await page.getByLabel('Destination URL').focus();
  await expect(profit).toBeHidden();

  await page.getByRole('switch', { name: 'Track conversions' }).click();
  await expect(profit).toBeHidden();
  await page.getByRole('switch', { name: 'Calculate profit automatically' }).click();
  await profit.fill('-1');
  await page.getByLabel('Destination URL').fill('https://example.com/sale');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Profit must be positive')).toBeVisible();
  await profit.fill('12.34');

  await page.getByRole('switch', { name: 'Split test' }).click();
  await addButton.click();
  await addButton.click();
  await expect(addButton).toBeHidden();
  await page.getByRole('textbox', { name: 'Destination A' }).fill('https://example.com/a');
  await page.getByRole('textbox', { name: 'Destination D' }).fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Please enter a valid URL')).toBeVisible();
  await page.getByRole('textbox', { name: 'Destination D' }).fill('https://example.com/d');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Short link created successfully!')).toBeVisible();

  const links = await (await page.request.get('/api/links')).json();
  expect(links[0]).toMatchObject({
    profitPerSale: 1234,
    autoTrackProfit: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/d'],
  });
});

test('the edit dialog shows all values of the link and can change each', async ({ page }) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/before',
    customAlias: freeAlias('edit'),
    trackConversions: true,
    autoTrackProfit: true,
    profitPerSale: 1050,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/1', 'https://example.com/2', 'https://example.com/3'],
  });
  await page.goto('/links');
  const short = shownUrl(link);
  await chooseAction(page, short, 'Edit Link');
  const dialog = page.getByRole('dialog');
  await unfold(dialog, 'Conversions');
  await expect(dialog.getByLabel('Profit per sale')).toHaveValue('10.50');
  await dialog.getByRole('button', { name: 'Add destination' }).click();
  await expect(dialog.getByRole('button', { name: 'Add destination' })).toBeDisabled();
  await unfold(dialog, 'Schedule');
  await dialog.getByRole('switch', { name: 'Active' }).click();
  await dialog.getByLabel(/^Expires o/).fill('2099-01-01T00:00');
  await dialog.getByRole('button', { name: 'Update Link' }).click();

  const row = page.getByRole('row').filter({ hasText: short });
  for (const badge of ['A/B', 'Track', 'Paused']) await expect(row).toContainText(badge);
  const gone = await fetch(link.shortUrl, { redirect: 'manual' });
  expect(gone.status).toBe(410);

  await chooseAction(page, short, 'Edit Link');
  await unfold(dialog, 'Schedule');
  await dialog.getByRole('switch', { name: 'Active' }).click();
  await dialog.getByLabel(/^Expires o/).fill('');
  await dialog.getByRole('button', { name: 'Update Link' }).click();
  await expect(row).not.toContainText('Paused');
  expect(await visit(link.shortUrl, agents.desktop)).toContain('https://example.com/1');
});

test('a link that expires stops redirecting, says so, and can still be edited @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/',
    expiresAt: new Date(Date.now() + 1500).toISOString(),
  });
  await expect
    .poll(async () => (await fetch(link.shortUrl, { redirect: 'manual' })).status)
    .toBe(410);
  await page.goto('/links');
  const short = shownUrl(link);
  const row = page.getByRole('row').filter({ hasText: short });
  await expect(row).toContainText('Expired');

  await chooseAction(page, short, 'Edit Link');
  const dialog = page.getByRole('dialog');
  await unfold(dialog, 'Name');
  await dialog.getByLabel('Title').fill('Last season');
  await dialog.getByRole('button', { name: 'Update Link' }).click();

  await expect(row).toContainText('Last season');
  await expect(row).toContainText('Expired');
});

test('links can be sorted by their headings and paged, also by keyboard @more', async ({
  page,
}) => {
  await registered(page);
  for (let n = 1; n <= 21; n += 1) {
    await created(page, { originalUrl: `https://example.com/page-${String(n).padStart(2, '0')}` });
  }
  await page.goto('/links');
  const firstRow = page.getByRole('row').nth(1);
  await expect(firstRow).toContainText('page-21');
  await expect(page.getByText('1–20 of 21')).toBeVisible();

  await page.getByRole('button', { name: 'Original URL' }).focus();
  await page.keyboard.press('Enter');
  await expect(firstRow).toContainText('page-01');
  await expect(page.getByRole('columnheader', { name: 'Original URL' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('21–21 of 21')).toBeVisible();
  await expect(firstRow).toContainText('page-21');
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();

  await page.getByLabel('Search links').fill('PAGE-07');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/search=PAGE-07/);
  await page.reload();
  await expect(page.getByLabel('Search links')).toHaveValue('PAGE-07');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('a link is created, copied and deleted with the keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await registered(page);
  await page.goto('/links');
  await page.getByLabel('Destination URL').focus();
  await page.keyboard.type('https://example.com/by-keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Short link created successfully!')).toBeVisible();

  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied!', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('http://');

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No links created yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Undone: 1 link kept', { exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('over plain http, where pages have no clipboard, a link is copied', async ({ page }) => {
  await registered(page);
  const { shortUrl } = await created(page, { originalUrl: 'https://example.com/one' });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto('/links');
  const search = page.getByLabel('Search links');
  const pasted = async () => {
    await search.press('Control+v');
    const text = await search.inputValue();
    await search.fill('');
    return text;
  };

  await chooseAction(page, new URL(page.url()).host, 'Copy Link');
  await expect(page.getByText('Copied!', { exact: true })).toBeVisible();
  expect(await pasted()).toBe(shortUrl);

  await chooseAction(page, new URL(page.url()).host, 'QR code');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Download the picture instead.', { exact: true })).toBeVisible();
});

test('failures to copy, export or load are shown @more', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/one' });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await page.goto('/links');
  await chooseAction(page, new URL(page.url()).host, 'Copy Link');
  await expect(page.getByText('Failed to copy to clipboard', { exact: true })).toBeVisible();

  await page.route('**/api/export/links', (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Failed to export data', { exact: true })).toBeVisible();

  await page.route('**/api/analytics/report?*', (route) =>
    route.fulfill({ status: 503, json: {} }),
  );
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByText('Failed to load analytics data')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  const asked = page.waitForRequest('**/api/analytics/report?*');
  await again.click();
  await asked;
  await page.unroute('**/api/analytics/report?*');
  // A live event may have made the page ask again before the click.
  await again.click({ timeout: 2000 }).catch(() => {});
  await expect(page.getByRole('heading', { name: 'Click Analytics' })).toBeVisible();
});

test('a link created while the list is loading is in the list @more', async ({ page }) => {
  await registered(page);
  let linkIsMade = (): void => {};
  const made = new Promise<void>((resolve) => {
    linkIsMade = resolve;
  });
  let isFirst = true;
  await page.route('**/api/links*', async (route) => {
    if (route.request().method() !== 'GET' || !isFirst) return route.continue();
    isFirst = false;
    const before = await route.fetch();
    await made;
    return route.fulfill({ response: before }).catch(() => {});
  });
  await page.goto('/links');

  await page.getByLabel('Destination URL').fill('https://example.com/quick');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  linkIsMade();

  await expect(page.getByRole('row', { name: /example\.com\/quick/ })).toBeVisible();
});

test('a link is created even if the settings arrive at the moment of the click @more', async ({
  page,
}) => {
  await registered(page);
  await page.addInitScript(holdRenders);
  const settings = await hold(page, '**/api/v1/settings', 'GET');
  await page.goto('/links');
  await expect(page.getByText('No links created yet')).toBeVisible();
  await page.getByLabel('Destination URL').fill('https://example.com/at-once');
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();

  await page.evaluate(() => {
    window.heldRenders = [];
  });
  await settings.release();
  await page.waitForFunction(() => (window.heldRenders?.length ?? 0) > 0);
  await page.getByRole('button', { name: 'Create link' }).evaluate((button) => {
    if (button instanceof HTMLElement) button.click();
    const held = window.heldRenders ?? [];
    window.heldRenders = null;
    for (const render of held) render();
  });

  await expect(page.getByText('Short link created successfully!')).toBeVisible();
});

for (const path of ['/links', '/dashboard']) {
  for (const by of ['mouse', 'keyboard']) {
    test(`the focus goes to the list when a link is deleted by ${by} on ${path}`, async ({
      page,
    }) => {
      await registered(page);
      const link = await created(page, { originalUrl: 'https://example.com/deleted' });
      await created(page, { originalUrl: 'https://example.com/kept' });
      await page.goto(path);
      await openActions(page, shownUrl(link));
      const remove = page.getByRole('menuitem', { name: 'Delete' });
      await (by === 'mouse' ? remove.click() : remove.press('Enter'));
      await expect(page.getByRole('row')).toHaveCount(2);
      await expect(page.getByRole('region', { name: 'List of links' })).toBeFocused();
    });
  }
}
