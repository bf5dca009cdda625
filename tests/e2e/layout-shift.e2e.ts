import type { Page } from '@playwright/test';
import {
  agents,
  created,
  expect,
  recorded,
  registered,
  send,
  test,
  visit,
} from './setting/journey.ts';
import { counted } from './setting/arrivals.ts';

const mostShift = 0.02;

/** A person with sales of four links, two of them paid back. */
async function withSalesAndRefunds(page: Page): Promise<void> {
  await registered(page);
  for (const name of ['one', 'two', 'three', 'four']) {
    const link = await created(page, {
      originalUrl: `https://example.com/${name}`,
      trackConversions: true,
    });
    for (const value of [4900, 900]) {
      await recorded(page, { linkId: link.id, eventType: 'sale', value });
    }
    if (name === 'one') await paidBackTwice(page, link);
  }
}

async function paidBackTwice(page: Page, link: { id: string; shortUrl: string }): Promise<void> {
  const { secret } = await (await page.request.get(`/api/v1/links/${link.id}/postback`)).json();
  for (const order of ['A-1', 'A-2']) {
    const query = new URLSearchParams({
      link: new URL(link.shortUrl).pathname.slice(1),
      secret,
      order_id: order,
      value: '5',
      status: 'refunded',
    });
    expect((await page.request.get(`/api/postback?${query}`)).status()).toBe(200);
  }
}

/** Sums up by how much things that were visible have moved while the page loads. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += Number(Reflect.get(entry, 'value'));
      Object.assign(window, { __shift: shift });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Holds these requests back until the returned function is called. */
async function heldBack(page: Page, paths: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(paths, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

for (const [device, viewport] of [
  ['a wide screen', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('the tracking setup does not move while it loads @more', async ({ page }) => {
      await registered(page);
      await created(page, { originalUrl: 'https://example.com/shop', trackConversions: true });
      await watchShifts(page);
      const answer = await heldBack(page, /\/api\/(links\?|v1\/keys|v1\/conversion-attempts)/);
      await page.goto('/tracking');
      await expect(page.getByText('Loading links')).toBeAttached();
      await expect(page.getByText('Loading API keys')).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      answer();

      await expect(page.getByText('No API keys yet')).toBeAttached();
      await expect(page.getByText('Nothing has arrived yet')).toBeAttached();
      expect(await page.evaluate(() => Reflect.get(window, '__shift') ?? 0)).toBeLessThan(
        mostShift,
      );
    });

    test('the page of a link does not move when its split test comes @more', async ({ page }) => {
      await registered(page);
      const { id } = await created(page, {
        originalUrl: 'https://example.com/a',
        splitTestEnabled: true,
        splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
      });
      await watchShifts(page);
      const answer = await heldBack(page, /\/split-tests$/);
      await page.goto(`/links/${id}`);
      await expect(page.getByText('Loading the split test')).toBeAttached();
      await expect(page.getByText('No clicks in this range').first()).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      answer();

      await expect(page.getByText('How this is decided')).toBeAttached();
      expect(await page.evaluate(() => Reflect.get(window, '__shift') ?? 0)).toBeLessThan(
        mostShift,
      );
    });

    test('a shared report does not move when its numbers come', async ({ page }) => {
      await registered(page);
      const link = await created(page, { originalUrl: 'https://example.com/' });
      await visit(link.shortUrl, agents.desktop);
      await counted(page, 1);
      const own = { sender: 'Meridian Outdoor', choosesDates: true };
      const data = { name: 'Autumn', query: 'range=30d&compare=previous', ...own };
      const shared = await send(page, { path: '/api/v1/shared-reports', data });
      await watchShifts(page);
      const answer = await heldBack(page, /\/api\/public\/[\w-]+(\?|$)/);
      await page.goto((await shared.json()).url);
      await expect(page.getByText('Loading report')).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      answer();

      await expect(page.getByRole('heading', { name: 'Autumn' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Referrers' })).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(window, '__shift') ?? 0)).toBeLessThan(
        // A list with one row is lower than the rows that stand for it meanwhile.
        1.5 * mostShift,
      );
    });

    test('conversions do not move while they load, and refunds are counted apart @more', async ({
      page,
    }) => {
      await withSalesAndRefunds(page);
      await watchShifts(page);
      const answer = await heldBack(page, /\/api\/conversions\?/);
      await page.goto('/conversions');
      await expect(page.getByText('Loading link performance')).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      answer();

      const note = page.getByText('8 conversions and 2 refunds, newest first');
      await expect(note).toBeAttached();
      expect(await page.evaluate(() => Reflect.get(window, '__shift') ?? 0)).toBeLessThan(
        mostShift,
      );
    });
  });
}

test('on a phone the dashboard does not move when its numbers come', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await visit(link.shortUrl, agents.desktop);
  // A click that is stored later makes the page load its numbers again, which this test holds back.
  await counted(page, 1);
  await watchShifts(page);
  const answer = await heldBack(page, /\/api\/analytics\?/);
  await page.goto('/dashboard');
  await expect(page.getByText('Loading dashboard...')).toBeVisible();
  await expect(page.getByRole('button', { name: /in the last 5 minutes/ })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  answer();

  await expect(page.getByText('Here is how your links are doing.')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, '__shift') ?? 0)).toBeLessThan(mostShift);
});

for (const [device, viewport] of [
  ['a wide screen', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`on ${device} the first steps leave the list of links where it is`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await registered(page);
    const link = await created(page, { originalUrl: 'https://example.com/' });
    const answer = await heldBack(page, /\/api\/analytics\?/);
    await page.goto('/dashboard');
    await expect(page.getByText(link.shortCode).first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const top = async (): Promise<number | undefined> =>
      (await page.getByRole('heading', { name: 'Recent Links' }).boundingBox())?.y;
    const before = await top();
    answer();

    await expect(page.getByText('Three steps to your first numbers')).toBeVisible();
    await expect(page.getByText('No referrer data available')).toBeVisible();
    expect(await top()).toBe(before);
  });
}
