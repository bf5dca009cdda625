import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#adapters/embedded/free-port';
import { secondMs } from '#core/shared/time';
import { cleanUps } from '#tests/support/clean-ups';
import { exampleFor, proxies } from '#tests/support/proxies/documented-proxies';
import { rawConnection } from '#tests/support/processes/raw-connection';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost, type Waypost } from '#tests/support/processes/waypost';

const cleanUp = cleanUps();
const folder = tempFolder();
const dataDir = await startedDataDir();
const port = await freePort(undefined);
/** Neither the proxy's address nor in its network. */
const visitorAddress = '127.7.8.9';
let waypost: Waypost;
let answersOfAnIdleOne: Promise<string[]>;

const startBehindProxies = () =>
  startWaypost({
    dataDir: dataDir.path,
    port,
    until: 'redirects',
    env: { APP_URL: 'https://go.example.com', TRUSTED_PROXIES: '127.0.0.1' },
  });

beforeAll(async () => {
  waypost = await startBehindProxies();
  await until('Waypost is whole', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return (await answer.json()).status === 'ready';
  });
  answersOfAnIdleOne = askTwice();
  answersOfAnIdleOne.catch(() => null);
});

afterAll(async () => {
  await waypost.killTree();
  await dataDir.remove();
  folder[Symbol.dispose]();
});

async function start(name: keyof typeof proxies): Promise<number> {
  const proxyPort = await freePort(undefined);
  const own = join(folder.path, name);
  await mkdir(own);
  const child = Bun.spawn(proxies[name]({ folder: own, port: proxyPort, upstream: port }), {
    env: { PATH: process.env['PATH'] ?? '', HOME: own },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  cleanUp.add(async () => {
    child.kill('SIGKILL');
    await child.exited;
  });
  await until(`${name} listens`, () =>
    fetch(`http://127.0.0.1:${proxyPort}/`).then(
      () => true,
      () => false,
    ),
  );
  return proxyPort;
}

/** A browser that uses one connection to a server; each call returns the whole response. */
function browser(serverPort: number) {
  const connection = rawConnection(serverPort, visitorAddress);
  cleanUp.add(() => connection.reset());
  let seen = 0;

  /**
   * Sends a request, unless its line is empty; returns the received text once `isEnough` is true.
   */
  const ask = async (
    line: string,
    { cookie = '', body = '', isEnough = isWhole }: Asked = {},
  ): Promise<string> => {
    const head = [
      `${line} HTTP/1.1`,
      'Host: go.example.com',
      'Origin: https://go.example.com',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `Cookie: ${cookie}`,
    ];
    if (line !== '') connection.say(`${head.join('\r\n')}\r\n\r\n${body}`);
    const received = await connection.receive((text) => isEnough(text.slice(seen)));
    const answer = received.slice(seen);
    seen = received.length;
    return answer;
  };
  return { ask };
}

type Asked = { cookie?: string; body?: string; isEnough?: (answer: string) => boolean };

const hasCome = (text: string) => (answer: string) => answer.includes(text);

/** Whether a response with a length, or a chunked one, is complete. */
function isWhole(answer: string): boolean {
  const [head = '', body] = answer.split('\r\n\r\n', 2);
  if (body === undefined) return false;
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
  if (head.startsWith('HTTP/1.1 204')) return true;
  return length === undefined ? answer.endsWith('0\r\n\r\n') : body.length >= Number(length);
}

/** The remote ends of Waypost's connections, as the kernel lists them. */
function connectionsToWaypost(): string[] {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , peer = '', state]) => peer.endsWith(remote) && state === '01')
    .map(([, own = '']) => own);
}

/** How long install.md's example keeps an idle connection to Waypost. */
function keptMs(name: keyof typeof proxies): number {
  const language = name === 'caddy' ? 'caddyfile' : name;
  const [, seconds] = /keepalive(?:_timeout)? (\d+)s/.exec(exampleFor(language)) ?? [];
  return Number(seconds) * secondMs;
}

/**
 * The responses on a connection that is idle in between for longer than install.md's proxies keep one.
 */
async function askTwice(): Promise<string[]> {
  const { ask } = browser(port);
  const first = await ask('POST /api/auth/login', { body: login });
  await Bun.sleep(Math.max(keptMs('nginx'), keptMs('caddy')) + 2 * secondMs);
  return [first, await ask('POST /api/auth/login', { body: login })];
}

