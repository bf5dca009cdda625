import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { signUpConfirmed } from '#tests/support/person';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { sqlServer } from '#tests/support/worlds/analytics/sql-server';

const dataDir = await newDataDir();
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);

test('[sql-isolation] on a server, a person’s tool reads the clicks of that person with its own password', async () => {
  const server = await sqlServer();
  cleanUp.add(() => server[Symbol.asyncDispose]());
  const waypost = await startWaypost({
    dataDir: dataDir.path,
    env: { CLICKHOUSE_URL: server.url, CLICKHOUSE_PUBLIC_URL: 'https://clickhouse.example' },
  });
  cleanUp.add(() => waypost.killTree());
  const [owner, another] = await Promise.all([
    signUpConfirmed(waypost.url, dataDir.path),
    signUpConfirmed(waypost.url, dataDir.path),
  ]);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  const strangers = await another.createLink({ originalUrl: 'https://other.example/' });

  const made = await owner.send('POST', '/api/sql/login', {});
  expect(made.status).toBe(201);
  const { database, password } = await made.json();
  const ask = async (query: string): Promise<string> => {
    const headers = { 'x-clickhouse-user': database, 'x-clickhouse-key': password };
    const to = `${new URL(server.url).origin}/?database=${database}`;
    return (await (await fetch(to, { method: 'POST', headers, body: query })).text()).trim();
  };
  for (const { shortCode } of [link, link, strangers]) await visit(`${waypost.url}/${shortCode}`);

  const counted = await eventually(
    () => ask('SELECT count() FROM clicks'),
    (count) => count === '2',
    30,
  );
  expect(counted).toBe('2');
  expect(await ask('SELECT count() FROM waypost.clicks')).toContain('Code: 497');
  // A job brings the links, which nobody asked Waypost for.
  const shown = await eventually(
    () => ask('SELECT short_url FROM links'),
    (text) => text !== '',
    30,
  );
  expect(shown).toBe(`${waypost.url}/${link.shortCode}`);
  expect((await owner.send('DELETE', '/api/sql/login', {})).status).toBe(204);
  expect(await ask('SELECT 1')).toContain('Code: 516');
}, 180_000);
