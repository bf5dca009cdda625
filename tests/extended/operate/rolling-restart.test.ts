import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '#adapters/embedded/free-port';
import type { VisitTimes } from '#tests/bench/steady-visits';
import { cleanUps } from '#tests/support/clean-ups';
import { debianPostgresMissing } from '#tests/support/processes/debian-postgres';
import { startOwnServers } from '#tests/support/processes/own-servers';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { signUp } from '#tests/support/person';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

const missing = Bun.which('haproxy') === null ? 'haproxy is not installed' : debianPostgresMissing;
const named = missing === null ? '' : ` (${missing})`;
const perSecond = 300;
/** Of one instance: its pool, one that listens, one that holds the locks, and the drain's. */
const mostConnections = 16;
const cleanUp = cleanUps();

/** HAProxy with the example of docs/scale.md; only its addresses are replaced. */
async function startHaproxy(proxyPort: number, [one, two]: readonly [number, number]) {
  const folder = tempFolder();
  const document = readFileSync(join(import.meta.dir, '../../../docs/scale.md'), 'utf8');
  const [, example = ''] = /^```haproxy\n(.*?)^```$/ms.exec(document) ?? [];
  const file = join(folder.path, 'haproxy.cfg');
  writeFileSync(
    file,
    example
      .replace('bind :80', `bind 127.0.0.1:${proxyPort}`)
      .replace('10.0.0.1:3000', `127.0.0.1:${one}`)
      .replace('10.0.0.2:3000', `127.0.0.1:${two}`),
  );
  const child = Bun.spawn(['haproxy', '-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  cleanUp.add(async () => {
    child.kill('SIGKILL');
    await child.exited;
    folder[Symbol.dispose]();
  });
  await until('HAProxy answers', () =>
    fetch(`http://127.0.0.1:${proxyPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

/** Visits at a steady pace until `end` is called, which returns what became of them. */
function steadyVisits(address: string) {
  const program = join(import.meta.dir, '../../bench/steady-visits.ts');
  const child = Bun.spawn([process.execPath, program, address, String(perSecond)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  cleanUp.add(() => child.kill('SIGKILL'));
  const end = async (): Promise<VisitTimes> => {
    await child.stdin.end();
    return JSON.parse(await new Response(child.stdout).text());
  };
  return { end };
}

test.skipIf(missing !== null)(
  `[several-instances] behind a load balancer, instances restart one after the other without a failed visit${named}`,
  async () => {
    const servers = await startOwnServers();
    cleanUp.add(servers.stop);
    const proxyPort = await freePort(undefined);
    const host = `127.0.0.1:${proxyPort}`;
    const places = await Promise.all(
      [0, 1].map(async () => ({ dataDir: await newDataDir(), port: await freePort(undefined) })),
    );
    const start = async ({ dataDir, port }: (typeof places)[number]): Promise<Waypost> =>
      startWaypost({
        dataDir: dataDir.path,
        port,
        env: {
          ...servers.env,
          APP_URL: `http://${host}`,
          TRUSTED_PROXIES: '127.0.0.1',
          DRAIN_SECONDS: '3',
        },
      });
    const running: Waypost[] = [];
    cleanUp.add(async () => {
      for (const one of running) await one.killTree();
      for (const { dataDir } of places) await dataDir.remove();
    });
    for (const place of places) running.push(await start(place));
    await startHaproxy(proxyPort, [places[0]?.port ?? 0, places[1]?.port ?? 0]);

    const owner = await signUp(`http://${host}`);
    const link = await owner.createLink({ originalUrl: 'https://shop.example/before' });
    const steady = steadyVisits(`http://${host}/${link.shortCode}`);
    // Each instance is asked itself, so that a stale answer cannot hide behind the other one.
    let own = 0;
    const locations = () =>
      Promise.all(
        running.map(async ({ url }) => {
          const answer = await visit(`${url}/${link.shortCode}`, { headers: { host } });
          if (answer.status === 302) own += 1;
          return answer.headers.get('location');
        }),
      );
    for (const [index, place] of places.entries()) {
      const originalUrl = `https://shop.example/change-${index}`;
      expect((await owner.send('PUT', `/api/links/${link.id}`, { originalUrl })).status).toBe(200);
      const seen = await eventually(locations, (all) => all.every((one) => one === originalUrl), 5);
      expect(seen).toEqual([originalUrl, originalUrl]);
      expect(await running[index]?.stop()).toBe(0);
      running[index] = await start(place);
      // Its next check lets HAProxy use the instance again.
      await Bun.sleep(1500);
    }
    const { count, failures, p50, p99, max } = await steady.end();
    console.log({ count, failures, p50, p99, max });

    const sql = postgres(servers.env['DATABASE_URL'] ?? '', { max: 1 });
    const [connections] = await sql`SELECT count(*)::int AS all FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await sql.end();
    console.log(`Postgres connections of two instances: ${connections?.['all']}`);

    expect(failures).toBe(0);
    expect(connections?.['all']).toBeLessThanOrEqual(2 * mostConnections);
    // The visitor process makes twenty visits before it counts.
    const visits = count + 20 + own;
    expect((await numbersOnceCounted(owner, visits, 60)).totalClicks).toBe(visits);
  },
  240_000,
);
