import { coldLoad, mostDashboardKilobytes } from '#tests/bench/web-parts/cold-load';
import { agents, created, expect, registered, test, visit } from './setting/journey.ts';

test('a dashboard that is opened for the first time is a small download', async ({
  page,
  browser,
  baseURL,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await visit(link.shortUrl, agents.desktop);
  // A click that is counted meanwhile would make the dashboard load its numbers again.
  await expect
    .poll(
      async () => (await (await page.request.get(`/api/v1/links/${link.id}`)).json()).totalClicks,
    )
    .toBe(1);
  const [session] = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);

  const { kilobytes, requests } = await coldLoad(browser, {
    url: `${baseURL ?? ''}/dashboard`,
    cookie: `${session?.name}=${session?.value}`,
  });

  expect(kilobytes).toBeLessThanOrEqual(mostDashboardKilobytes);
  expect(requests).toBeLessThanOrEqual(19);
});

test('a page says that it is loading until its scripts are there', async ({ page }) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading Waypost...');

  release();

  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByText('Loading Waypost...')).toHaveCount(0);
});

test('a browser without scripts says what Waypost needs, and not that it is loading', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL ?? ''}/login`);
  const need = page.locator('noscript p');
  await expect(need).toHaveText('Waypost needs JavaScript.');
  await expect(need).toBeVisible();
  await expect(page.getByText('Loading Waypost...')).toBeHidden();
  await context.close();
});
