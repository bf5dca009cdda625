import type { Page } from '@playwright/test';
import {
  agents,
  chooseLink,
  created,
  expect,
  freeAlias,
  registered,
  test,
} from './setting/journey.ts';
import { confirmed } from './setting/mails.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const emptyGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function trackingLink(page: Page, name = 'sale') {
  const alias = freeAlias(name);
  const link = await created(page, {
    originalUrl: 'https://example.com/shop',
    customAlias: alias,
    trackConversions: true,
  });
  return { ...link, alias, origin: new URL(link.shortUrl).origin };
}

test('without tracking links the page leads to the form of one, with tracking on', async ({
  page,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/untracked' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Tracking Setup' }).click();

  await expect(page.getByText('No Tracking Links Found')).toBeVisible();
  await page.getByRole('link', { name: 'Create Tracking Link' }).click();
  await expect(page.getByLabel('Destination URL')).toBeFocused();
  await expect(page.getByRole('switch', { name: /track conversions/i })).toBeChecked();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.keyboard.insertText('https://example.com/tracked');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Tracking Setup' }).click();
  await expect(page.getByText('No Tracking Links Found')).toBeHidden();
});

test('a test that is lost ends with a sentence and can be sent again, as the list can be loaded again @more', async ({
  page,
}) => {
  await registered(page);
  await trackingLink(page);
  let isOut = true;
  await page.route(/\/api\/v1\/conversion-attempts\?linkId=/, (route) =>
    isOut ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.route('**/api/track/**', (route) => (isOut ? route.abort() : route.continue()));
  await page.clock.install();
  await page.goto('/tracking');
  const events = page.getByRole('alert').filter({ hasText: 'Failed to load events' });
  await expect(events).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('The test could not be sent.')).toBeVisible();
  isOut = false;
  await events.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing has arrived yet')).toBeVisible();

  await page.route('**/api/track/**', (route) =>
    route.fulfill({ contentType: 'image/gif', body: emptyGif }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.clock.fastForward(21_000);
  await expect(page.getByText('The test has not arrived.')).toBeVisible();
  await page.unroute('**/api/track/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The test has arrived')).toBeVisible();
});

test('each snippet is correct for the chosen link and amount, and is copied unchanged', async ({
  page,
}) => {
  await registered(page);
  const first = await trackingLink(page, 'first');
  await trackingLink(page, 'second');
  await page.goto('/tracking');
  await page.getByLabel('Order id').fill('kept');

  await chooseLink(page, first.alias);
  await expect(page).toHaveURL(new RegExp(`link=${first.id}`));
  await expect(page.getByRole('combobox', { name: 'Link' })).toHaveValue(new RegExp(first.alias));
  await expect(page.getByRole('combobox', { name: 'Link' })).toBeFocused();
  await expect(page.getByLabel('Order id')).toHaveValue('kept');
  await page.getByLabel('Order id').fill('');
  await page.getByRole('button', { name: 'Copy image' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await copied(page)).toContain(
    `<img src="${first.origin}/api/track/${first.shortCode}?event=sale"`,
  );

  await page.getByLabel('Sale amount').fill('-1');
  await expect(page.getByText('Value must be positive')).toBeVisible();
  await page.getByLabel('Sale amount').fill('49.9');
  await page.getByLabel('Order id').fill('{{ order.id }}');
  await page.getByRole('tab', { name: 'Script' }).click();
  await page.getByRole('button', { name: 'Copy script' }).click();
  await expect
    .poll(() => copied(page))
    .toBe(`<script src="${first.origin}/wp.js" data-link="${first.shortCode}"></script>`);
  await page.getByRole('button', { name: 'Copy call' }).click();
  await expect
    .poll(() => copied(page))
    .toBe(
      "<script>waypost('sale', { value: '49.90', currency: 'USD', orderId: '{{ order.id }}' });</script>",
    );
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Link' })).toHaveValue(new RegExp(first.alias));
});

test('the code of a link on a custom domain leads to the short host, which alone takes reports', async ({
  page,
}) => {
  await registered(page);
  const { alias, origin, shortCode } = await trackingLink(page, 'branded');
  // Links on a custom domain need records in the DNS.
  const branded = `https://go.brand.example/${alias}`;
  await page.route('**/api/links?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(`${origin}/${alias}`, branded);
    await route.fulfill({ response, body });
  });

  await page.goto('/tracking');
  const link = page.getByRole('combobox', { name: 'Link' });
  await expect(link).toHaveValue(`go.brand.example/${alias}`);
  await page.getByRole('button', { name: 'Copy image' }).click();

  await expect.poll(() => copied(page)).toContain(`src="${origin}/api/track/${shortCode}?`);
  await page.unrouteAll({ behavior: 'wait' });
});

test('the postback’s secret is hidden until shown, copied completely, and can be replaced @more', async ({
  page,
}) => {
  await registered(page);
  const link = await trackingLink(page);
  await page.goto('/tracking');
  await page.getByRole('tab', { name: 'Postback URL' }).click();
  const code = page.getByRole('tabpanel').locator('code');
  await expect(code).toContainText('secret=••••');

  await page.getByRole('button', { name: 'Copy postback URL' }).click();
  await expect.poll(() => copied(page)).toContain('/api/postback?');
  const secret = new URL(await copied(page)).searchParams.get('secret') ?? '';
  expect(secret.length).toBeGreaterThan(20);
  expect(await copied(page)).toContain(`link=${link.shortCode}`);
  await page.getByRole('button', { name: 'Show secret' }).click();
  await expect(code).toContainText(secret);

  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Change secret' }).click();
  await expect(page.getByText('The postback secret was changed', { exact: true })).toBeVisible();
  await expect(code).not.toContainText(secret);
});

test('[api-keys] an API key is shown once, listed by its ending, and revoked immediately @more', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/tracking');
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Enter a name for the key')).toBeVisible();
  await dialog.getByLabel('Name').fill('Shop <b>server</b>');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy API key' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => copied(page)).toMatch(/^wp_[\da-f]{64}$/);
  const key = await copied(page);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const list = page.getByRole('list', { name: 'API keys' });
  await expect(list).toContainText('Shop <b>server</b>');
  await expect(list).toContainText(`Ends in ${key.slice(-4)}`);
  await expect(page.getByText(key)).toHaveCount(0);

  await list.getByRole('button', { name: /^Revoke/ }).click();
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('API key revoked', { exact: true })).toBeVisible();
  await expect(page.getByText('No API keys yet')).toBeVisible();
});

