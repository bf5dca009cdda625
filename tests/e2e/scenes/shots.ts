// `bun run shots`: every page and everything that opens over one, in dark, light, at 390 px and at
// 1920 px, into `shots/`. Prints the errors that axe and the keyboard checks find, and then exits
// with 1. Names of scenes and of looks (`phone edit`) select a part. With `publish` it instead
// generates the pictures of the landing page and of home screens, into `web/images/`.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { buildWeb } from '#web-build';
import { demoPerson, seedDemo } from '#tests/demo/demo';
import { newDataDir } from '#tests/support/processes/waypost';
import { findChromium } from '#tests/e2e/setting/chromium';
import { publishImages } from './images.ts';
import { payWith } from '#tests/e2e/paying/pay-with';
import { subscriberScenes, tryingScenes } from '#tests/e2e/paying/paying-scenes';
import { complaintsAbout } from './complaints.ts';
import { drawerScene, floatingScenes } from './floating-scenes.ts';
import { wideLinkScenes } from './link-scenes.ts';
import { keyboardComplaints } from './keyboard.ts';
import { visitorScenes } from './visitor-scenes.ts';
import { reportScenes } from './report-scenes.ts';
import { emptyScenes, personScenes, type Scene } from './scenes.ts';
import { settled } from './settled.ts';

const looks = [
  { name: 'dark', theme: 'dark', width: 1280, height: 900 },
  { name: 'light', theme: 'light', width: 1280, height: 900 },
  { name: 'phone', theme: 'dark', width: 390, height: 844 },
  { name: 'phone-light', theme: 'light', width: 390, height: 844 },
  { name: 'wide', theme: 'dark', width: 1920, height: 1080 },
] as const;

const phoneWidth = 390;
const lanes = 3;
/** The container of the toasts, which is no layer over the page. */
const toasts = 'App';
const folder = join(import.meta.dir, '../../../shots');

await buildWeb();
if (process.argv.length === 2) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const dataDir = await newDataDir();
await Bun.write(join(dataDir.path, 'blocklist.txt'), '/photo\n');
const waypost = await seedDemo({
  dataDir: dataDir.path,
  env: { OPERATORS: demoPerson.email },
});
const browser = await chromium.launch(await findChromium());
try {
  const names = process.argv.slice(2);
  if (names[0] === 'publish') await publishImages({ browser, url: waypost.url, login });
  else await takeAll(browser, names);
} finally {
  await browser.close();
  await waypost.stop();
  await dataDir.remove();
}

async function takeAll(from: Browser, names: readonly string[]): Promise<void> {
  const looksWanted = looks.filter(({ name }) => names.includes(name));
  const scenesWanted = names.filter((name) => !looks.some((look) => look.name === name));
  const wanted = ({ name }: Scene) => scenesWanted.length === 0 || scenesWanted.includes(name);
  for (const look of looksWanted.length === 0 ? looks : looksWanted) {
    const context = await newContext(from, look);
    await take(context, look.name, visitorScenes.filter(wanted), lanes);
    const floating = look.width === phoneWidth ? [drawerScene, ...floatingScenes] : floatingScenes;
    const onlyWide = look.width === phoneWidth ? [] : wideLinkScenes;
    const overPages = [...floating, ...onlyWide];
    for (const scenes of [[...personScenes, ...reportScenes], overPages]) {
      // API keys are created only soon after a login.
      await login(context);
      await take(context, look.name, scenes.filter(wanted), lanes);
    }
    await register(context, look.name);
    await take(context, look.name, [...emptyScenes, ...tryingScenes].filter(wanted));
    if (subscriberScenes.some(wanted)) {
      await subscribe(context);
      await take(context, look.name, subscriberScenes.filter(wanted));
    }
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
    colorScheme: theme,
    storageState: {
      cookies: [],
      origins: [{ origin: waypost.url, localStorage: [{ name: 'waypost.theme', value: theme }] }],
    },
  });
}

/**
 * Takes the pictures of the scenes, several concurrently when no scene changes the data of another.
 */
async function take(context: BrowserContext, look: string, scenes: readonly Scene[], lanes = 1) {
  const waiting = [...scenes];
  const lane = async () => {
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) {
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const complaints = await show(page, look, scene).catch((error: unknown) => [String(error)]);
      for (const complaint of complaints) console.log(`${scene.name}, ${look}: ${complaint}`);
      if (complaints.length > 0) process.exitCode = 1;
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Takes the picture; returns the errors of the shown page. */
async function show(page: Page, look: string, scene: Scene): Promise<string[]> {
  const { name, path, act, isWindow, shows, staysOpen, hasChanges } = scene;
  await page.goto(path);
  await settled(page);
  await act?.(page);
  if (name !== 'loading') await settled(page);
  if (!isWindow) await seeEverything(page);
  await page.waitForTimeout(250);
  await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: !isWindow });

  const complaints = await complaintsAbout(page);
  const isLayer = shows !== undefined && shows !== toasts && !staysOpen;
  return isLayer ? [...complaints, ...(await keyboardComplaints(page, hasChanges))] : complaints;
}

/** Charts and pictures load only when they are visible. */
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

async function subscribe(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/subscribe');
  await payWith(page, '4242 4242 4242 4242');
  await page.waitForURL('/dashboard');
  await page.getByText('Your free trial').waitFor({ state: 'hidden' });
  await page.close();
}

async function register(context: BrowserContext, look: string): Promise<void> {
  const email = `new-${look}@waypost.example`;
  await send(context, '/api/register', { ...demoPerson, email });
}

async function send(context: BrowserContext, path: string, data: unknown): Promise<void> {
  const answer = await context.request.post(path, { data, headers: { origin: waypost.url } });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
}
