import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { testClickHouse } from '#tests/support/databases/clickhouse';
import { testDatabase } from '#tests/support/databases/postgres';
import { eventSchema, schema } from '#tests/support/databases/schema';
import { signUp } from '#tests/support/person';
import { passOn } from '#tests/support/processes/pass-on';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { eventually } from '#tests/support/waiting';

const cleanUp = cleanUps();

test('[without-databases] a postback is accepted while Postgres is away, also by a start without it, and a replaced secret is not @more', async () => {
  const [database, events] = [await testDatabase(schema), await testClickHouse(eventSchema)];
  const data = await newDataDir();
  for (const end of [database.drop, events.drop, data.remove]) cleanUp.add(end);
  const [server, clickHouse] = [new URL(database.url), new URL(events.url)];
  const here = { port: 0, host: '127.0.0.1' };
  const line = await passOn(here, { port: Number(server.port), host: '127.0.0.1' });
  cleanUp.add(line.cut);
  server.port = String(line.port);
  server.hostname = '127.0.0.1';
  const env = {
    DATABASE_URL: server.href,
    CLICKHOUSE_URL: `http://${events.user}:${events.password}@${clickHouse.host}/${events.database}`,
    APP_SECRET: 'postbacks that come while nobody answers',
  };
  const start = async (until: 'ready' | 'redirects', port = 0) => {
    const waypost = await startWaypost({ dataDir: data.path, env, until, port });
    cleanUp.add(waypost.killTree);
    return waypost;
  };

  const waypost = await start('ready');
  const { port } = new URL(waypost.url);
  const owner = await signUp(waypost.url);
  const link = await owner.createLink({
    originalUrl: 'https://shop.example/',
    trackConversions: true,
  });
  const path = `/api/v1/links/${link.id}/postback`;
  const secretOf = async (answer: Promise<Response>): Promise<string> =>
    (await (await answer).json()).secret;
  const replaced = await secretOf(owner.get(path));
  const secret = await secretOf(owner.send('POST', `${path}/rotate`));
  const postback = async (order: string, by = secret) => {
    const query = new URLSearchParams({
      link: link.shortCode,
      secret: by,
      value: '5',
      order_id: order,
    });
    const answer = await fetch(`http://localhost:${port}/api/postback?${query}`);
    return [answer.status, (await answer.json()).status ?? null];
  };
  expect(await postback('0')).toEqual([200, 'accepted']);

  line.cut();
  expect(await postback('1')).toEqual([200, 'accepted']);
  expect(await postback('2', replaced)).toEqual([401, 401]);

  await waypost.stop();
  const again = await start('redirects', Number(port));
  expect(await postback('3')).toEqual([200, 'accepted']);
  expect(await postback('4', replaced)).toEqual([401, 401]);

  const back = await passOn(
    { ...here, port: line.port },
    { port: Number(new URL(database.url).port), host: '127.0.0.1' },
  );
  cleanUp.add(back.cut);
  const orders = await eventually(
    async () => {
      const rows = await events.client.query({
        query: 'SELECT DISTINCT order_id FROM conversions ORDER BY order_id',
        format: 'JSONCompactEachRow',
      });
      return (await rows.json<[string]>()).flat();
    },
    (found) => found.length === 3,
    60,
  );
  expect(orders).toEqual(['0', '1', '3']);
  await again.stop();
}, 180_000);
