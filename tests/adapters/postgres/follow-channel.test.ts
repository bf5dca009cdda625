import { afterAll, expect, test } from 'bun:test';
import { followChannel, type FollowOptions, type Reading } from '#adapters/postgres/follow-channel';
import { hourMs, secondMs } from '#core/shared/time';
import { memoryLog } from '#tests/support/calls';
import { testDatabase } from '#tests/support/databases/postgres';
import { until } from '#tests/support/until';

const { sql, url, drop } = await testDatabase();
afterAll(drop);

/** Follows a channel of its own; each reading returns how many there have been on its connection. */
function followed(change: Partial<FollowOptions<number>> = {}) {
  const channel = `c${crypto.randomUUID().slice(0, 8)}`;
  const readings: (number | null)[] = [];
  const log = memoryLog();
  const following = followChannel<number>({
    url,
    channel,
    pollMs: hourMs,
    stallMs: 5 * secondMs,
    log,
    events: { away: 'it is away', back: 'it is back' },
    read: ({ since }) => {
      readings.push(since);
      return Promise.resolve((since ?? 0) + 1);
    },
    ...change,
  });
  return {
    ...following,
    readings,
    events: () => log.lines.map((line) => JSON.parse(line).event),
    notify: () => sql`SELECT pg_notify(${channel}, '')`,
    /** Ends the connection that listens, as a restart of the server does. */
    breakConnection: () =>
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = ${`waypost ${channel}`}`,
    isConnected: async () =>
      (await sql`SELECT pid FROM pg_stat_activity WHERE application_name = ${`waypost ${channel}`}`)
        .length > 0,
    [Symbol.asyncDispose]: following.close,
  };
}

test('it reads immediately, and again after each notification, from the last position', async () => {
  await using here = followed();
  expect(here.state()).toBe('starting');
  await here.firstReading;
  expect(here.state()).toBe('fresh');

  await here.notify();
  await until('the second reading', () => here.readings.length === 2);
  here.poke();
  await until('the third reading', () => here.readings.length === 3);

  expect(here.readings).toEqual([null, 1, 2]);
  expect(here.events()).toEqual([]);
});

test('without notifications it reads after the polling interval', async () => {
  await using here = followed({ pollMs: 10 });

  await until('some readings', () => here.readings.length >= 3);

  expect(here.readings.slice(0, 3)).toEqual([null, 1, 2]);
});

test('a notification during a read is followed by another read', async () => {
  const may = Promise.withResolvers<void>();
  const readings: (number | null)[] = [];
  await using here = followed({
    read: async ({ since }: Reading<number>) => {
      readings.push(since);
      if (since === null) await may.promise;
      return (since ?? 0) + 1;
    },
  });
  await until('the first reading', () => readings.length === 1);

  here.poke();
  may.resolve();

  await until('the second reading', () => readings.length === 2);
});

test('after a broken connection everything is read again, and the outage is logged once', async () => {
  let isBroken = false;
  let refused = 0;
  const readings: (number | null)[] = [];
  await using here = followed({
    read: ({ since }) => {
      if (isBroken) {
        refused += 1;
        return Promise.reject(new Error('no such table'));
      }
      readings.push(since);
      return Promise.resolve((since ?? 0) + 1);
    },
  });
  await here.firstReading;

  isBroken = true;
  await here.breakConnection();
  await until('it was tried twice', () => refused === 2);
  expect(here.state()).toBe('away');
  isBroken = false;
  await until('it is back', () => here.state() === 'fresh');

  expect(readings).toEqual([null, null]);
  expect(here.events()).toEqual(['it is away', 'it is back']);
});

test('a read without progress ends its connection; one with progress may take longer', async () => {
  let kind: 'slow' | 'stalled' | 'quick' = 'slow';
  let connections = 0;
  await using here = followed({
    stallMs: 400,
    read: async ({ since, progress }) => {
      if (since === null) connections += 1;
      for (let step = 0; kind === 'slow' && step < 8; step += 1) {
        await Bun.sleep(100);
        progress();
      }
      if (kind === 'stalled') await new Promise(() => {});
      return 1;
    },
  });
  await here.firstReading;
  expect([connections, here.state()]).toEqual([1, 'fresh']);

  kind = 'stalled';
  here.poke();
  await until('it is away', () => here.state() === 'away');
  kind = 'quick';
  await until('it is back', () => here.state() === 'fresh');

  expect(connections).toBeGreaterThanOrEqual(2);
});

test('two reads are at least the minimum pause apart, for any number of notifications', async () => {
  await using here = followed({ leastPauseMs: hourMs });
  await here.firstReading;

  for (let sent = 0; sent < 5; sent += 1) await here.notify();
  here.poke();
  await here.notify();

  expect(here.readings).toEqual([null]);
});

test('a server that is not reachable is retried until the follower is closed', async () => {
  const none = 'postgres://nobody:x@127.0.0.1:1/none';
  const here = followed({ url: none });

  await until('it is away', () => here.state() === 'away');
  await here.close();

  expect(here.readings).toEqual([]);
  expect(here.events()).toEqual(['it is away']);
});

test('closing ends the pause and the connection, and no read follows', async () => {
  const here = followed();
  await here.firstReading;
  expect(await here.isConnected()).toBe(true);

  await here.close();
  here.poke();
  await here.notify();

  expect(here.readings).toEqual([null]);
  // The server forgets a connection a moment after its client has closed it.
  await until('the connection is gone', async () => !(await here.isConnected()));
});