const password = 'a-pass-phrase-nobody-has';
const login = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' });

for (const name of ['nginx', 'caddy'] as const) {
  const missing =
    process.platform !== 'linux'
      ? ' (needs Linux)'
      : Bun.which(name) === null
        ? ` (needs ${name})`
        : '';

  describe.skipIf(missing !== '')(`behind ${name} with install.md's example${missing}`, () => {
    let ask: ReturnType<typeof browser>['ask'];
    let cookie = '';
    let proxyPort = 0;
    let others: string[] = [];
    const connections = () => connectionsToWaypost().filter((own) => !others.includes(own));

    test('[behind-a-proxy] the visitor’s own address arrives, and the session works', async () => {
      others = connectionsToWaypost();
      proxyPort = await start(name);
      ({ ask } = browser(proxyPort));
      const person = { email: `${name}@example.com`, password };
      const body = JSON.stringify({ ...person, firstName: 'Ada', lastName: 'Byron' });

      const registered = await ask('POST /api/register', { body });
      cookie = /^set-cookie: ([^;]+)/im.exec(registered)?.[1] ?? '';
      const answers: string[] = [];
      await until('the sign-up is noted', async () => {
        answers.push(await ask('GET /api/v1/activity', { cookie }));
        return answers.at(-1)?.includes('"network"') === true;
      });

      expect(registered).toStartWith('HTTP/1.1 201');
      expect(cookie).toStartWith('__Host-');
      expect(answers.at(-1)).toContain('"network":"127.7.8.0"');
    });

    test('[behind-a-proxy] a connection is reused right before its end, and no write gets a 502', async () => {
      const statusOf = async () =>
        (await ask('POST /api/auth/login', { body: login })).slice(9, 12);
      const statuses = [await statusOf()];
      const before = connections();

      await Bun.sleep(keptMs(name) - 700);
      statuses.push(await statusOf());

      expect(before).toHaveLength(1);
      expect(connections()).toEqual(before);
      expect(statuses).toEqual(['401', '401']);
    });

    test('[behind-a-proxy] an event stream passes without buffering', async () => {
      const changed = { newPassword: 'another-phrase-nobody-has', currentPassword: password };
      const body = JSON.stringify({ ...changed, confirmPassword: changed.newPassword });

      const opened = await ask('GET /api/v1/stream', { cookie, isEnough: hasCome('retry: 3000') });
      const other = browser(proxyPort);
      const answer = await other.ask('PUT /api/profile/password', { cookie, body });
      const event = await ask('', { isEnough: hasCome('"unread":1') });

      expect(opened).toStartWith('HTTP/1.1 200');
      expect(answer).toStartWith('HTTP/1.1 204');
      expect(event).toContain('event: notices');
    });

    // nginx has no way to hold a request until its only server is back.
    if (name === 'nginx') return;
    test('[behind-a-proxy] no request fails while Waypost restarts', async () => {
      const statuses = new Map<string, number>();
      const link = JSON.stringify({ originalUrl: 'https://shop.example/', customAlias: 'held' });
      const made = await browser(proxyPort).ask('POST /api/links', { cookie, body: link });
      expect(made).toStartWith('HTTP/1.1 201');
      let isOver = false;
      const request = async () => {
        const { ask: askOnce } = browser(proxyPort);
        while (!isOver) {
          const status = (await askOnce('GET /held')).slice(9, 12);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          await Bun.sleep(20);
        }
      };
      const requests = [request(), request(), request(), request()];

      // A stop ends idle connections, and one is still being watched.
      await answersOfAnIdleOne.catch(() => null);
      expect(await waypost.stop()).toBe(0);
      waypost = await startBehindProxies();
      await Bun.sleep(500);
      isOver = true;
      await Promise.all(requests);

      expect([...statuses.keys()]).toEqual(['302']);
      expect(statuses.get('302')).toBeGreaterThan(20);
    });
  });
}

test('[behind-a-proxy] Waypost keeps an idle connection for longer than install.md’s proxies do', async () => {
  const [first, second] = await answersOfAnIdleOne;

  expect(first).toStartWith('HTTP/1.1 401');
  expect(second).toStartWith('HTTP/1.1 401');
});
