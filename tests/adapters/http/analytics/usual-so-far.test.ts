import { afterAll, expect, test } from 'bun:test';
import { dayMs, hourMs } from '#core/shared/time';
import { newUser } from '#tests/support/builders/people';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

// In Berlin 11:20; the clocks went back on October 25.
const nowMs = Date.parse('2026-10-28T10:20:00Z');
const world = numbersApp({ sql, client: store.client }, nowMs);

type Event = { readonly atMs: number; readonly class?: 'human' | 'bot' };

/** A person with these clicks and conversions, who asks in the zone of Berlin. */
async function person(clicks: readonly Event[], soldMs: readonly number[] = []) {
  const id = await newUser(sql);
  const linkId = Bun.randomUUIDv7();
  await store.store({
    clicks: clicks.map((click) => aStoredClick({ userId: id, linkId, ...click })),
    conversions: soldMs.map((atMs) => aStoredConversion({ userId: id, linkId, atMs })),
  });
  const ask = signIn(world, owner({ id }));
  return async (path: string) => (await ask(`${path}&tz=Europe/Berlin`)).json();
}

const report = '/api/analytics/report?lists=none&';

test('today compares with the days before until the end of this quarter of an hour', async () => {
  const ask = await person(
    [
      { atMs: nowMs },
      // Yesterday until 11:30, and no longer.
      ...['00:00', '11:00', '11:29'].map((time) => ({ atMs: at('2026-10-27', time) })),
      { atMs: at('2026-10-27', '11:30') },
      { atMs: at('2026-10-27', '08:00'), class: 'bot' as const },
      { atMs: at('2026-10-22', '23:00') },
      { atMs: at('2026-10-22', '07:00') },
    ],
    [at('2026-10-26', '10:00'), at('2026-10-26', '12:00')],
  );

  const { usual } = await ask(`${report}range=30d`);

  // Nothing was counted before October 22.
  expect(usual).toEqual({
    days: 6,
    clicks: 4,
    conversions: 1,
    money: [{ currency: 'USD', conversions: 1, revenue: 4999, profit: 1000 }],
  });
  expect((await ask('/api/analytics?timeRange=30d')).usual).toEqual(usual);
});

test('before a change of the clocks, too, the same time of day is that of the clocks', async () => {
  // Until 11:30 in Berlin: that is 9:30 in UTC before the change, and 10:30 from then on.
  const ask = await person([
    { atMs: Date.parse('2026-10-24T09:29:00Z') },
    { atMs: Date.parse('2026-10-24T09:31:00Z') },
    { atMs: Date.parse('2026-10-25T10:29:00Z') },
    { atMs: Date.parse('2026-10-25T10:31:00Z') },
  ]);

  expect((await ask(`${report}range=7d`)).usual).toMatchObject({ days: 4, clicks: 2 });
});

test('only days of the range count, and at most seven', async () => {
  const ask = await person(
    Array.from({ length: 20 }, (_, day) => ({ atMs: nowMs - day * dayMs - hourMs })),
  );

  expect((await ask(`${report}range=7d`)).usual).toMatchObject({ days: 6, clicks: 6 });
  expect((await ask(`${report}range=30d`)).usual).toMatchObject({ days: 7, clicks: 7 });
});

test('nothing is usual where something is compared, and where today is not a day of the chart', async () => {
  const ask = await person(
    Array.from({ length: 20 }, (_, day) => ({ atMs: nowMs - day * dayMs - hourMs })),
  );
  const asked = [
    ...['range=30d&compare=previous', 'range=30d&unit=week', 'range=today'],
    'from=2026-10-20&to=2026-10-27',
  ];

  expect(await Promise.all(asked.map(async (query) => (await ask(report + query)).usual))).toEqual(
    asked.map(() => null),
  );
  expect((await ask('/api/analytics?timeRange=all')).usual).toMatchObject({ days: 7 });
});

test('days on which nothing had happened by then count, and days before the first event do not', async () => {
  const ask = await person([{ atMs: nowMs }, { atMs: at('2026-10-25', '20:00') }]);
  const begun = await person([{ atMs: nowMs }]);

  expect((await ask(`${report}range=7d`)).usual).toMatchObject({ days: 3, clicks: 0 });
  expect((await begun(`${report}range=7d`)).usual).toBeNull();
});

/** A time of day in Berlin after the change of the clocks, or before it. */
function at(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00${date < '2026-10-25' ? '+02:00' : '+01:00'}`);
}
