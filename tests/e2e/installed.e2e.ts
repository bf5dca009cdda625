import { counted } from './setting/arrivals.ts';
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
  await page.goto('/links');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'My Links', level: 1 })).toBeVisible();
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
  await counted(page, 1);
});
