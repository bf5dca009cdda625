import { agents, created, expect, freeAlias, registered, test, visit } from './setting/journey.ts';

test('a click and a sale appear on an open page, in two browsers and by keyboard', async ({
  page,
  browser,
}) => {
  await registered(page);
  const alias = freeAlias('live');
  const link = await created(page, {
    originalUrl: 'https://example.com/live',
    customAlias: alias,
    trackConversions: true,
  });
  await page.goto('/dashboard?range=90d');
  const quiet = page.getByRole('button', { name: '0 clicks in the last 5 minutes' });
  await expect(quiet).toBeVisible();
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const beside = await other.newPage();
  await beside.goto('/analytics');

  await visit(link.shortUrl, agents.desktop);

  const counter = { name: '1 click in the last 5 minutes' };
  await expect(page.getByRole('button', counter)).toBeVisible();
  await expect(beside.getByRole('button', counter)).toBeVisible();
  await page.getByRole('button', counter).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Live clicks and conversions' });
  const click = panel.getByRole('link', { name: new RegExp(`Click on .*/${alias}`) });
  await expect(click).toContainText('Desktop');

  const { origin } = new URL(page.url());
  const sale = { linkId: link.id, eventType: 'sale', value: 4999, currency: 'USD' };
  await page.request.post('/api/conversions', { data: sale, headers: { origin } });

  const sold = panel.getByRole('link').first();
  await expect(sold).toContainText('Sale, $49.99');
  await expect(sold).toContainText('Not matched to a click');
  await click.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/analytics\\?range=90d&link=${link.id}`));
  await other.close();
});

test('the live counter and the totals of a page agree within two seconds @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/agree' });
  // After slow answers a page loads its numbers seldom.
  await page.route('**/api/analytics/report**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue();
  });
  await page.goto('/analytics');
  const counter = page.getByRole('button', { name: /in the last 5 minutes$/ });
  const total = page.getByRole('radio', { name: /^Clicks/ });
  const shown = async () => [
    parseInt((await counter.textContent())?.replace(/^\D+/, '') ?? '', 10),
    parseInt((await total.locator('..').locator('.num').textContent()) ?? '', 10),
  ];
  await expect.poll(shown).toEqual([0, 0]);

  await visit(link.shortUrl, agents.desktop);
  await expect.poll(shown, { timeout: 15_000 }).toEqual([1, 1]);
  await visit(link.shortUrl, agents.desktop);
  await visit(link.shortUrl, agents.desktop);

  let longestMs = 0;
  let since: number | null = null;
  await expect(async () => {
    const [live, counted] = await shown();
    const now = performance.now();
    since = live === counted ? null : (since ?? now);
    longestMs = Math.max(longestMs, since === null ? 0 : now - since);
    expect([live, counted]).toEqual([3, 3]);
  }).toPass({ intervals: [100], timeout: 30_000 });
  expect(longestMs).toBeLessThan(2000);
});

test('the counter says when it is not connected, and counts again afterwards @more', async ({
  page,
  context,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/offline' });
  await page.goto('/analytics');
  const counter = (name: string | RegExp) => page.getByRole('button', { name });
  await expect(counter('0 clicks in the last 5 minutes')).toBeVisible();

  await context.setOffline(true);
  await expect(counter('Not connected...')).toBeVisible();
  await expect(counter(/in the last 5 minutes/)).toHaveCount(0);

  await context.setOffline(false);
  await visit(link.shortUrl, agents.desktop);
  await expect(counter('1 click in the last 5 minutes')).toBeVisible();
});

test('what happened on a deleted link leaves the open page @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/gone' });
  await page.goto('/dashboard');
  await visit(link.shortUrl, agents.desktop);
  await page.getByRole('button', { name: '1 click in the last 5 minutes' }).click();
  const panel = page.getByRole('dialog', { name: 'Live clicks and conversions' });
  await expect(panel.getByRole('link')).toHaveCount(1);

  const { origin } = new URL(page.url());
  await page.request.delete(`/api/links/${link.id}`, { headers: { origin } });

  await expect(panel.getByText('Nothing in the last hour')).toBeVisible();
});
