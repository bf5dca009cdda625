import { afterAll, expect, test } from 'bun:test';
import { clickhouseLimitedClicks } from '#adapters/clickhouse/analytics/limited-clicks';
import { storeEvents, type StoredClick, testEventStore } from '#tests/support/builders/events';

const store = await testEventStore();
afterAll(() => store.drop());

const at = (seconds: number) => Date.UTC(2026, 10, 22, 12, 0, seconds);

const limited = (linkId: string, seconds: number) => ({
  linkId,
  mostClicks: 1,
  version: 1,
  since: new Date(at(seconds)),
});

const clickOf =
  (userId: string) =>
  (linkId: string, seconds: number, more: Partial<StoredClick> = {}): StoredClick => ({
    userId,
    linkId,
    atMs: at(seconds),
    class: 'human',
    device: 'unknown',
    splitVersion: 0,
    variant: 0,
    visitorId: 0,
    referrer: '',
    country: '',
    city: '',
    browser: '',
    os: '',
    ...more,
  });

test('[click-limit] human clicks are counted from each link’s own time on, of the owner alone', async () => {
  const [userId, other, first, second] = Array.from({ length: 4 }, () => Bun.randomUUIDv7());
  if (!userId || !other || !first || !second) throw new Error('no ids');
  const click = clickOf(userId);
  await storeEvents(store.client, {
    clicks: [
      ...[click(first, 1), click(first, 2), click(first, 3), click(first, 3, { class: 'bot' })],
      ...[click(second, 1), click(second, 2)],
      click(first, 5, { userId: other }),
    ],
  });
  const counts = await clickhouseLimitedClicks(store.client).countSince(userId, [
    limited(first, 2),
    limited(second, 1),
    limited(Bun.randomUUIDv7(), 1),
  ]);

  expect(counts).toEqual(
    new Map([
      [first, 2],
      [second, 2],
    ]),
  );
});

test('[click-limit] a long list is counted in parts, so that the thread redirects in between', async () => {
  const userId = Bun.randomUUIDv7();
  const linkIds = Array.from({ length: 2500 }, () => Bun.randomUUIDv7());
  const clicked = [0, 999, 1000, 2499].map((place) => linkIds[place] ?? '');
  await storeEvents(store.client, { clicks: clicked.map((linkId) => clickOf(userId)(linkId, 2)) });
  const lengths: number[] = [];
  const query: typeof store.client.query = (asked) => {
    const { linkIds: some } = asked.query_params ?? {};
    lengths.push(Array.isArray(some) ? some.length : 0);
    return store.client.query(asked);
  };
  const client = Object.assign(Object.create(store.client), { query });

  const counts = await clickhouseLimitedClicks(client).countSince(
    userId,
    linkIds.map((linkId) => limited(linkId, 1)),
  );

  expect(Math.max(...lengths)).toBeLessThanOrEqual(1000);
  expect(counts).toEqual(new Map(clicked.map((linkId) => [linkId, 1])));
});
