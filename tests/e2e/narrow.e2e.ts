import { created, expect, registered, test } from '#tests/e2e/setting/journey';
import { settled } from '#tests/e2e/scenes/settled';

test('no screen scrolls sideways at 320 px @more', async ({ page }) => {
  await registered(page);
  const { id, shortUrl } = await created(page, {
    originalUrl: 'https://example.com/one',
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'],
  });
  await page.request.get(shortUrl, { maxRedirects: 0 });
  await page.setViewportSize({ width: 320, height: 700 });

  for (const path of [
    ...['/dashboard', '/links', '/links/import', `/links/${id}`, `/links/${id}/edit`],
    ...[
      '/split-tests',
      '/analytics',
      '/conversions',
      '/tracking',
      '/sql',
      '/notifications',
      '/settings',
    ],
    ...['/settings/security', '/settings/api', '/settings/domains', '/support', '/subscribe'],
    ...['/privacy', '/report', '/no-such-page', `${new URL(shortUrl).pathname}+`],
  ]) {
    await page.goto(path);
    await settled(page);
    const width = await page.evaluate(() => document.scrollingElement?.scrollWidth);
    expect.soft([path, width]).toEqual([path, 320]);
  }
});
