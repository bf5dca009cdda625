import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { paths } from '#web/paths.ts';
import { buildWeb } from '#web-build';
import { findChromium } from '#tests/e2e/setting/chromium';
import { cleanUps } from '#tests/support/clean-ups';
import { passOn } from '#tests/support/processes/pass-on';
import { runReadmeSession } from '#tests/support/readers/readme-session';
import { eventually } from '#tests/support/waiting';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { isExtended } from '#tests/support/extent';

const passOnFile = join(import.meta.dir, '../support/processes/pass-on.ts');
const dataDir = await newDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

/** Packets that the process's network could not send: it has no route except loopback. */
function packetsWithoutRoute(pid: number): number {
  const [names = '', values = ''] = readFileSync(`/proc/${pid}/net/snmp`, 'utf8').split('\n');
  const at = names.split(' ').indexOf('OutNoRoutes');
  const six = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/net/snmp6`, 'utf8'))?.[1];
  return Number(values.split(' ')[at]) + Number(six);
}

/** Of the main check: opening every screen in a browser takes minutes. */
const nothingOpened = { elsewhere: [], failed: [] };

const missing =
  process.getuid?.() !== 0
    ? 'a network of its own needs root'
    : Bun.which('ip') === null || Bun.which('unshare') === null
      ? 'ip and unshare are not installed'
      : null;
if (missing !== null) console.log(`skipped: no outbound connections, because ${missing}`);

test.skipIf(missing !== null)(
  '[works-offline] without a network route the main functions work, and nothing tries to connect',
  async () => {
    if (isExtended) await buildWeb();
    const alone = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
    const door = join(dataDir.path, 'door');
    const { port, close } = await passOn({ port: 0, host: '127.0.0.1' }, { path: door });
    cleanUp.add(close);
    waypost = await startWaypost({ dataDir: dataDir.path, port, inside: alone });
    const withIt = ['nsenter', `--net=/proc/${waypost.pid}/ns/net`];

    const session = await runReadmeSession(waypost.url, withIt);
    const inner = Bun.spawn([...withIt, process.execPath, passOnFile, door, String(port)]);
    cleanUp.add(() => inner.kill());
    const opened = isExtended ? await openEveryScreen(waypost.url, door) : nothingOpened;
    const before = packetsWithoutRoute(waypost.pid);
    await Bun.spawn([...withIt, 'curl', '-sm', '2', 'http://192.0.2.1/']).exited;

    expect(session.exitCode).toBe(0);
    expect(session.printed).toContain('"totalClicks":4');
    expect(opened.elsewhere).toEqual([]);
    expect(opened.failed).toEqual([]);
    expect(before).toBe(0);
    // The counter does count an attempt: this intentional one.
    expect(packetsWithoutRoute(waypost.pid)).toBeGreaterThan(0);
  },
  240_000,
);

const screens = Object.values(paths)
  .filter((path) => typeof path === 'string')
  .filter((path) => !path.startsWith('/api/') && path !== paths.design)
  .map((path) => path.replace(':id', crypto.randomUUID()).replace(':token', 'x'.repeat(22)));

/**
 * The browser has its own network, because Chromium's own requests would count too; it is connected
 * by a socket file. Opens all screens, first as a visitor and then signed in, and returns their
 * requests.
 */
async function openEveryScreen(url: string, door: string) {
  await eventually(
    () => existsSync(door),
    (isOpen) => isOpen,
  );
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({ baseURL: url });
  const elsewhere: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== url) {
      elsewhere.push(request.url());
    }
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (why !== 'net::ERR_ABORTED') failed.push(`${request.url()} ${why}`);
  });
  page.on('pageerror', (error) => failed.push(error.message));
  const open = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await page.goto(path);
      const heading = page.locator('h1').first();
      await heading.waitFor().catch(() => failed.push(`${path} shows no heading`));
    }
  };

  await open(['/nobody', ...screens]);
  // The server's own pages, such as the privacy page, may load nothing.
  await page.goto(paths.login);
  const person = { firstName: 'Ada', lastName: 'Byron', email: 'ada@waypost.test' };
  const status = await page.evaluate(
    async (registration) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(registration);
      return (await fetch('/api/register', { method: 'POST', headers, body })).status;
    },
    { ...person, password: 'a-pass-phrase-nobody-has' },
  );
  if (status !== 201) failed.push(`/api/register ${status}`);
  await open(screens);
  await browser.close();
  return { elsewhere, failed };
}