test('events for a link without conversion tracking are listed, and tracking can be turned on there @more', async ({
  page,
}) => {
  await registered(page);
  const alias = freeAlias('quiet');
  await created(page, { originalUrl: 'https://example.com/quiet', customAlias: alias });
  await page.goto('/tracking');
  await expect(page.getByText('No Tracking Links Found')).toBeVisible();
  const browser = { 'user-agent': agents.desktop };
  await page.request.get(`/api/track/${alias}?event=lead&value=5`, { headers: browser });
  const events = page.getByRole('list', {
    name: `Events for ${new URL(page.url()).host}/${alias}`,
  });
  await expect(events.getByRole('listitem')).toHaveCount(1);
  await expect(events).toContainText('Ignored');
  await expect(events).toContainText('Conversion tracking is off for this link');

  await page.getByRole('button', { name: `Turn on tracking for` }).click();

  await expect(page.getByText('Conversion tracking is on', { exact: true })).toBeVisible();
  await expect(events).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Link' })).toHaveValue(new RegExp(alias));
});

test('a visitor’s second sale on one day is shown as a repeat @more', async ({ page }) => {
  await registered(page);
  const link = await trackingLink(page);
  await page.goto('/tracking');
  const browser = { 'user-agent': agents.desktop };
  const sell = () => page.request.get(`/api/track/${link.shortCode}?value=5`, { headers: browser });
  const events = page.getByRole('list', { name: 'Received events' }).getByRole('listitem');
  await sell();
  await expect(events).toHaveCount(1);
  await sell();

  await expect(events).toHaveCount(2);
  await expect(events.first()).toContainText('Repeat');
  await expect(events.first()).toContainText('already reported');
  await expect(events.last()).toContainText('Recorded');
});

test.describe('in a browser that is not classified as a bot', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
  });

  test('a test event appears, rejected events give a reason, and neither is counted @more', async ({
    page,
  }) => {
    await registered(page);
    const link = await trackingLink(page);
    await page.goto('/tracking');
    await expect(page.getByText('Nothing has arrived yet')).toBeVisible();

    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('The test has arrived')).toBeVisible();
    const attempts = page.getByRole('list', { name: 'Received events' }).getByRole('listitem');
    await expect(attempts).toHaveCount(1);
    await expect(attempts.first()).toContainText('Test');

    await page.request.get(`/api/track/${link.shortCode}?value=<script>1e309</script>`);
    await expect(attempts).toHaveCount(2);
    await expect(attempts.first()).toContainText('Refused');
    await expect(attempts.first()).toContainText('<script>1e309</script>');
    await expect(attempts.first()).toContainText('The amount must be a plain decimal number');

    const answer = await page.request.get('/api/conversions?timeRange=7d&tz=UTC');
    expect((await answer.json()).conversions).toEqual([]);
  });
});
