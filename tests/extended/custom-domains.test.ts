import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { buildWeb } from '#web-build';
import { dnsServer } from '#tests/support/doubles/dns-server';
import { isRefused, openBrowser, post, signUpConfirmed } from '#tests/support/https-browser';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
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

    await signUpConfirmed(page, app, dataDir.path);
    await page.goto(`${app}/settings/domains`);
    await page.getByRole('textbox', { name: 'Domain' }).fill(host);
    await page.getByRole('button', { name: 'Add domain' }).click();
    const value = page.getByText(/^waypost-proof=/);
    const proof = (await value.textContent()) ?? '';
    expect(await isRefused(page, host)).toBe(true);

    dns.set('TXT', `_waypost.${host}`, 'waypost-proof=somebody-else');
    await page.getByRole('button', { name: `Check now: ${host}` }).click();
    await page.getByText(`TXT found: waypost-proof=somebody-else. Expected: ${proof}.`).waitFor();
    expect(await isRefused(page, host)).toBe(true);
    dns.set('TXT', `_waypost.${host}`, proof);
    dns.set('CNAME', host, 'links.waypost.example');
    await page.getByRole('button', { name: `Check now: ${host}` }).click();
    await page.getByText('Connected', { exact: true }).waitFor();

    // The row is open since the domain waited for its records.
    await page.getByLabel('iOS apps').fill('ABCDE12345.com.example.shop');
    await page.getByRole('button', { name: 'Save Apps' }).click();
    await page.getByText('Apps updated').first().waitFor();
    const file = await page.context().newPage();
    const named = await file.goto(`https://${host}/.well-known/apple-app-site-association`);
    expect([named?.status(), named?.headers()['content-type']]).toEqual([200, 'application/json']);
    expect(await named?.text()).toContain('"appIDs":["ABCDE12345.com.example.shop"]');
    dns.set('A', host, '192.0.2.10');
    await page.getByRole('button', { name: `Check app links of ${host}` }).click();
    await page.getByText(`${host} leads to an address that is not public`).waitFor();

    const made = await post(page, '/api/links', {
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
    const shared = { name: 'Autumn', query: 'range=7d', domain: host, password: 'for the team' };
    const { url } = await post<{ url: string }>(page, '/api/v1/shared-reports', shared);
    expect(url).toStartWith(`https://${host}/public/`);
    const complaints: string[] = [];
    visitor.on('console', (message) => {
      if (/Content Security Policy|Failed to load/.test(message.text())) {
        complaints.push(`${message.text()} ${message.location().url}`);
      }
    });
    await visitor.goto(url);
    await visitor.getByLabel('Password', { exact: true }).fill('for the team');
    await visitor.getByRole('button', { name: 'Open' }).click();
    await visitor.getByRole('radio', { name: /^Clicks/ }).waitFor();
    await visitor.getByRole('table', { name: 'Referrers' }).waitFor();
    const own = visitor.getByRole('link', { name: 'Made with Waypost' });
    expect(await own.getAttribute('href')).toBe(`${app}/`);
    await visitor.evaluate(() => window.dispatchEvent(new Event('focus')));
    await visitor.getByRole('button', { name: 'Conversions' }).first().click();
    await visitor.getByText('Connection lost').waitFor({ state: 'hidden' });
    expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
    const given = await page.context().cookies(url.replace('/public/', '/api/public/'));
    expect(given.map(({ name, domain }) => [name, domain])).toEqual([['waypost_page', host]]);
    expect(await visitor.evaluate(() => navigator.serviceWorker.getRegistration())).toBeUndefined();
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
