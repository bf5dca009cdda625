import { expect, test } from 'bun:test';
import { freePort } from '#adapters/embedded/free-port';
import { cleanUps } from '#tests/support/clean-ups';
import { testClickHouse } from '#tests/support/databases/clickhouse';
import { testDatabase } from '#tests/support/databases/postgres';
import { isRunning, processTree } from '#tests/support/processes/processes';
import { eventually } from '#tests/support/waiting';
import { signUpConfirmed } from '#tests/support/person';
import { visit } from '#tests/support/visitor';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { receiver } from '#tests/support/worlds/webhooks/webhook-world';

const cleanUp = cleanUps();

async function removedLater(dataDir: ReturnType<typeof newDataDir>): Promise<string> {
  const { path, remove } = await dataDir;
  cleanUp.add(remove);
  return path;
}
const emptyDataDir = () => removedLater(newDataDir());
const usedDataDir = () => removedLater(startedDataDir());

async function started(options: Parameters<typeof startWaypost>[0]): Promise<Waypost> {
  const waypost = await startWaypost(options);
  cleanUp.add(() => waypost.killTree());
  return waypost;
}

test('[without-databases] [health] without ClickHouse at the start it serves, reports this, lists links, and sends events of links to webhooks', async () => {
  const clickhouse = await testClickHouse();
  cleanUp.add(clickhouse.drop);
  const away = { CLICKHOUSE_URL: 'http://waypost:secret@127.0.0.1:9/waypost' };
  await using shop = receiver();
  const dataDir = await emptyDataDir();
  const waypost = await started({ dataDir, env: { ...away, WEBHOOKS_IN: '127.0.0.1' } });
  const owner = await signUpConfirmed(waypost.url, dataDir);
  const added = await owner.send('POST', '/api/v1/webhooks', { url: shop.url });
  expect(added.status).toBe(201);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });

  const followed = await visit(`${waypost.url}/${link.shortCode}`);
  const ready = await fetch(`${waypost.url}/readyz`);
  const links = await owner.get('/api/links');
  const analytics = await owner.get('/api/analytics');

  expect(followed.status).toBe(302);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ dependencies: { clickhouse: 'starting' } });
  expect(await links.json()).toMatchObject([{ id: link.id, totalClicks: null }]);
  expect(analytics.status).toBe(503);
  expect(analytics.headers.get('retry-after')).not.toBeNull();
  await eventually(shop.types, (types) => types.includes('link.created'));
});

/** A request whose last byte is held back, so that it is certainly in flight. */
async function halfSent(url: string, body: string) {
  const answered = Promise.withResolvers<string>();
  let heard = '';
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(url).port),
    socket: {
      data: (_, bytes) => {
        heard += new TextDecoder().decode(bytes);
        answered.resolve(heard);
      },
      close: () => answered.resolve(heard),
    },
  });
  const head = [
    'POST /api/auth/login HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Origin: ${url}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  // Everything before this response was read before it.
  await fetch(`${url}/healthz`);
  return {
    answer: answered.promise,
    sendTheRest: () => void socket.write(body.slice(-1)),
  };
}

test('[graceful-stop] SIGTERM stops accepting, finishes running requests, and exits with 0', async () => {
  const waypost = await started({ dataDir: await usedDataDir() });
  const login = JSON.stringify({ email: 'ada@waypost.test', password: 'not the password' });
  const inFlight = await halfSent(waypost.url, login);

  const exitCode = waypost.stop();
  await eventually(
    () =>
      fetch(`${waypost.url}/healthz`).then(
        () => 'answered',
        () => 'refused',
      ),
    (seen) => seen === 'refused',
  );
  inFlight.sendTheRest();

  expect(await inFlight.answer).toStartWith('HTTP/1.1 401');
  expect(await exitCode).toBe(0);
});

test('[graceful-stop] SIGTERM while the databases start exits with 0 and leaves no process', async () => {
  const [dataDir, port] = [await emptyDataDir(), await freePort(undefined)];
  const waypost = await started({ dataDir, port, until: 'redirects' });
  const begun = new Set(processTree(waypost.pid));

  const exitCode = waypost.stop();
  await eventually(
    () => {
      for (const pid of processTree(waypost.pid)) begun.add(pid);
      return isRunning(waypost.pid);
    },
    (runs) => !runs,
  );

  expect(await exitCode).toBe(0);
  expect([...begun].filter(isRunning)).toEqual([]);
});

test('[plain-errors] a defect during a redirect reveals no internals @more', async () => {
  const database = await testDatabase();
  cleanUp.add(database.drop);
  const waypost = await started({
    dataDir: await emptyDataDir(),
    env: { DATABASE_URL: database.url },
  });
  await database.sql`ALTER TABLE link_names RENAME TO elsewhere`;

  const answer = await visit(`${waypost.url}/nobody7`);
  const said = await answer.text();

  expect(answer.status).toBe(500);
  expect(JSON.parse(said)).toMatchObject({ code: 'internal' });
  await eventually(waypost.output, (logged) => logged.includes(JSON.parse(said).requestId));
});

test('a setting whose name has a typing error is named in the log @more', async () => {
  const options = { dataDir: await emptyDataDir(), port: await freePort(undefined) };
  const waypost = await started({
    ...options,
    env: { DATABSE_URL: 'postgres://waypost@db/waypost' },
    until: 'redirects',
  });

  const said = await eventually(waypost.output, (text) => text.includes('DATABSE_URL'));
  expect(said).toContain('DATABASE_URL');
  expect(said).not.toContain('waypost@db');
});
