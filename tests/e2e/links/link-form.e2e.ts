import type { Page } from '@playwright/test';
import type { previewDestination } from '#contract/links/destination-preview';
import { linkTexts } from '#contract/links/link-limits';
import { hold } from '#tests/e2e/scenes/hold';
import type { AnswerJson } from '#contract/route';
import { aDomain } from '#tests/support/builders/domain-json';
import { onePage } from '#tests/support/builders/one-page';
import {
  chooseAction,
  created,
  expect,
  freeAlias,
  registered,
  send,
  setDefaults,
  shownUrl,
  test,
  unfold,
} from '#tests/e2e/setting/journey';

const create = (page: Page) => page.getByRole('button', { name: 'Create link' }).click();
const flip = (page: Page, name: string) => page.getByRole('switch', { name }).click();
const newest = async (page: Page) =>
  (await (await page.request.get('/api/links?limit=1')).json())[0];

test('hidden fields do not block the form: an amount, and destinations of a split test', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('https://example.com/hidden');
  await flip(page, 'Track conversions');
  await flip(page, 'Calculate profit automatically');
  await page.getByLabel('Profit per sale').fill('-5');
  await flip(page, 'Calculate profit automatically');
  await flip(page, 'Split test');
  await page.getByLabel('Destination B').fill('nonsense');
  await flip(page, 'Split test');

  await create(page);

  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  expect(await newest(page)).toMatchObject({
    profitPerSale: null,
    splitTestEnabled: false,
    splitTestUrls: [],
  });
});

test('a new link shows the default domain of the account before its alias @more', async ({
  page,
}) => {
  await registered(page);
  await page.route('**/api/v1/domains?*', (route) =>
    route.fulfill({
      json: onePage([aDomain('one.example'), { ...aDomain('go.shop.example'), isDefault: true }]),
    }),
  );
  await page.goto('/');

  await page.getByLabel('Destination URL').focus();
  await expect(page.getByLabel('Domain')).toHaveValue('go.shop.example');
  await expect(page.getByText('go.shop.example/', { exact: true })).toBeVisible();
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/links'),
  );
  await page.getByLabel('Destination URL').fill('https://example.com/');
  await create(page);
  expect((await asked).postDataJSON()).toMatchObject({ domain: 'go.shop.example' });
});

