import { afterAll, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#adapters/embedded/free-port';
import { cleanUps } from '#tests/support/clean-ups';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { proxies } from '#tests/support/proxies/documented-proxies';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';

const cleanUp = cleanUps();
const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());
const largest = 32 * 2 ** 20;
const host = 'go.example.com';
let started: Promise<number> | null = null;

/** One Waypost for both proxies; its port on the loopback. */
async function startOnce(): Promise<number> {
  const dataDir = await newDataDir();
  cleanUp.add(dataDir.remove);
  const port = await freePort(undefined);
  const env = { APP_URL: `https://${host}`, TRUSTED_PROXIES: '127.0.0.1' };
  const waypost = await startWaypost({ dataDir: dataDir.path, port, env, until: 'redirects' });
  cleanUp.add(waypost.killTree);
  await until('Waypost is whole', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return (await answer.json()).status === 'ready';
  });
  return port;
}

/** A CSV file of exactly so many bytes, with rows of 400. */
function csvOf(bytes: number): string {
  const head = 'url,title\n';
  const row = `https://shop.example/,${'a'.repeat(377)}\n`;
  const rows = Math.floor((bytes - head.length) / row.length) - 1;
  const rest = bytes - head.length - rows * row.length - 23;
  return `${head}${row.repeat(rows)}https://shop.example/,${'a'.repeat(rest)}\n`;
}

for (const name of ['nginx', 'caddy'] as const) {
  const missing = Bun.which(name) === null ? ` (needs ${name})` : '';

  test.skipIf(missing !== '')(
    `[behind-a-proxy] behind ${name} with install.md's example, a file of 32 MB arrives, and a larger one is refused${missing}`,
    async () => {
      const own = join(folder.path, name);
      mkdirSync(own);
      const upstream = await (started ??= startOnce());
      const port = await freePort(undefined);
      const child = Bun.spawn(proxies[name]({ folder: own, port, upstream }), {
        env: { PATH: process.env['PATH'] ?? '', HOME: own },
        stdio: ['ignore', 'ignore', 'ignore'],
      });
      cleanUp.add(async () => {
        child.kill('SIGKILL');
        await child.exited;
      });
      const url = `http://127.0.0.1:${port}`;
      const headers = { host, origin: `https://${host}` };
      await until(`${name} answers`, () =>
        fetch(`${url}/healthz`, { headers }).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      const person = {
        email: `${name}@example.com`,
        password: 'a-pass-phrase-nobody-has',
        firstName: 'Ada',
        lastName: 'Byron',
      };
      const registered = await fetch(`${url}/api/register`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(person),
      });
      expect(registered.status).toBe(201);
      const cookie = registered.headers.get('set-cookie')?.split(';')[0] ?? '';
      const upload = (bytes: number) =>
        fetch(`${url}/api/v1/imports?name=links.csv`, {
          method: 'POST',
          headers: { ...headers, cookie, 'content-type': 'text/csv' },
          body: csvOf(bytes),
        });

      const taken = await upload(largest);
      expect([taken.status, (await taken.json()).columns?.length ?? 0]).toEqual([201, 2]);
      const tooLarge = await upload(largest + 1);
      expect(tooLarge.status).toBe(413);
      expect((await tooLarge.json()).message).toContain('at most 32 MB');
    },
    120_000,
  );
}
