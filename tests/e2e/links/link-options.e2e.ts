import type { Browser, Page } from '@playwright/test';
import {
  agents,
  chooseAction,
  created,
  expect,
  freeAlias,
  registered,
  send,
  shownUrl,
  test,
  unfold,
} from '#tests/e2e/setting/journey';
import { type MerchantSite, openMerchantSite } from '#tests/e2e/setting/merchant-site';

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const create = (page: Page) => page.getByRole('button', { name: 'Create link' }).click();
const newest = async (page: Page) => (await (await page.request.get('/api/links')).json())[0];

/** Where a visitor is sent, without following it; null: a page is shown. */
async function sentTo(page: Page, address: string, headers: Record<string, string>) {
  const answer = await page.request.get(address, { maxRedirects: 0, headers });
  return answer.headers()['location'] ?? null;
}

/** A visitor of their own, who is not signed in. */
async function stranger(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ userAgent: agents.desktop });
  return context.newPage();
}

let shop: MerchantSite;
test.beforeAll(async () => {
  shop = await openMerchantSite();
  shop.publish('/there', 'the destination');
});
test.afterAll(() => shop.close());

test('rules are made in the create card, shown in the preview, and decide the redirect', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/links');
  await page.getByLabel('Destination URL').fill('https://example.com/usual');
  await page.getByRole('button', { name: 'More options' }).click();
  await unfold(page, 'Rules');

  const preview = page.getByRole('group', { name: 'Where a visitor goes' });
  await expect(preview.getByLabel('Visitor’s language')).toHaveText('Any language');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('group', { name: 'Rule 1' });
  await rule.getByLabel('Destination of the rule').fill('https://example.com/de');
  await create(page);
  await expect(rule.getByText('Choose a device, a system')).toBeVisible();

  await rule.getByLabel('System').selectOption('iOS');
  const languages = rule.getByRole('combobox', { name: 'Languages' });
  await languages.fill('Germanic');
  await create(page);
  await expect(rule.getByText('No language is called Germanic')).toBeVisible();
  const chosen = rule.getByRole('list', { name: 'Chosen languages' });
  await rule.getByRole('button', { name: 'Remove language Germanic' }).press('Enter');
  await expect(chosen).toHaveCount(0);
  await languages.fill('German, pt-BR');
  await languages.press('Enter');
  await expect(chosen.getByRole('listitem')).toHaveText(['German', 'Brazilian Portuguese']);
  const countries = rule.getByRole('combobox', { name: 'Countries' });
  await countries.fill('France');
  await countries.press('Enter');
  await expect(preview.getByLabel('Visitor’s country')).toContainText('France');
  await countries.press('Backspace');

  await expect(preview.getByText('https://example.com/usual')).toBeVisible();
  await expect(preview.getByLabel('Visitor’s country')).toHaveText('Any country');
  await expect(preview.getByLabel('Visitor’s language')).toContainText('Any other language');
  await preview.getByLabel('Visitor’s language').selectOption('German');
  await expect(preview.getByText('https://example.com/de')).toBeVisible();
  await expect(preview.getByText('Rule 1')).toBeVisible();
  await preview.getByLabel('Visitor’s device').selectOption('Mac');
  await expect(preview.getByText('https://example.com/usual')).toBeVisible();

  await expect(page.getByRole('button', { name: 'Create link' })).toBeInViewport();
  await create(page);
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
  const link = await newest(page);
  const german = { 'user-agent': agents.phone, 'accept-language': 'de-AT,de;q=0.9' };
  expect(link.rules).toMatchObject([{ systems: ['ios'], languages: ['de', 'pt-BR'] }]);
  expect(await sentTo(page, link.shortUrl, german)).toBe('https://example.com/de');
  expect(await sentTo(page, link.shortUrl, { ...german, 'accept-language': 'en' })).toBe(
    'https://example.com/usual',
  );
});

test('what was added and not filled in stays after a refused try, and takes the focus', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/links');
  const form = page.getByRole('form', { name: 'Create a short link' });
  await form.getByLabel('Destination URL').fill('https://example.com/usual');
  await form.getByRole('button', { name: 'More options' }).click();
  await unfold(form, 'Rules');
  await form.getByRole('button', { name: 'Add rule' }).click();
  const rule = form.getByRole('group', { name: 'Rule 1' });

  for (const _ of ['first', 'second']) {
    await create(page);
    await expect(rule.getByLabel('Device')).toBeFocused();
    await expect(rule.getByText('Choose a device, a system')).toBeVisible();
  }
  await rule.getByRole('button', { name: 'Remove rule 1' }).click();

  await form.getByLabel('Split test').click();
  await form.getByRole('button', { name: 'Add destination' }).click();
  await create(page);
  await expect(form.getByRole('textbox', { name: 'Destination B' })).toBeFocused();
  await expect(form.getByRole('textbox', { name: 'Destination C' })).toBeVisible();
  expect(await (await page.request.get('/api/links')).json()).toEqual([]);
});

