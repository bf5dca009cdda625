import type { Page } from '@playwright/test';
import {
  agents,
  chooseAction,
  created,
  expect,
  freeAlias,
  password,
  registered,
  shownUrl,
  test,
  visit,
} from './setting/journey.ts';

/** The clicks of the last 30 days, as the dashboard shows them; not what keeps their place meanwhile. */
const clicksThisMonth = (page: Page, clicks: number) =>
  page
    .getByRole('heading', { name: 'Total Clicks' })
    .locator('..')
    .getByText(`${clicks} in 30 days`, { exact: true });

/** As when the person switches to another tab, and back. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

test('a toast closes automatically, also after an earlier one was dismissed @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/1' });
  await page.goto('/');
  const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await chooseAction(page, shownUrl(link), 'Copy Link');
  await toasts.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toasts).toHaveCount(0);

  await chooseAction(page, shownUrl(link), 'Copy Link');
  await expect(toasts).toHaveText('Copied!');

  await expect(toasts).toHaveCount(0, { timeout: 15_000 });
});

test('an error at a field is not repeated in a toast', async ({ page }) => {
  await registered(page);
  const alias = freeAlias('taken');
  await created(page, { originalUrl: 'https://example.com/', customAlias: alias });
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('https://example.com/');
  await page.getByLabel('Custom alias').fill(alias);

  await page.getByRole('button', { name: 'Create link' }).click();

  await expect(page.getByText('This alias is already taken')).toHaveCount(1);
});

/** The account's clicks that the server counts. */
const storedClicks = (page: Page) => async () =>
  (await (await page.request.get('/api/analytics')).json()).totalClicks;

/** Counts the page's requests of a path, and remembers the kinds of updates that it received. */
async function watched(page: Page) {
  const counts = { '/api/links': 0, '/api/analytics': 0 };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/links' || pathname === '/api/analytics') counts[pathname] += 1;
  });
  await page.addInitScript(() => {
    const kinds: string[] = [];
    const Source = window.EventSource;
    window.EventSource = class extends Source {
      constructor(address: string | URL) {
        super(address);
        // Registered before the page's own listeners, so the page has handled it a task later.
        this.addEventListener('numbers', () => setTimeout(() => kinds.push('numbers'), 100));
      }
    };
    Object.assign(window, { __updates: kinds });
  });
  const updates = () => page.evaluate<string[]>(() => Reflect.get(window, '__updates'));
  return { counts, updates };
}

test('[live-pages] an opened page asks for its numbers once, and again after a click @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await visit(link.shortUrl, agents.desktop);
  await expect.poll(storedClicks(page)).toBe(1);
  const { counts, updates } = await watched(page);
  await page.goto('/dashboard');
  await expect(clicksThisMonth(page, 1)).toBeVisible();
  await expect.poll(updates).toEqual(['numbers']);
  expect(counts).toEqual({ '/api/links': 1, '/api/analytics': 1 });

  await visit(link.shortUrl, agents.desktop);

  await expect(clicksThisMonth(page, 2)).toBeVisible();
  expect(counts).toEqual({ '/api/links': 2, '/api/analytics': 2 });
});

test('[live-pages] a click between the page’s answers and its first update appears @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  let connect = (): void => {};
  const stored = new Promise<void>((resolve) => void (connect = resolve));
  await page.route('**/api/v1/stream', async (route) => {
    await stored;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(clicksThisMonth(page, 0)).toBeVisible();

  await visit(link.shortUrl, agents.desktop);
  await expect.poll(storedClicks(page)).toBe(1);
  await expect(clicksThisMonth(page, 0)).toBeVisible();
  connect();

  await expect(clicksThisMonth(page, 1)).toBeVisible();
});

test('a link created between the page’s answers and its first update appears @more', async ({
  page,
}) => {
  await registered(page);
  let connect = (): void => {};
  const stored = new Promise<void>((resolve) => void (connect = resolve));
  await page.route('**/api/v1/stream', async (route) => {
    await stored;
    await route.continue();
  });
  await page.goto('/links');
  await expect(page.getByText('No links created yet')).toBeVisible();

  await created(page, { originalUrl: 'https://example.com/elsewhere' });
  connect();

  await expect(page.getByRole('cell', { name: 'example.com/elsewhere' })).toBeVisible();
});

test('a click right after opening the dashboard appears on it @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/');
  await expect(clicksThisMonth(page, 0)).toBeVisible();

  await visit(link.shortUrl, agents.desktop);

  await expect(clicksThisMonth(page, 1)).toBeVisible({ timeout: 30_000 });
});

