// `bun run bench:web`: how fast the web app is with 5,000 links, or with the number given as an
// argument. Sorting and searching in Chromium, the cost of a cold load, then Lighthouse's scores,
// the median of three runs. A word selects one part: `table`, `cold` or a page's path.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { buildWeb } from '#web-build';
import { findChromium } from '#tests/e2e/setting/chromium';
import { signUp, type Person } from '#tests/support/person';
import { embeddedPostgresUrl, seedLinks } from '#tests/support/builders/seeded-links';
import { inParallel, visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { median } from './figures.ts';
import { measuredWaypost } from './measured-waypost.ts';
import { coldLoad, mostDashboardKilobytes } from './web-parts/cold-load.ts';

type Target = {
  readonly path: string;
  readonly isPrivate: boolean;
  readonly mobile: number | null;
};

const rounds = 3;
const visits = 300;
const desktop = 98;
const mostTaskMs = 100;
const targets: readonly Target[] = [
  { path: '/', isPrivate: false, mobile: 92 },
  { path: '/login', isPrivate: false, mobile: 92 },
  { path: '/register', isPrivate: false, mobile: null },
  { path: '/dashboard', isPrivate: true, mobile: 92 },
  { path: '/links', isPrivate: true, mobile: 92 },
  { path: '/analytics', isPrivate: true, mobile: null },
];

const reportShape = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ displayValue: z.string().optional() })),
});

type Report = z.infer<typeof reportShape>;

const root = join(import.meta.dir, '../..');
const browser = await findChromium({ isWhole: true });
const given = process.argv.slice(2);
const linkCount = Number(given.find((word) => /^\d+$/.test(word)) ?? 5000);
const only = given.find((word) => !/^\d+$/.test(word));
const table: Record<string, string | number>[] = [];

await buildWeb();
await using waypost = await measuredWaypost();
const person = await signUp(waypost.url);
await fill(person);
if (only === undefined || only === 'table') await measureTable(person);
if (only === undefined || only === 'cold') await measureColdLoads(person);
for (const target of targets.filter(({ path }) => only === undefined || path === only)) {
  await score(target, person, 'desktop', desktop);
  if (target.mobile !== null) await score(target, person, 'mobile', target.mobile);
}
if (table.length > 0) console.table(table);

/** Creates links, and visits to some of them. */
async function fill(person: Person): Promise<void> {
  const user: { id: string } = await (await person.get('/api/auth/user')).json();
  const url = embeddedPostgresUrl(waypost.dataDir);
  const codes = await seedLinks(url, { userId: user.id, count: linkCount, bytes: 500 }, 'Wp');
  await inParallel({ count: visits, parallel: 8 }, (n) =>
    visit(`${waypost.url}/${codes[(n % 120) * 7]}`),
  );
  // A page that opens while clicks are still being stored loads its numbers again.
  await eventually(
    async () => (await (await person.get('/api/analytics')).json()).totalClicks,
    (stored) => stored === visits,
  );
  console.log(`${linkCount} links`);
}

async function measureTable(person: Person): Promise<void> {
  const chrome = await chromium.launch(browser);
  const [name = '', value = ''] = person.cookie.split('=');
  const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name, value, url: waypost.url }]);
  const page = await context.newPage();
  await page.goto(`${waypost.url}/links`);
  await page.getByText(`of ${linkCount.toLocaleString('en-US')}`).waitFor();

  for (const heading of ['Link', 'Original URL', 'Clicks', 'Date']) {
    const button = page.getByRole('button', { name: heading, exact: true });
    console.log(`sort by ${heading}: ${await timed(page, () => button.click())} ms`);
  }
  await page.goto(`${waypost.url}/links`);
  const search = page.getByLabel('Search links');
  for (const text of ['s', 'sh', 'SHOP.EXAMPLE/49', 'Wp04998', 'nothing like it', '']) {
    console.log(`search "${text}": ${await timed(page, () => search.fill(text))} ms`);
  }
  await chrome.close();
}

async function measureColdLoads(person: Person): Promise<void> {
  const chrome = await chromium.launch(browser);
  for (const path of ['/dashboard', '/links']) {
    const { cookie } = person;
    const { kilobytes, requests, longestTaskMs } = await coldLoad(chrome, {
      url: waypost.url + path,
      cookie,
    });
    const isTooMuch = path === '/dashboard' && kilobytes > mostDashboardKilobytes;
    const missed = isTooMuch || longestTaskMs > mostTaskMs;
    console.log(
      `${path} cold: ${kilobytes} KB in ${requests} requests, longest task ${longestTaskMs} ms${missed ? ' TOO MUCH' : ''}`,
    );
    if (missed) process.exitCode = 1;
  }
  await chrome.close();
}

/** Milliseconds from the input event to the frame of the last change of the rows. */
async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const start = () => {
      const from = performance.now();
      const look = new MutationObserver(() => {
        requestAnimationFrame(() => {
          Object.assign(window, { __took: performance.now() - from });
        });
      });
      look.observe(document.body, { childList: true, subtree: true, characterData: true });
      setTimeout(() => look.disconnect(), 600);
    };
    Object.assign(window, { __took: 0 });
    for (const event of ['click', 'input']) {
      document.addEventListener(event, start, { capture: true, once: true });
    }
  });
  await act();
  await page.waitForTimeout(700);
  return Math.round(await page.evaluate(() => Number(Reflect.get(window, '__took'))));
}

async function score(target: Target, person: Person, device: 'desktop' | 'mobile', least: number) {
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) {
    reports.push(await lighthouse(target, person, device));
  }
  const scores = Object.keys(reports[0]?.categories ?? {}).map((category) => {
    const all = reports.map((report) =>
      Math.round((report.categories[category]?.score ?? 0) * 100),
    );
    return [category, median(all)] as const;
  });
  const missed = scores.some(([, each]) => each < least);
  const audits = reports[0]?.audits ?? {};
  const paint = `LCP ${audits['largest-contentful-paint']?.displayValue}, TBT ${audits['total-blocking-time']?.displayValue}, CLS ${audits['cumulative-layout-shift']?.displayValue}`;
  const line = scores.map(([category, each]) => `${category} ${each}`).join(', ');
  console.log(`${target.path} ${device}: ${line} (${paint})${missed ? ` BELOW ${least}` : ''}`);
  table.push({ page: target.path, device, ...Object.fromEntries(scores), least });
  if (missed) process.exitCode = 1;
}

async function lighthouse(
  { path, isPrivate }: Target,
  person: Person,
  device: 'desktop' | 'mobile',
): Promise<Report> {
  const file = join(tmpdir(), `waypost-lighthouse-${process.pid}.json`);
  const categories = ['performance', 'accessibility', 'best-practices'];
  if (path === '/') categories.push('seo');
  const command = [
    ...['node', join(root, 'node_modules/lighthouse/cli/index.js'), `${waypost.url}${path}`],
    ...['--quiet', '--output=json', `--output-path=${file}`],
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=--headless=new ${browser.args.join(' ')}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ...(isPrivate ? [`--extra-headers=${JSON.stringify({ Cookie: person.cookie })}`] : []),
  ];
  const child = Bun.spawn(command, {
    env: { ...process.env, CHROME_PATH: browser.executablePath },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`Lighthouse failed on ${path}\n${said}`);
  return reportShape.parse(await Bun.file(file).json());
}
