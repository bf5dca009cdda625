import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { buildWeb } from '#web-build';
import { findChromium } from '#tests/e2e/setting/chromium';
import { dnsServer } from '#tests/support/doubles/dns-server';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { linkIn, mailsIn, tokenOf } from '#tests/support/readers/mail-files';
import { eventually } from '#tests/support/waiting';

const caddy = Bun.which('caddy');
const named = caddy === null ? ' (needs caddy)' : '';
const host = 'go.shop.example';
const app = 'https://app.waypost.example';

test.skipIf(caddy === null)(
  `[own-domains] a browser opens a link of a custom domain over https, by Caddy's certificates on demand${named}`,
  async () => {
    await using ends = new AsyncDisposableStack();
    await buildWeb();
    const dns = ends.use(await dnsServer());
    const dataDir = await newDataDir();
    ends.defer(dataDir.remove);
    const port = freePort();
    const waypost = await startWaypost({
      dataDir: dataDir.path,
      port,
      until: 'redirects',
      env: { APP_URL: app, SHORT_URL: 'https://links.waypost.example', DNS_SERVERS: dns.address },
    });
    ends.defer(() => waypost.killTree());
    const shop = Bun.serve({ port: 0, fetch: () => new Response('the shop') });
    ends.defer(() => shop.stop(true));
    await eventually(
      () => fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.json()),
      (answer) =>
        /ready|degraded/.test(JSON.stringify(answer)) && !/starting/.test(JSON.stringify(answer)),
      60,
    );
    const httpsPort = await startCaddy(ends, join(dataDir.path, 'caddy'), port);
    const page = await openBrowser(ends, { httpsPort, shopPort: shop.port ?? 0 });
    dns.set('A', 'links.waypost.example', '192.0.2.10');

    await signUp(page, dataDir.path);
    await page.goto(`${app}/settings/domains`);
    await page.getByRole('textbox', { name: 'Domain' }).fill(host);
    await page.getByRole('button', { name: 'Add domain' }).click();
    const value = page.getByText(/^waypost-proof=/);
    const proof = (await value.textContent()) ?? '';
    expect(await isRefused(page)).toBe(true);

    dns.set('TXT', `_waypost.${host}`, 'waypost-proof=somebody-else');
    await page.getByRole('button', { name: `Check now: ${host}` }).click();
    await page.getByText(`TXT found: waypost-proof=somebody-else. Expected: ${proof}.`).waitFor();
    expect(await isRefused(page)).toBe(true);
    dns.set('TXT', `_waypost.${host}`, proof);
    dns.set('CNAME', host, 'links.waypost.example');
    await page.getByRole('button', { name: `Check now: ${host}` }).click();
    await page.getByText('Connected', { exact: true }).waitFor();

    const made = await call(page, '/api/links', {
      originalUrl: 'http://destination.example/landing',
      customAlias: 'sale',
      domain: host,
    });
    expect(made).toMatchObject({ shortUrl: `https://${host}/sale`, domain: host });
    const visitor = await page.context().newPage();
    await visitor.goto(`https://${host}/SALE`);
    expect(visitor.url()).toBe('http://destination.example/landing');
    expect(await visitor.textContent('body')).toBe('the shop');
    for (const path of ['/login', '/dashboard', '/api/auth/user', '/assets/x.js']) {
      const answer = await visitor.goto(`https://${host}${path}`);
      expect([path, answer?.status()]).toEqual([path, 404]);
    }
    const cookies = await page.context().cookies(`https://${host}/`);
    expect(cookies).toEqual([]);
    expect((await visitor.goto(`https://${host}/robots.txt`))?.status()).toBe(200);
    await expect(visitor.goto('https://unproven.example/sale')).rejects.toThrow(/ERR_/);
  },
  120_000,
);

/** Caddy with certificates of its own, for a proven domain alone; returns its port for https. */
async function startCaddy(ends: AsyncDisposableStack, folder: string, port: number) {
  const [httpPort, httpsPort] = [freePort(), freePort()];
  const file = `${folder}.conf`;
  await Bun.write(
    file,
    `{
  admin off
  skip_install_trust
  http_port ${httpPort}
  https_port ${httpsPort}
  storage file_system ${folder}
  on_demand_tls {
    ask http://127.0.0.1:${port}/internal/tls-check
  }
}
https://app.waypost.example, https://links.waypost.example {
  tls internal
  reverse_proxy 127.0.0.1:${port}
}
https:// {
  tls internal {
    on_demand
  }
  reverse_proxy 127.0.0.1:${port}
}
`,
  );
  const child = Bun.spawn(['caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  ends.defer(async () => {
    child.kill();
    await child.exited;
  });
  await eventually(
    () =>
      Bun.connect({ hostname: '127.0.0.1', port: httpsPort, socket: { data() {} } }).then(
        (socket) => {
          socket.end();
          return true;
        },
        () => false,
      ),
    (isUp) => isUp,
    20,
  );
  return httpsPort;
}

function freePort(): number {
  const server = Bun.serve({ port: 0, fetch: () => new Response() });
  const { port = 0 } = server;
  void server.stop(true);
  return port;
}

type Ports = { readonly httpsPort: number; readonly shopPort: number };

async function openBrowser(ends: AsyncDisposableStack, { httpsPort, shopPort }: Ports) {
  const found = await findChromium();
  const rules = `MAP destination.example 127.0.0.1:${shopPort}, MAP *.example 127.0.0.1:${httpsPort}`;
  const browser = await chromium.launch({
    ...found,
    args: [...found.args, `--host-resolver-rules=${rules}`],
  });
  ends.defer(() => browser.close());
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  return context.newPage();
}

/** A person with a confirmed address. */
async function signUp(page: Page, dataDir: string): Promise<void> {
  const email = 'ada@example.com';
  await page.goto(`${app}/login`);
  await call(page, '/api/register', {
    ...{ firstName: 'Ada', lastName: 'Byron', email, password: 'a good password' },
  });
  const link = await eventually(
    async () => linkIn((await mailsIn(join(dataDir, 'mail'), email)).at(-1), '/verify'),
    (found) => found !== '',
    20,
  );
  await call(page, '/api/auth/verify-email', { token: tokenOf(link) });
}

function call(page: Page, path: string, json: object): Promise<unknown> {
  return page.evaluate(
    async ([to, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to, { method: 'POST', headers, body });
      return answer.status === 204 ? null : answer.json();
    },
    [path, JSON.stringify(json)] as const,
  );
}

/** Whether the browser gets no TLS connection for the domain. */
async function isRefused(page: Page): Promise<boolean> {
  const other = await page.context().newPage();
  const failure = await other.goto(`https://${host}/sale`).then(
    () => '',
    (error: unknown) => String(error),
  );
  await other.close();
  return /ERR_SSL/.test(failure);
}
