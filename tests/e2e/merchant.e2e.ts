import type { Page } from '@playwright/test';
import { findChromium } from './setting/chromium.ts';
import { created, expect, freeAlias, registered, test, type Created } from './setting/journey.ts';
import { type MerchantSite, openMerchantSite } from './setting/merchant-site.ts';

const chromium = await findChromium({ isWhole: true });
const blocking = ['--test-third-party-cookie-phaseout'];

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  launchOptions: { ...chromium, args: [...chromium.args, ...blocking] },
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
});

let shop: MerchantSite;
test.beforeAll(async () => {
  shop = await openMerchantSite();
});
test.afterAll(() => shop.close());

type Conversion = {
  readonly eventType: string;
  readonly source: string;
  readonly trust: string;
  readonly value: number;
  readonly currency: string;
  readonly variant: number;
  readonly orderId: string;
  readonly device: string;
};

/** All conversions of a link, once there are as many as expected. */
async function conversionsOf(page: Page, link: Created, count: number): Promise<Conversion[]> {
  const read = async (): Promise<Conversion[]> => {
    const query = `timeRange=7d&tz=UTC&linkId=${link.id}`;
    const answer = await page.request.get(`/api/conversions?${query}`);
    return (await answer.json()).conversions;
  };
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBe(count);
  return read();
}

/** The code that /tracking shows for a link, as copied. */
async function snippet(page: Page, link: Created, way: 'Image' | 'Script' | 'Postback URL') {
  const copies = { Image: ['image'], Script: ['script', 'call'], 'Postback URL': ['postback URL'] };
  await page.goto(`/tracking?link=${link.id}`);
  await page.getByLabel('Sale amount').fill('49.99');
  await page.getByRole('tab', { name: way }).click();
  const texts: string[] = [];
  for (const what of copies[way]) {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: `Copy ${what}`, exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
    texts.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  return texts;
}

async function linkTo(page: Page, path: string, variants: readonly string[] = []) {
  return created(page, {
    originalUrl: `${shop.origin}${path}`,
    customAlias: freeAlias('shop'),
    trackConversions: true,
    splitTestEnabled: variants.length > 0,
    splitTestUrls: variants.map((variant) => `${shop.origin}${variant}`),
  });
}

const clickIdOf = (page: Page) => new URL(page.url()).searchParams.get('wp_cid') ?? '';

test('control: the browser blocks third-party cookies', async ({ page }) => {
  shop.publish('/', `<img src="${shop.thirdPartyOrigin}/probe">`);
  const asked = shop.probed.length;

  await page.goto(`${shop.origin}/?first`);
  await expect.poll(() => shop.probed.length).toBe(asked + 1);
  await page.goto(`${shop.origin}/?second`);
  await expect.poll(() => shop.probed.length).toBe(asked + 2);

  expect(shop.probed.slice(asked)).toEqual(['', '']);
});

test('a sale reported by the script is verified, with its variant, even several pages later', async ({
  page,
}) => {
  await registered(page);
  const link = await linkTo(page, '/unused', ['/script-a?colour=red#sizes', '/script-b']);
  const [tag = '', call = ''] = await snippet(page, link, 'Script');
  for (const path of ['/script-a', '/script-b']) {
    shop.publish(path, `${tag}<a href="/script-thanks">Buy</a>`);
  }
  shop.publish('/script-thanks', `${tag}${call}<p>Thank you</p>`);

  await page.goto(link.shortUrl);
  expect(page.url()).toContain('/script-a?colour=red&wp_cid=');
  expect(new URL(page.url()).hash).toBe('#sizes');
  await page.goto(link.shortUrl);
  await expect(page).toHaveURL(/\/script-b\?wp_cid=/);
  await page.getByRole('link', { name: 'Buy' }).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  expect(clickIdOf(page)).toBe('');

  const [sale] = await conversionsOf(page, link, 1);
  expect(sale).toMatchObject({ source: 'pixel', trust: 'verified', variant: 2 });
  expect(sale).toMatchObject({ value: 4999, currency: 'USD', device: 'desktop' });
});

test('a sale reported by an image with the click id is verified, and a repeat changes nothing @more', async ({
  page,
}) => {
  await registered(page);
  const link = await linkTo(page, '/image-landing');
  const [image = ''] = await snippet(page, link, 'Image');
  shop.publish('/image-landing', '<p>Shop</p>');
  shop.publish('/image-thanks', image.replace('currency=USD', 'currency=USD&amp;cid={{ cid }}'));
  await page.goto(link.shortUrl);
  const cid = clickIdOf(page);
  expect(cid).not.toBe('');

  const pixel = page.waitForResponse(/\/api\/track\//);
  await page.goto(`${shop.origin}/image-thanks?cid=${encodeURIComponent(cid)}`);
  const answer = await pixel;
  expect(answer.headers()['content-type']).toBe('image/gif');
  const [sale] = await conversionsOf(page, link, 1);
  expect(sale).toMatchObject({ source: 'pixel', trust: 'verified', value: 4999 });

  const userAgent = await page.evaluate(() => navigator.userAgent);
  const replay = (url: string) => fetch(url, { headers: { 'user-agent': userAgent } });
  await replay(answer.url().replace('49.99', '0.01'));
  await replay(answer.url().replace('event=sale', 'event=signup'));

  const kept = await conversionsOf(page, link, 2);
  expect(kept.filter(({ eventType }) => eventType === 'sale')).toEqual([sale]);
});

test('a sale reported by an image without the click id is inferred from the visitor’s last click @more', async ({
  page,
}) => {
  await registered(page);
  const link = await linkTo(page, '/alone-landing');
  const [image = ''] = await snippet(page, link, 'Image');
  shop.publish('/alone-landing', '<p>Shop</p>');
  shop.publish('/alone-thanks', image);

  await page.goto(link.shortUrl);
  await page.goto(`${shop.origin}/alone-thanks`);

  const [sale] = await conversionsOf(page, link, 1);
  expect(sale).toMatchObject({ source: 'pixel', trust: 'inferred', value: 4999, variant: 0 });
  expect(sale).toMatchObject({ device: 'desktop' });
});

test('a sale reported by postback is confirmed, and shown with its amount @more', async ({
  page,
}) => {
  await registered(page);
  const link = await linkTo(page, '/unused', ['/postback-a', '/postback-b']);
  const [address = ''] = await snippet(page, link, 'Postback URL');
  shop.publish('/postback-a', '<p>Shop</p>');
  await page.goto(link.shortUrl);
  const named = address.replace('{click_id}', encodeURIComponent(clickIdOf(page)));

  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(named)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await fetch(named.replace(/secret=./, 'secret=!'))).status).toBe(401);

  const [sale] = await conversionsOf(page, link, 1);
  expect(sale).toMatchObject({ source: 'postback', trust: 'confirmed', value: 4999, variant: 1 });
  await page.goto('/conversions');
  await expect(page.getByText('$49.99').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Confirmed').filter({ visible: true }).first()).toBeVisible();
});
