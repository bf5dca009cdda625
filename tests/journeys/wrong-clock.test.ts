import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { testClickHouse } from '#tests/support/databases/clickhouse';
import { testDatabase } from '#tests/support/databases/postgres';
import { eventSchema, schema } from '#tests/support/databases/schema';
import { operate } from '#tests/support/processes/operate';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { eventually } from '#tests/support/waiting';

const cleanUp = cleanUps();

test('[retention] 1,200 days after the last run nothing is deleted by age until the operator confirms the clock @more', async () => {
  const [database, events] = [await testDatabase(schema), await testClickHouse(eventSchema)];
  const data = await newDataDir();
  for (const end of [database.drop, events.drop, data.remove]) cleanUp.add(end);
  const { sql } = database;
  await sql`INSERT INTO clock_marks (last_run_at) VALUES (now() - interval '1200 days')`;
  await sql`
    INSERT INTO audit_events (at, event, outcome, actor, network)
    VALUES (now() - interval '1210 days', 'denied', 'refused', 'nobody', '')`;
  await events.client.command({
    query: `INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class)
      SELECT generateUUIDv4(), generateUUIDv4(), now() - toIntervalDay(1210), generateUUIDv4(), 'human'`,
  });
  const { host } = new URL(events.url);
  const env = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: `http://${events.user}:${events.password}@${host}/${events.database}`,
    SUPPORT_EMAIL: 'ops@go.example',
    APP_SECRET: 'wrong clock, wrong clock, wrong clock',
  };
  const start = async () => {
    const waypost = await startWaypost({ dataDir: data.path, env });
    cleanUp.add(waypost.killTree);
    return waypost;
  };
  const kept = async () =>
    (await sql`SELECT FROM audit_events WHERE at < now() - interval '1 year'`).length;

  const doubting = await start();
  const ready = await eventually(
    async () => (await fetch(`${doubting.url}/readyz`)).json(),
    ({ dependencies }) => dependencies.clock === 'degraded',
  );
  expect(ready.details.clock).toStartWith('The clock is 1200 days past the last run');
  await eventually(
    async () => (await sql`SELECT FROM outbox WHERE event_key LIKE 'clock far past %'`).length,
    (mails) => mails === 1,
  );
  await doubting.stop();
  expect(doubting.output()).toContain('the clock is far past the last run');
  expect(doubting.output()).not.toContain('RETENTION_MONTHS');
  expect(await kept()).toBe(1);

  const confirmed = await operate(['admin', 'confirm-clock'], { ...env, DATA_DIR: data.path });
  expect([confirmed.code, confirmed.err]).toEqual([0, '']);

  const believing = await start();
  await eventually(kept, (rows) => rows === 0);
  await eventually(believing.output, (said) => said.includes('daily counts drafted'));
  expect(believing.output()).toContain('old data was deleted');
  const { dependencies } = await (await fetch(`${believing.url}/readyz`)).json();
  expect(dependencies.clock).toBe('up');
  await believing.stop();
}, 120_000);
