import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { testClickHouse } from '#tests/support/databases/clickhouse';
import { signUp } from '#tests/support/person';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';

const cleanUp = cleanUps();

type Starting = {
  readonly dataDir: Awaited<ReturnType<typeof newDataDir>>;
  readonly env: Readonly<Record<string, string>>;
};

async function started({ dataDir, env }: Starting): Promise<Waypost> {
  cleanUp.add(dataDir.remove);
  const waypost = await startWaypost({ dataDir: dataDir.path, env });
  cleanUp.add(() => waypost.killTree());
  return waypost;
}

test('SIGTERM with DRAIN_SECONDS: only /readyz fails for that time, then the process exits with 0', async () => {
  const drainSeconds = 3;
  const env = { DRAIN_SECONDS: String(drainSeconds) };
  const waypost = await started({ dataDir: await startedDataDir(), env });
  const owner = await signUp(waypost.url);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  const pages = [await owner.get('/api/v1/stream')];

  const startedAt = performance.now();
  const exitCode = waypost.stop();
  const readiness = await eventually(
    () => fetch(`${waypost.url}/readyz`),
    ({ status }) => status === 503,
  );
  const alive = await fetch(`${waypost.url}/healthz`);
  const followed = await visit(`${waypost.url}/${link.shortCode}`);
  const created = await owner.createLink({ originalUrl: 'https://shop.example/late' });
  const links = await owner.get('/api/links');
  pages.push(await owner.get('/api/v1/stream'));

  expect(await readiness.json()).toMatchObject({ status: 'draining' });
  expect(readiness.headers.get('retry-after')).not.toBeNull();
  expect(alive.status).toBe(200);
  expect(followed.status).toBe(302);
  expect(await links.json()).toMatchObject([{ id: created.id }, { id: link.id }]);
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
  expect(await exitCode).toBe(0);
  const seconds = (performance.now() - startedAt) / 1000;
  expect(seconds).toBeWithin(drainSeconds, drainSeconds + 20);
});

/** A ClickHouse that is away, then refuses, then is `real`. */
function reluctantClickHouse(real: Awaited<ReturnType<typeof testClickHouse>>) {
  const answers = {
    away: 'Code: 210. DB::Exception: Connection refused. (NETWORK_ERROR)',
    refusing: 'Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)',
  };
  const state = { phase: 'away' as keyof typeof answers | 'there', refused: 0 };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (state.phase === 'there') {
        return fetch(new Request(new URL(`${pathname}${search}`, real.url), request));
      }
      if (state.phase === 'refusing') state.refused += 1;
      return new Response(answers[state.phase], { status: 500 });
    },
  });
  cleanUp.add(() => server.stop(true));
  const { user: username, password } = real;
  const url = Object.assign(new URL(`/${real.database}`, server.url), { username, password });
  return { state, url: url.href };
}

test('[without-databases] a ClickHouse that first rejects connections is retried until visits are counted', async () => {
  const clickhouse = await testClickHouse();
  cleanUp.add(clickhouse.drop);
  const { state, url } = reluctantClickHouse(clickhouse);
  const waypost = await started({ dataDir: await newDataDir(), env: { CLICKHOUSE_URL: url } });
  const owner = await signUp(waypost.url);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  await visit(`${waypost.url}/${link.shortCode}`);

  state.phase = 'refusing';
  await eventually(
    () => state.refused,
    (times) => times > 0,
  );
  state.phase = 'there';

  expect((await numbersOnceCounted(owner, 1, 20)).totalClicks).toBe(1);
});
