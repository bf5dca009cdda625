// `bun run shots`: every page and dialog in dark, light and 390 px, into `shots/`. With `publish` it
// also makes the pictures that the landing page and home screens show, into `web/images/`.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { buildWeb } from '#web-build';
import { demoPerson, seedDemo } from '#tests/demo/demo';
import { newDataDir } from '#tests/support/waypost';
import { findChromium } from './chromium.ts';
import { publishImages } from './images.ts';
import { chooseFile, pictureFile } from './pictures.ts';
import { settled } from './settled.ts';

type Scene = {
  readonly name: string;
  readonly path: string;
  /** What to do before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
  /** Only what is in the window, as a person sees a dialog; otherwise the whole page. */
  readonly isWindow?: true;
};

const looks = [
  { name: 'dark', theme: 'dark', width: 1280, height: 900 },
  { name: 'light', theme: 'light', width: 1280, height: 900 },
  { name: 'phone', theme: 'dark', width: 390, height: 844 },
  { name: 'phone-light', theme: 'light', width: 390, height: 844 },
] as const;

const folder = join(import.meta.dir, '../../shots');

const openMenu = (page: Page) =>
  page
    .getByRole('button', { name: /^Actions for \S+\/autumn/ })
    .filter({ visible: true })
    .click();
const choose = async (page: Page, action: string) => {
  await openMenu(page);
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').getByRole('heading').waitFor();
};

const fillAmount = (page: Page) => page.getByLabel('Sale amount').fill('49.99');
const chooseWay = async (page: Page, way: string) => {
  await fillAmount(page);
  await page.getByRole('tab', { name: way }).click();
  await page.getByRole('tabpanel').locator('code').first().waitFor();
};

const chooseOfConversion = async (page: Page, action: string) => {
  await page
    .getByRole('button', { name: /^Actions for (Sale|Signup|Lead|Download)/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').getByRole('heading').waitFor();
};

const visitorScenes: readonly Scene[] = [
  { name: 'landing', path: '/' },
  { name: 'login', path: '/login', isWindow: true },
  {
    name: 'login-refused',
    path: '/login',
    isWindow: true,
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@waypost.example');
      await page.getByLabel('Password', { exact: true }).fill('not a pass phrase');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Login Failed', { exact: true }).waitFor();
    },
  },
  { name: 'register', path: '/register', isWindow: true },
  {
    name: 'register-invalid',
    path: '/register',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: 'Start Free Trial' }).click(),
  },
  { name: 'support-visitor', path: '/support', isWindow: true },
  {
    name: 'support-missing',
    path: '/support',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: 'Send Message' }).click(),
  },
  { name: 'report', path: '/report?url=https%3A%2F%2Fgo.example%2FAb3dEfG', isWindow: true },
  { name: 'verify', path: '/verify?token=x', isWindow: true },
  { name: 'not-found', path: '/deep/nowhere', isWindow: true },
  { name: 'unknown-link', path: '/nobody-has-this', isWindow: true },
];

const personScenes: readonly Scene[] = [
  { name: 'dashboard', path: '/?range=30d' },
  { name: 'links', path: '/links' },
  { name: 'links-none-found', path: '/links?search=nothing', isWindow: true },
  { name: 'analytics', path: '/analytics?range=30d' },
  { name: 'conversions', path: '/conversions?range=30d' },
  { name: 'support', path: '/support', isWindow: true },
  {
    name: 'record-conversion',
    path: '/links?search=autumn',
    isWindow: true,
    act: (page) => choose(page, 'Add Conversion'),
  },
  {
    name: 'edit-conversion',
    path: '/conversions?range=30d',
    isWindow: true,
    act: (page) => chooseOfConversion(page, 'Edit'),
  },
  {
    name: 'remove-conversion',
    path: '/conversions?range=30d',
    isWindow: true,
    act: (page) => chooseOfConversion(page, 'Remove'),
  },
  { name: 'settings', path: '/settings' },
  {
    name: 'crop-dialog',
    path: '/settings',
    isWindow: true,
    act: async (page) => {
      await chooseFile(page, await pictureFile(page, { width: 900, height: 1200 }));
      await page.getByRole('group', { name: /arrow keys to move the part/ }).waitFor();
    },
  },
  {
    name: 'delete-account',
    path: '/settings',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await page.getByRole('dialog').getByRole('heading').waitFor();
    },
  },
  {
    name: 'password-question',
    path: '/settings',
    isWindow: true,
    act: async (page) => {
      const json = { code: 'reauth_required', message: 'Please enter your password to continue' };
      await page.route('**/api/profile', (route) => route.fulfill({ status: 403, json }));
      await page.getByLabel('Email', { exact: true }).fill('new@waypost.example');
      await page.getByRole('button', { name: 'Update Profile' }).click();
      await page.getByRole('dialog').getByRole('heading').waitFor();
    },
  },
  { name: 'not-found-inside', path: '/deep/nowhere', isWindow: true },
  {
    name: 'actions',
    path: '/links?search=autumn',
    isWindow: true,
    act: openMenu,
  },
  {
    name: 'edit',
    path: '/links?search=autumn',
    isWindow: true,
    act: (page) => choose(page, 'Edit Link'),
  },
  {
    name: 'delete',
    path: '/links?search=autumn',
    isWindow: true,
    act: (page) => choose(page, 'Delete'),
  },
  {
    name: 'one-link',
    path: '/links?search=autumn',
    act: async (page) => {
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'View Analytics' }).click();
      await page.getByRole('list', { name: 'Device Statistics' }).waitFor();
    },
  },
  {
    name: 'referrers',
    path: '/?range=90d',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'View All' }).click();
      await page.getByRole('dialog').getByRole('heading').waitFor();
    },
  },
  {
    name: 'range',
    path: '/analytics',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: /^Time range/ }).click(),
  },
  {
    name: 'create-open',
    path: '/links',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('switch', { name: 'Track conversions' }).click();
      await page.getByRole('switch', { name: 'Calculate profit automatically' }).click();
      await page.getByRole('switch', { name: 'Split test' }).click();
      await page.getByRole('button', { name: 'Add an expiry' }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
    },
  },
  { name: 'tracking', path: '/tracking', act: fillAmount },
  { name: 'tracking-script', path: '/tracking', act: (page) => chooseWay(page, 'Script') },
  { name: 'tracking-postback', path: '/tracking', act: (page) => chooseWay(page, 'Postback URL') },
  {
    name: 'tracking-links',
    path: '/tracking',
    isWindow: true,
    act: (page) => page.getByRole('combobox', { name: 'Link' }).click(),
  },
  {
    name: 'api-key',
    path: '/tracking',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: 'New API key' }).click(),
  },
  {
    name: 'menu',
    path: '/links',
    isWindow: true,
    act: async (page) => {
      const drawer = page.getByRole('button', { name: 'Open menu' });
      if (await drawer.isVisible()) await drawer.click();
      await page
        .getByRole('button', { name: /^Account of/ })
        .filter({ visible: true })
        .click();
    },
  },
  {
    name: 'loading',
    path: '/',
    isWindow: true,
    act: async (page) => {
      await page.route(/\/api\/(analytics|links)/, () => {});
      await page.reload();
      await page.getByText('Loading dashboard...').waitFor();
    },
  },
  {
    name: 'failed',
    path: '/analytics',
    isWindow: true,
    act: async (page) => {
      await page.route(/\/api\/analytics/, (route) => route.abort());
      await page.reload();
      await page.getByText('Failed to load analytics data').waitFor();
    },
  },
];