test('an edit that was taken back is no change, also with a domain to choose @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/', title: 'Menu' });
  await page.route('**/api/v1/domains?*', (route) =>
    route.fulfill({ json: onePage([aDomain('go.shop.example')]) }),
  );
  await page.goto(`/links/${link.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Domain')).toBeVisible();

  await unfold(dialog, 'Name');
  await dialog.getByLabel('Title').press('End');
  await dialog.getByLabel('Title').press('s');
  await dialog.getByLabel('Title').press('Backspace');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('hidden fields do not block the edit dialog @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Edit Link');
  const dialog = page.getByRole('dialog');
  await unfold(dialog, 'Conversions');
  await dialog.getByRole('switch', { name: 'Track conversions' }).click();
  await dialog.getByRole('switch', { name: 'Calculate profit automatically' }).click();
  await dialog.getByLabel('Profit per sale').fill('-5');
  await dialog.getByRole('switch', { name: 'Track conversions' }).click();
  await unfold(dialog, 'Name');
  await dialog.getByLabel('Notes').fill('What it is for');

  await dialog.getByRole('button', { name: 'Update Link' }).click();

  await expect(dialog).toHaveCount(0);
  expect(await newest(page)).toMatchObject({ notes: 'What it is for', profitPerSale: null });
});

test('a URL without a scheme gets https @more', async ({ page }) => {
  await registered(page);
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('shop.example/sale');

  await create(page);

  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  expect((await newest(page)).originalUrl).toBe('https://shop.example/sale');
});

test('each error appears at its field, and the notice of the previous link disappears @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  const field = page.getByLabel('Destination URL');
  const refusals = [
    ['no address', 'Please enter a valid URL'],
    [`${new URL(page.url()).origin}/loop`, 'A link cannot lead to Waypost itself'],
    ['https://user:secret@shop.example/', 'Remove the user name and password from the URL'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'Use a URL of at most 2,048 characters'],
  ] as const;

  for (const [address, reason] of refusals) {
    await field.fill('https://example.com/');
    await create(page);
    await expect(page.getByText('Short link created successfully!')).toBeVisible();
    await field.fill(address);
    await create(page);
    await expect(page.getByText(reason)).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Short link created successfully!')).toHaveCount(0);
  }

  await field.fill('https://example.com/');
  await page.getByLabel('Custom alias').fill('a'.repeat(51));
  await create(page);
  await expect(page.getByText('Use at most 50 characters')).toBeVisible();
  await page.getByLabel('Custom alias').fill('');
  await page.getByRole('button', { name: 'Add an expiration date' }).click();
  await page.getByLabel('Expires').fill('2020-01-01T00:00');
  await create(page);
  await expect(page.getByText('Choose a time in the future')).toBeVisible();
});

test('turning a split test on makes the destination the first of at least two @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('shop.example/a');

  await flip(page, 'Split test');

  await expect(page.getByLabel('Destination URL')).toHaveCount(0);
  await expect(page.getByLabel('Destination A')).toHaveValue('shop.example/a');
  await create(page);
  await expect(page.getByText('A split test needs at least two destinations')).toBeVisible();
  await page.getByLabel('Destination B').fill(`${new URL(page.url()).origin}/loop`);
  await create(page);
  await expect(page.getByText('A link cannot lead to Waypost itself')).toBeVisible();
  await page.getByLabel('Destination B').fill('shop.example/b');
  await create(page);
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  expect(await newest(page)).toMatchObject({
    originalUrl: 'https://shop.example/a',
    splitTestUrls: ['https://shop.example/a', 'https://shop.example/b'],
  });
});

test('the UTM fields of a split test change all of its destinations, and one added later gets them', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('https://shop.example/a');
  await flip(page, 'Split test');
  await page.getByLabel('Destination B').fill('https://shop.example/b?size=4#top');
  await page.getByRole('button', { name: 'More options' }).click();
  await unfold(page, 'UTM');

  await page.getByLabel('Source').fill('news');

  await expect(page.getByLabel('Destination A')).toHaveValue(
    'https://shop.example/a?utm_source=news',
  );
  await expect(page.getByLabel('Destination B')).toHaveValue(
    'https://shop.example/b?size=4&utm_source=news#top',
  );
  await page.getByRole('button', { name: 'Add destination' }).click();
  await page.getByRole('textbox', { name: 'Destination C' }).fill('https://shop.example/c');
  await create(page);
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  expect(await newest(page)).toMatchObject({
    splitTestUrls: [
      'https://shop.example/a?utm_source=news',
      'https://shop.example/b?size=4&utm_source=news#top',
      'https://shop.example/c?utm_source=news',
    ],
  });
});

test('parameters that a UTM template gave the destinations are taken back when its editing is cancelled', async ({
  page,
}) => {
  await registered(page);
  const utm = { utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' };
  const data = { name: 'Summer', utm_source: 'letter', ...utm };
  await send(page, { path: '/api/v1/utm-templates', data });
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('https://shop.example/a?utm_source=news');
  await flip(page, 'Split test');
  const [first, other] = [page.getByLabel('Destination A'), page.getByLabel('Destination B')];
  await other.fill('https://shop.example/b?utm_source=news&utm_content=video');
  await page.getByRole('button', { name: 'More options' }).click();
  await unfold(page, 'UTM');

  await page.getByRole('button', { name: 'Edit template Summer' }).click();
  await expect(first).toHaveValue('https://shop.example/a?utm_source=letter');
  await expect(other).toHaveValue('https://shop.example/b?utm_source=letter&utm_content=video');
  await page.getByRole('button', { name: 'Cancel editing' }).click();

  await expect(page.getByRole('button', { name: 'Cancel editing' })).toHaveCount(0);
  await expect(first).toHaveValue('https://shop.example/a?utm_source=news');
  await expect(other).toHaveValue('https://shop.example/b?utm_source=news&utm_content=video');

  await first.fill('https://shop.example/a');
  await other.fill('https://shop.example/b?utm_source=letter');
  await page.getByRole('button', { name: 'Edit template Summer' }).click();
  await expect(first).toHaveValue('https://shop.example/a?utm_source=letter');
  await page.getByRole('button', { name: 'Cancel editing' }).click();

  await expect(first).toHaveValue('https://shop.example/a');
  await expect(other).toHaveValue('https://shop.example/b?utm_source=letter');
});

test('an automatic profit has an amount and a currency, and applies only to sales in it @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('https://shop.example/');
  await page.getByLabel('Custom alias').fill(freeAlias('euros'));
  await flip(page, 'Track conversions');
  await flip(page, 'Calculate profit automatically');
  await create(page);
  await expect(page.getByText('Enter the profit per sale')).toBeVisible();
  await page.getByLabel('Profit per sale').fill('12.50');
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(page.getByText('For sales in EUR only.')).toBeVisible();
  await create(page);
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  const link = await newest(page);
  expect(link).toMatchObject({ profitPerSale: 1250, profitPerSaleCurrency: 'EUR' });

  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Add Conversion');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Profit')).toBeDisabled();
  await expect(dialog.getByLabel('Profit')).toHaveValue('12.50');
  await dialog.getByLabel('Currency').selectOption('USD');
  await expect(dialog.getByLabel('Profit')).toBeEnabled();
  await expect(dialog.getByLabel('Profit')).toHaveValue('');
  await dialog.getByLabel('Value').fill('30');
  await dialog.getByRole('button', { name: 'Record Conversion' }).click();
  await expect(dialog).toHaveCount(0);
  const { conversions } = await (await page.request.get('/api/conversions')).json();
  expect(conversions).toMatchObject([{ currency: 'USD', value: 3000, profit: 0 }]);
});

test('what was typed into the form of a new link is there again, until it is created or cleared', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/links');
  const destination = page.getByLabel('Destination URL');
  const alias = page.getByLabel('Custom alias');
  const go = (screen: string) => page.getByRole('link', { name: screen, exact: true }).click();
  await destination.fill('https://example.com/half');
  await alias.fill(freeAlias('half'));
  const typed = await alias.inputValue();
  await page.getByRole('button', { name: 'More options' }).click();
  await unfold(page, 'Access');
  await page.getByLabel('Password', { exact: true }).fill('open sesame');

  await go('Dashboard');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  await expect(destination).toHaveValue('https://example.com/half');
  await page.getByRole('button', { name: 'More options' }).click();
  await unfold(page, 'Access');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.reload();
  await expect(alias).toHaveValue(typed);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('open sesame');
  await create(page);
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(destination).toHaveValue('');
  await expect(alias).toHaveCount(0);

  await destination.fill('https://example.com/other');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(destination).toBeFocused();
  await expect(destination).toHaveValue('');
  await page.reload();
  await expect(destination).toHaveValue('');
});

test('a wish for a split test is added to a half-written link', async ({ page }) => {
  await registered(page);
  await page.goto('/links');
  await page.getByLabel('Destination URL').fill('https://example.com/half');
  await page.getByLabel('Custom alias').fill('half');
  await page.getByRole('link', { name: 'Split Tests', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Split Tests', level: 1 })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find links and screens/ }).fill('new split test');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('switch', { name: 'Split test' })).toBeChecked();
  await expect(page.getByLabel('Destination A')).toHaveValue('https://example.com/half');
});

test('an address of another app begins a new link, and the half-written one can be brought back', async ({
  page,
}) => {
  await registered(page);
  await page.clock.install();
  await page.goto('/links');
  const destination = page.getByLabel('Destination URL');
  const alias = page.getByLabel('Custom alias');
  await destination.fill('https://example.com/half');
  await alias.fill('half');

  await page.goto('/dashboard?share-url=https://example.com/sale');
  await expect(destination).toHaveValue('https://example.com/sale');
  await expect(alias).toHaveValue('');
  // The draft waits until the person has found it again, also on a page without the form.
  await page.getByRole('link', { name: 'Tracking Setup' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tracking Setup' })).toBeVisible();
  await page.clock.runFor(60_000);
  const bringBack = page.getByRole('button', { name: 'Bring it back' });
  await bringBack.click();
  await expect(destination).toHaveValue('https://example.com/half');
  await expect(alias).toHaveValue('half');
  // What stood there instead can be brought back in the same way.
  await expect(page.getByText('It leads to example.com/sale.', { exact: true })).toBeVisible();
  await bringBack.click();
  await expect(destination).toHaveValue('https://example.com/sale');
  await bringBack.click();
  await expect(alias).toHaveValue('half');

  await destination.fill('');
  await page.goto('/dashboard?share-url=https://example.com/sale');
  await expect(destination).toHaveValue('https://example.com/sale');
  await expect(alias).toHaveValue('half');
});

test('a restored draft shows its expiry, and keeps what the person took out of the defaults', async ({
  page,
}) => {
  await registered(page);
  const destination = page.getByLabel('Destination URL');
  const tracking = page.getByRole('switch', { name: 'Track conversions' });
  await page.goto('/links');
  await destination.fill('https://example.com/sale');
  await page.getByRole('button', { name: 'Add an expiration date' }).click();
  await page.getByLabel('Expires').fill('2031-05-04T12:00');

  await page.reload();
  await expect(destination).toHaveValue('https://example.com/sale');
  await expect(page.getByLabel('Expires')).toHaveValue('2031-05-04T12:00');

  await setDefaults(page, { trackClicks: true, trackConversions: true, expirationDays: 30 });
  await destination.fill('');
  await page.reload();
  await destination.fill('https://example.com/sale');
  await expect(tracking).toBeChecked();
  await tracking.click();
  await page.getByRole('button', { name: 'Remove expiration date' }).click();

  // The settings come after the draft, as they do at a reload.
  const settings = await hold(page, '**/api/v1/settings', 'GET');
  await page.reload();
  await expect(destination).toHaveValue('https://example.com/sale');
  const answered = page.waitForResponse('**/api/v1/settings');
  await settings.release();
  await (await answered).finished();
  // The page has applied them two frames later.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await expect(tracking).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Add an expiration date' })).toBeVisible();
});

test('the form of a new link is one line until c, a paste or the focus opens it', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/links');
  const destination = page.getByLabel('Destination URL');
  const create = page.getByRole('button', { name: 'Create link' });
  await expect(destination).toBeVisible();
  await expect(create).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(destination).toBeFocused();
  await expect(destination).toHaveValue('');
  await expect(create).toBeVisible();
  await page.keyboard.type('https://example.com/quick');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  await expect(create).toHaveCount(0);
  await expect(destination).toBeFocused();
  await page.keyboard.type('n');
  await expect(create).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(create).toBeVisible();

  await page.reload();
  await expect(destination).toBeVisible();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/plain',
      'https://shop.example/?a=1&utm_source=news&utm_medium=mail',
    );
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(destination).toBeFocused();
  const chips = page.getByRole('list', { name: 'UTM parameters' });
  await expect(chips.getByRole('listitem')).toHaveText(['source news', 'medium mail', 'campaign']);
  await chips.getByRole('button', { name: 'Remove source news' }).click();
  await expect(destination).toHaveValue('https://shop.example/?a=1&utm_medium=mail');
  await chips.getByRole('button', { name: 'campaign' }).click();
  await expect(page.getByLabel('Medium')).toHaveValue('mail');
  await page.getByRole('button', { name: 'More options' }).click();
  await chips.getByRole('button', { name: 'campaign' }).click();
  await expect(page.getByLabel('Medium')).toHaveValue('mail');
});

test('a new link gets the title of its page while the person writes none, and its preview', async ({
  page,
}) => {
  await registered(page);
  const longest = 'a'.repeat(linkTexts.title);
  const titles: Readonly<Record<string, string>> = {
    '/menu': 'Seven soups',
    '/long': `${longest}a`,
  };
  const asked = new Set<string>();
  await page.route('**/api/v1/destination-preview?*', (route) => {
    const url = new URL(route.request().url()).searchParams.get('url') ?? '';
    asked.add(url);
    const title = titles[new URL(url).pathname] ?? null;
    const json = { state: 'read', title, text: 'Warm', picture: null } as const;
    return route.fulfill({ json: json satisfies AnswerJson<typeof previewDestination> });
  });
  await page.goto('/');
  const destination = page.getByLabel('Destination URL');
  await destination.fill('https://shop.example/menu');
  await expect(page.getByText('The link’s title, read from the page')).toBeVisible();
  await page.getByRole('button', { name: 'More options' }).click();
  const name = page.getByRole('button', { name: /^Name, tags and folder/ });
  await expect(name).toContainText('Seven soups');
  await unfold(page, 'Preview');
  await expect(page.getByRole('figure')).toContainText('shop.exampleSeven soupsWarm');

  await destination.fill('https://shop.example/other');
  await expect(name).toContainText('Nothing');
  await expect(page.getByRole('figure')).toBeHidden();
  await unfold(page, 'Name');
  const title = page.getByRole('textbox', { name: /^Title/ });
  await destination.fill('https://shop.example/menu');
  await expect(title).toHaveValue('Seven soups');
  await destination.fill('https://shop.example/menu?utm_source=news');
  // At once: the words of the page stay while UTM parameters are typed.
  expect(await page.getByText('The link’s title, read from the page').isVisible()).toBe(true);
  await expect(title).toHaveValue('Seven soups');
  await title.clear();
  const readWords = page.getByText('Read from the page', { exact: true });
  await expect(readWords).toBeVisible();
  await destination.fill('https://shop.example/other');
  await expect(readWords).toBeHidden();
  await destination.fill('https://shop.example/menu');
  await expect(readWords).toBeVisible();
  await expect(title).toHaveValue('');
  await title.fill('Lunch');
  await destination.fill('https://shop.example/menu');
  await expect(readWords).toBeVisible();
  await expect(name).toContainText('Lunch');

  await page.getByRole('button', { name: 'Clear' }).click();
  await destination.fill('https://shop.example/menu');
  await expect(page.getByText('The link’s title, read from the page')).toBeVisible();
  await create(page);
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  expect(await newest(page)).toMatchObject({ title: 'Seven soups' });

  await destination.fill('https://shop.example/long?utm_source=news');
  await expect(page.getByText('The link’s title, read from the page')).toBeVisible();
  await create(page);
  await expect(destination).toHaveValue('');
  expect(await newest(page)).toMatchObject({ title: longest });
  // UTM parameters make no other page.
  expect([...asked]).toEqual(['menu', 'other', 'long'].map((at) => `https://shop.example/${at}`));
});

test('the form of a new link shows its own texts as networks show them', async ({ page }) => {
  await registered(page);
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('https://example.com/menu');
  await page.getByRole('button', { name: 'More options' }).click();
  await unfold(page, 'Preview');
  await expect(page.getByRole('figure')).toBeHidden();
  await page.getByLabel('Preview title').fill('The menu of the week');
  await page.getByLabel('Preview text').fill('Seven soups');

  const figure = page.getByRole('figure').filter({ hasText: 'The menu of the week' });
  await expect(figure).toContainText('Seven soups');
  await page.getByRole('radio', { name: 'X', exact: true }).check({ force: true });
  await expect(figure).not.toContainText('Seven soups');
});