test('changes made while the tab was hidden appear when it is visible again @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/');
  await expect(clicksThisMonth(page, 0)).toBeVisible();
  await setHidden(page, true);
  await visit(link.shortUrl, agents.desktop);
  await expect.poll(storedClicks(page)).toBe(1);

  await setHidden(page, false);

  await expect(clicksThisMonth(page, 1)).toBeVisible({ timeout: 5000 });
});

test('a link created in one tab appears in another @more', async ({ page, context }) => {
  await registered(page);
  await page.goto('/links');
  await expect(page.getByText('No links created yet')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');

  await other.getByLabel('Destination URL').fill('https://example.com/elsewhere');
  await other.getByRole('button', { name: 'Create link' }).click();

  await expect(page.getByRole('cell', { name: 'example.com/elsewhere' })).toBeVisible();
});

test('offline, the shell stays with a notice, and the page opens when the connection is back', async ({
  page,
  context,
}) => {
  await registered(page);
  await page.goto('/');
  await expect(page.getByText('No links created yet')).toBeVisible();

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Tracking Setup' }).click();

  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('No Tracking Links Found')).toBeVisible();
});

test('while the server is away, a page tries again by itself, and its button stays in the app', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  await expect(page.getByText('No links created yet')).toBeVisible();
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Tracking Setup' }).click();
  const heading = page.getByRole('heading', { name: 'This page could not be loaded' });
  await expect(heading).toBeVisible();

  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(heading).toBeVisible();
  await page.unroute('**/*');
  await expect(page.getByText('No Tracking Links Found')).toBeVisible({ timeout: 15_000 });
});

test('a failing server signs nobody out, and what was typed stays', async ({ page }) => {
  await registered(page);
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('https://example.com/typed');
  await page.route('**/api/auth/user', (route) => route.fulfill({ status: 503, body: '' }));

  await page.evaluate(() => window.dispatchEvent(new Event('focus')));

  await expect(page.getByText('Connection lost. Trying again...')).toBeVisible();
  await expect(page.getByLabel('Destination URL')).toHaveValue('https://example.com/typed');
  await page.unroute('**/api/auth/user');
  await expect(page.getByText('Connection lost. Trying again...')).toHaveCount(0);
  await expect(page.getByLabel('Destination URL')).toHaveValue('https://example.com/typed');
});

test('a visitor at a protected screen signs in first, and then gets that screen with its query', async ({
  page,
}) => {
  const person = await registered(page);
  await page.context().clearCookies();

  await page.goto('/analytics?range=30d');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL(/\/analytics\?range=30d$/);
  await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible();
});

test('signing in never redirects to another site', async ({ page }) => {
  const person = await registered(page);
  await page.context().clearCookies();
  await page.goto('/login?next=https%3A%2F%2Fevil.example%2Flinks');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a session that ends during work is renewed in place, and the form is kept', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  await page.getByLabel('Destination URL').fill('https://example.com/kept');
  await page.context().clearCookies();

  // The page's own requests may detect it first, and then the form is already covered.
  await page.getByLabel('Destination URL').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' });
  await dialog.getByLabel('Password', { exact: true }).fill('not the pass phrase');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByText('Invalid email or password')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();

  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Destination URL')).toHaveValue('https://example.com/kept');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByLabel('Destination URL')).toHaveValue('');
});

test('logging out logs out every tab, and clears the screens', async ({ page, context }) => {
  await registered(page);
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Account of Ada Byron' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();

  await expect(other.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
  await expect(other.getByText('Byron')).toHaveCount(0);
});