const emptyScenes: readonly Scene[] = [
  { name: 'dashboard-empty', path: '/' },
  { name: 'analytics-empty', path: '/analytics' },
  { name: 'tracking-empty', path: '/tracking' },
  { name: 'conversions-empty', path: '/conversions' },
  {
    name: 'settings-new-address',
    path: '/settings',
    act: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('another.address@waypost.example');
      await page.getByRole('button', { name: 'Update Profile' }).click();
      await page.getByRole('button', { name: 'Cancel change' }).waitFor();
    },
  },
  {
    name: 'created',
    path: '/',
    isWindow: true,
    act: async (page) => {
      await page.getByLabel('Destination URL').fill('https://northwind.example/new');
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByText('Your short link is ready').waitFor();
    },
  },
];

await buildWeb();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const dataDir = await newDataDir();
const waypost = await seedDemo({ dataDir: dataDir.path });
const browser = await chromium.launch(await findChromium());
try {
  const only = process.argv[2];
  if (only === 'publish') await publishImages({ browser, url: waypost.url, login });
  else await takeAll(browser, only);
} finally {
  await browser.close();
  await waypost.stop();
  await dataDir.remove();
}

async function takeAll(from: Browser, only: string | undefined): Promise<void> {
  const wanted = ({ name }: Scene) => only === undefined || name === only;
  for (const look of looks) {
    const context = await newContext(from, look);
    await take(context, look.name, visitorScenes.filter(wanted));
    await login(context);
    await take(context, look.name, personScenes.filter(wanted));
    await register(context, look.name);
    await take(context, look.name, emptyScenes.filter(wanted));
    await context.close();
  }
}

function newContext(from: Browser, look: (typeof looks)[number]): Promise<BrowserContext> {
  const { theme, width, height } = look;
  return from.newContext({
    baseURL: waypost.url,
    viewport: { width, height },
    deviceScaleFactor: width < 500 ? 2 : 1,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: waypost.url, localStorage: [{ name: 'waypost.theme', value: theme }] }],
    },
  });
}

async function take(context: BrowserContext, look: string, scenes: readonly Scene[]) {
  for (const { name, path, act, isWindow } of scenes) {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(path);
    await settled(page);
    await act?.(page);
    if (name !== 'loading') await settled(page);
    if (!isWindow) await seeEverything(page);
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: !isWindow });
    await page.close();
  }
}

/** Charts and pictures wait until they are seen. */
async function seeEverything(page: Page): Promise<void> {
  for (const waiting of await page.locator('figure:has(table), [data-carousel]').all()) {
    await waiting.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.waitForTimeout(150);
  }
  await settled(page);
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function login(context: BrowserContext): Promise<void> {
  const { email, password } = demoPerson;
  await send(context, '/api/auth/login', { email, password });
}

async function register(context: BrowserContext, look: string): Promise<void> {
  const email = `new-${look}@waypost.example`;
  await send(context, '/api/register', { ...demoPerson, email });
}

async function send(context: BrowserContext, path: string, data: unknown): Promise<void> {
  const answer = await context.request.post(path, { data, headers: { origin: waypost.url } });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
}
