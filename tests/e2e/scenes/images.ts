import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { settled } from './settled.ts';

const folder = join(import.meta.dir, '../../../web/images');

type Publish = {
  readonly browser: Browser;
  readonly url: string;
  login(context: BrowserContext): Promise<void>;
};

/** The screens on the landing page, each in both themes. */
const screens: readonly { name: string; path: string }[] = [
  { name: 'dashboard', path: '/?range=30d' },
  { name: 'links', path: '/links' },
  { name: 'analytics', path: '/analytics?range=30d&compare=previous' },
  { name: 'conversions', path: '/conversions?range=30d' },
];

/** Generates everything in `web/images` from the product and its mark. */
export async function publishImages({ browser, url, login }: Publish): Promise<void> {
  for (const theme of ['dark', 'light']) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: [{ name: 'waypost.theme', value: theme }] }],
      },
    });
    await login(context);
    await closeTrialBanner(context);
    for (const screen of screens) await publishScreen(context, screen, theme);
    await context.close();
  }
  await publishIcons(browser);
}

async function closeTrialBanner(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Free trial').getByRole('button', { name: 'Close' }).click();
  await page.close();
}

async function publishScreen(
  context: BrowserContext,
  { name, path }: (typeof screens)[number],
  theme: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  await settled(page);
  await brand(page);
  await page.waitForTimeout(300);
  const webp = await new Bun.Image(await page.screenshot()).webp({ quality: 82 }).bytes();
  await Bun.write(join(folder, `${name}-${theme}.webp`), webp);
  await page.close();
}

/** Shows an example short host in place of this machine's. */
async function brand(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rename = (node: Node) => {
      if (node.nodeType === Node.TEXT_NODE && node.textContent?.includes('localhost:')) {
        node.textContent = node.textContent.replace(/localhost:\d+/, 'nwnd.co');
      }
      for (const child of node.childNodes) rename(child);
    };
    new MutationObserver(() => rename(document.body)).observe(document.body, {
      childList: true,
      subtree: true,
    });
    rename(document.body);
  });
}

async function publishIcons(browser: Browser): Promise<void> {
  const mark = await Bun.file(join(folder, 'favicon.svg')).text();
  const draw = async (width: number, height: number, body: string) => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(
      `<style>body{margin:0;background:#0b0d10;color:#eef1f5;font-family:Inter,system-ui,sans-serif}svg{display:block}</style>${body}`,
    );
    const png = await page.screenshot({ omitBackground: true });
    await page.close();
    return png;
  };
  const sized = (size: number) => mark.replace('<svg ', `<svg width="${size}" height="${size}" `);

  await Bun.write(join(folder, 'apple-touch-icon.png'), await draw(180, 180, sized(180)));
  for (const size of [192, 512]) {
    // The mark keeps to the middle of a square, which devices cut to their own shape.
    const square = sized(size)
      .replace('rx="7" ', '')
      .replace('<path ', '<path transform="translate(3.2 3.2) scale(.8)" ');
    await Bun.write(join(folder, `icon-${size}.png`), await draw(size, size, square));
  }
  await Bun.write(join(folder, 'favicon.ico'), icon(await draw(32, 32, sized(32))));
  const card = `<div style="display:grid;place-content:center;justify-items:center;gap:28px;height:630px">${sized(200)}<div style="font-size:88px;font-weight:700;letter-spacing:-3px">Waypost</div><div style="font-size:40px;color:#9aa4b2">Brand, Track, Convert!</div></div>`;
  await Bun.write(join(folder, 'social-card.png'), await draw(1200, 630, card));
}

/** An icon file with one picture of 32 by 32 pixels. */
function icon(png: Buffer): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([32, 32, 0, 0, 1, 0, 32, 0], 6);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