test('the further options close again, keep what was entered, and open at an error', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/links');
  const form = page.getByRole('form', { name: 'Create a short link' });
  const options = form.getByRole('button', { name: 'More options' });
  await form.getByLabel('Destination URL').fill('https://example.com/usual');

  await options.press('Enter');
  await expect(options).toHaveAttribute('aria-expanded', 'true');
  await expect(options).toBeFocused();
  for (const title of ['Preview', 'Schedule', 'Name']) await unfold(form, title);
  await expect(form.getByLabel('Preview title')).toBeVisible();
  await form.getByLabel('Expires after clicks').fill('none');
  await form.getByRole('combobox', { name: 'Tags' }).fill('Sale');
  await options.press('Enter');
  await expect(options).toHaveAttribute('aria-expanded', 'false');
  await expect(options).toHaveText('More options · 2 set');
  await expect(form.getByLabel('Preview title')).toHaveCount(0);
  await expect(options).toBeFocused();

  await create(page);
  const clicks = form.getByLabel('Expires after clicks');
  await expect(clicks).toBeFocused();
  await expect(clicks).toHaveValue('none');
  await expect(form.getByText('Use a whole number')).toBeVisible();
  await clicks.fill('5');
  await options.press('Enter');
  await create(page);
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  await form.getByLabel('Destination URL').focus();
  await expect(options).toHaveText('More options');
  expect(await newest(page)).toMatchObject({ expiresAfterClicks: 5, tags: [{ name: 'Sale' }] });
});

test('a time that is typed in part is no empty one', async ({ page }) => {
  await registered(page);
  await page.goto('/links');
  await page.getByLabel('Destination URL').fill('https://example.com/soon');
  await page.getByRole('button', { name: 'Add an expiration date' }).click();
  const expires = page.getByLabel('Expires', { exact: true });
  await expires.press('1');
  await expires.press('ArrowRight');
  await expires.press('2');
  await page.getByLabel('Destination URL').press('Enter');
  await expect(page.getByText('Please enter a valid date')).toBeVisible();
  await expect(expires).toBeFocused();

  await expires.fill('2099-01-02T03:04');
  await page.getByLabel('Destination URL').press('Enter');
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
});

test('a password is set in the editor, asked of visitors, and removed @more', async ({
  page,
  browser,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: `${shop.origin}/there`,
    customAlias: freeAlias('secret'),
  });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Edit Link');
  const dialog = page.getByRole('dialog');
  await unfold(dialog, 'Access');
  await dialog.getByLabel('Password', { exact: true }).fill('abc');
  await dialog.getByRole('button', { name: 'Update Link' }).click();
  await expect(dialog.getByText('Use at least 4 characters')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('open sesame');
  await dialog.getByRole('button', { name: 'Update Link' }).click();
  await expect(page.getByText('Link updated successfully', { exact: true })).toBeVisible();

  const visitor = await stranger(browser);
  await visitor.goto(link.shortUrl);
  await expect(visitor.getByLabel('Password')).toBeFocused();
  await visitor.keyboard.type('a guess');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('alert')).toHaveText(
    'This is not the password. Please try again.',
  );
  await visitor.getByLabel('Password').fill('open sesame');
  await visitor.getByRole('button', { name: 'Open the link' }).click();
  await visitor.waitForURL(`${shop.origin}/there`);
  expect(await visitor.context().cookies()).toEqual([]);
  await visitor.context().close();

  await chooseAction(page, shownUrl(link), 'Edit Link');
  await unfold(dialog, 'Access Password');
  await dialog.getByRole('switch', { name: 'Remove the password' }).click();
  await dialog.getByRole('button', { name: 'Update Link' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await sentTo(page, link.shortUrl, { 'user-agent': agents.phone })).toBe(
    `${shop.origin}/there`,
  );
});

test('a link opens at its time and expires by clicks @more', async ({ page, browser }) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: `${shop.origin}/there`,
    startsAt: '2096-01-02T15:04:00Z',
  });
  const visitor = await stranger(browser);
  await visitor.goto(link.shortUrl);
  await expect(visitor.getByRole('heading', { name: 'This link is not open yet' })).toBeVisible();
  await expect(visitor.getByText('January 2, 2096, at 3:04 PM UTC')).toBeVisible();

  await send(page, {
    method: 'PUT',
    path: `/api/links/${link.id}`,
    data: { startsAt: null, expiresAfterClicks: 1 },
    status: 200,
  });
  await visitor.goto(link.shortUrl);
  await expect(visitor.getByText('the destination')).toBeVisible();
  await visitor.goto(link.shortUrl);
  await expect(visitor.getByText('that number has been reached')).toBeVisible();
  await visitor.context().close();
});

test('an app without its device’s app leads to the fallback @more', async ({ page, browser }) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/usual',
    androidUrl: 'waypost-test://item/5',
    androidFallbackUrl: 'https://example.com/store',
  });
  const context = await browser.newContext({ userAgent: android });
  const phone = await context.newPage();
  await phone.route('https://example.com/**', (route) => route.fulfill({ body: 'the store' }));
  await phone.goto(link.shortUrl);
  await phone.waitForURL('https://example.com/store');
  await context.close();
});
