import { readdir } from 'node:fs/promises';
import { expect, test } from 'bun:test';
import { freePort } from '#adapters/embedded/free-port';
import type { OwnDomainJson } from '#contract/domains';
import { dnsServer } from '#tests/support/doubles/dns-server';
import { isRefused, openBrowser, post, signUpConfirmed } from '#tests/support/https-browser';
import { composed, missing } from '#tests/support/processes/composed';
import type { Numbers } from '#tests/support/readers/numbers';
import { until } from '#tests/support/until';
import { eventually } from '#tests/support/waiting';

const app = 'https://app.waypost.example';
const short = 'https://links.waypost.example';
const host = 'go.shop.example';
/** The address of this machine in compose.yaml's network. */
const gateway = '172.31.250.1';

test.skipIf(missing !== '')(
  `compose.yaml serves Waypost with its servers behind Caddy, and keeps everything over a kill and an end${missing}`,
  async () => {
    await using ends = new AsyncDisposableStack();
    const dns = ends.use(await dnsServer(gateway));
    const [port, httpPort, httpsPort] = [await anyPort(), await anyPort(), await anyPort()];
    const compose = await composed(ends, {
      APP_URL: app,
      SHORT_URL: short,
      PORT: `${port}`,
      HTTP_PORT: `${httpPort}`,
      HTTPS_PORT: `${httpsPort}`,
      CADDY_OPTIONS: 'local_certs',
      DNS_SERVERS: dns.address,
      TLS_CHECK_TOKEN: 'a-token-of-at-least-thirty-two-characters',
    });
    const ready = () =>
      eventually(
        () => fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.json()),
        (answer) => JSON.stringify(answer).includes('"ready"'),
        120,
      );
    await compose.up();
    await ready();
    // Caddy starts last, and `up` does not wait for it.
    await eventually(
      () => fetch(`http://127.0.0.1:${httpPort}/`, { redirect: 'manual' }),
      Boolean,
      30,
    );
    const shop = Bun.serve({ port: 0, fetch: () => new Response('the shop') });
    ends.defer(() => shop.stop(true));
    const page = await openBrowser(ends, { httpsPort, shopPort: shop.port ?? 0 });
    dns.set('A', 'links.waypost.example', '192.0.2.10');

    await signUpConfirmed(page, app, compose.folderOf('waypost'));
    const domain: OwnDomainJson = await post(page, '/api/v1/domains', { domain: host });
    expect(await isRefused(page, host)).toBe(true);
    dns.set('TXT', `_waypost.${host}`, domain.proofRecord.value);
    dns.set('CNAME', host, 'links.waypost.example');
    const checked: OwnDomainJson = await post(page, `/api/v1/domains/${domain.id}/check`, {});
    expect(checked.status).toBe('active');
    const landing = 'http://destination.example/landing';
    for (const of of [{ domain: host }, {}])
      expect(
        await post(page, '/api/links', { originalUrl: landing, customAlias: 'sale', ...of }),
      ).toMatchObject({ shortUrl: `${'domain' in of ? `https://${host}` : short}/sale` });

    const visitor = await page.context().newPage();
    const visitBoth = async () => {
      await interfacesStay();
      for (const address of [`https://${host}/sale`, `${short}/sale`]) {
        await visitor.goto(address);
        expect([visitor.url(), await visitor.textContent('body')]).toEqual([landing, 'the shop']);
      }
    };
    const counted = (clicks: number) =>
      eventually(
        () => page.evaluate((): Promise<Numbers> => fetch('/api/analytics').then((a) => a.json())),
        (numbers) => numbers.totalClicks >= clicks,
        60,
      );
    await visitBoth();
    expect((await counted(2)).totalClicks).toBe(2);
    compose.kill('clickhouse');
    await visitBoth();
    compose.start('clickhouse');
    expect((await counted(4)).totalClicks).toBe(4);

    await visitBoth();
    expect(compose.down()).toEqual({ caddy: '0', clickhouse: '0', postgres: '0', waypost: '0' });
    await compose.up();
    await ready();
    const { totalClicks, totalLinks } = await counted(6);
    expect({ totalClicks, totalLinks }).toEqual({ totalClicks: 6, totalLinks: 2 });
    await visitBoth();
    expect((await counted(8)).totalClicks).toBe(8);
    await until('no container is unhealthy', () => compose.isHealthy(), 60);
  },
  900_000,
);

/**
 * Chromium ends its connections when a network interface of the machine comes or goes, and a
 * container's interface does so some time after the command that starts or kills it.
 */
async function interfacesStay(): Promise<void> {
  const names = async () => (await readdir('/sys/class/net')).toSorted().join();
  let before = await names();
  await eventually(
    async () => {
      await Bun.sleep(2000);
      const now = await names();
      const stays = now === before;
      before = now;
      return stays;
    },
    (stays) => stays,
    60,
  );
}

const anyPort = () => freePort(undefined);
