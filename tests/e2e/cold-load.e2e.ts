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
  const [session] = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);

  const { kilobytes, requests } = await coldLoad(browser, {
    url: `${baseURL ?? ''}/dashboard`,
    cookie: `${session?.name}=${session?.value}`,
  });

  expect(kilobytes).toBeLessThanOrEqual(mostDashboardKilobytes);
  expect(requests).toBeLessThanOrEqual(24);
});
