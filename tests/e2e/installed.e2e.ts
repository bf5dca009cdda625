import { arrive, homes } from './setting/arrivals.ts';
import { agents, created, expect, registered, test } from './setting/journey.ts';

test.use({ serviceWorkers: 'allow', userAgent: agents.desktop });

test('the app can be installed, takes addresses from other apps, and says when the device is offline @more', async ({
  page,
  context,
}) => {
  await registered(page);
  await page.goto('/dashboard');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(href ?? '')).json();
  expect(manifest.share_target).toEqual({
    action: '/dashboard',
    method: 'GET',
    params: { title: 'share-title', text: 'share-text', url: 'share-url' },
  });
  for (const { src } of manifest.icons) {
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/analytics');
  await expect(page.getByRole('radio', { name: /^Clicks/ })).toBeVisible();

  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toEqual(['/docs/offline']);

  await context.setOffline(true);
  for (const path of ['/', '/links', '/links/new-one', '/analytics/shared', '/settings/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  }
  await page.goto('/links');
  const loadedAgain = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Try again' }).click();
  await loadedAgain;
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'My Links', level: 1 })).toBeVisible();
});

test('the page about a missing network does not load itself again at its own address @more', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.install();
  await page.goto('/docs/offline');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  asked.splice(0);

  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.clock.runFor(15_000);
  await page.evaluate(() => fetch('/healthz'));

  expect(asked).toEqual(['/healthz']);
});

test('without a network an open screen stays, says so, leads to other screens, and reads again by itself @more', async ({
  page,
  context,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://shop.example/', title: 'Before' });
  await page.goto('/links');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('row', { name: /Before/ })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main' });

  await context.setOffline(true);
  const notice = page.getByRole('status').filter({ hasText: 'You are offline' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('row', { name: /Before/ })).toBeVisible();
  await menu.getByRole('link', { name: 'Tracking Setup' }).click();
  // The browser may have loaded the screen's file before.
  const other = page.getByRole('heading', { name: /^(Tracking Setup|You are offline)$/, level: 1 });
  await expect(other).toBeVisible();
  await expect(notice).toBeVisible();
  await menu.getByRole('link', { name: 'My Links' }).click();
  await expect(page.getByRole('row', { name: /Before/ })).toBeVisible();
  await menu.getByRole('link', { name: 'Tracking Setup' }).click();

  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Tracking Setup', level: 1 })).toBeVisible();
  await expect(page.getByText('No Tracking Links Found')).toBeVisible();
});

test('a click on a short link counts once in a browser with the service worker @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://shop.example/' });
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The destination does not exist: the browser shows its own page then.
  await page.goto(link.shortUrl).catch(() => null);
  await page.waitForURL(/chrome-error/);
  await arrive(link.shortUrl, { from: homes.Japan });
  // Clicks are stored in their order: what came before this one is counted with it.
  const path = '/api/analytics/report?range=7d&lists=countries';
  const report = async () => (await page.request.get(path)).json();
  await expect
    .poll(async () => JSON.stringify((await report()).lists), { timeout: 20_000 })
    .toContain('"JP"');
  expect((await report()).totals.clicks).toBe(2);
});
