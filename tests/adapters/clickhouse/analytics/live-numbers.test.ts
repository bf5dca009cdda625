import { afterAll, expect, test } from 'bun:test';
import { clickhouseLiveNumbers } from '#adapters/clickhouse/analytics/live-numbers';
import { hourMs, minuteMs, secondMs } from '#core/shared/time';
import {
  testEventStore,
  type StoredClick,
  type StoredConversion,
} from '#tests/support/builders/events';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';

const store = await testEventStore();
afterAll(() => store.drop());
const numbers = clickhouseLiveNumbers(store.client);

const facts = (userId: string) => ({ userId, linkId: Bun.randomUUIDv7(), atMs: Date.now() });
const click = (userId: string, given: Partial<StoredClick> = {}) =>
  aStoredClick({ ...facts(userId), ...given });
const sale = (userId: string, given: Partial<StoredConversion> = {}) =>
  aStoredConversion({ ...facts(userId), ...given });
const read = async (userId: string, erasedLinkIds: readonly string[] = []) =>
  (await numbers.read([userId], erasedLinkIds)).get(userId);

test('a mark changes with clicks and conversions of its own account alone', async () => {
  const [ada, eve] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await store.store({ clicks: [click(ada), click(eve)] });
  const marks = async () => numbers.read([ada, eve], []);
  const before = await marks();

  await store.store({ clicks: [click(ada)] });
  const clicked = await marks();
  await store.store({ conversions: [sale(ada)] });
  const converted = await marks();

  const ofAda = [before, clicked, converted].map((seen) => seen.get(ada)?.mark);
  expect(new Set(ofAda).size).toBe(3);
  expect([clicked, converted].map((seen) => seen.get(eve)?.mark)).toEqual(
    Array(2).fill(before.get(eve)?.mark),
  );
});

test('reads the same mark alone, also after an edit of a conversion', async () => {
  const ada = Bun.randomUUIDv7();
  const sold = sale(ada);
  await store.store({ clicks: [click(ada), click(ada)], conversions: [sold] });
  const before = await numbers.markOf(ada);
  expect(before).toBe((await read(ada))?.mark ?? '');

  await store.store({ conversions: [{ ...sold, version: 2 }] });
  await store.client.command({ query: 'OPTIMIZE TABLE conversions FINAL' });

  const after = await numbers.markOf(ada);
  expect(after).not.toBe(before);
  expect(after).toBe((await read(ada))?.mark ?? '');
  expect(await numbers.markOf(Bun.randomUUIDv7())).toBe('');
});

test('counts the human clicks of the last five minutes', async () => {
  const ada = Bun.randomUUIDv7();
  const at = (agoMs: number) => ({ atMs: Date.now() - agoMs });
  await store.store({
    clicks: [
      click(ada, at(secondMs)),
      click(ada, at(4 * minuteMs)),
      click(ada, at(6 * minuteMs)),
      click(ada, { ...at(secondMs), class: 'bot' }),
    ],
  });

  expect((await read(ada))?.clicksNow).toBe(2);
});

test('lists the newest human clicks and conversions of the last hour, newest first', async () => {
  const ada = Bun.randomUUIDv7();
  const nowMs = Date.now();
  const clicks = Array.from({ length: 30 }, (_, n) =>
    click(ada, { atMs: nowMs - (n + 2) * secondMs, country: 'DE', device: 'mobile' }),
  );
  const [atMs, clickId] = [nowMs - 3.5 * secondMs, Bun.randomUUIDv7()];
  const sold = sale(ada, { atMs, clickId, valueCents: 4999, currency: 'EUR' });
  const refund = sale(ada, { atMs: nowMs - secondMs, key: 'r:o:1', valueCents: -4999 });
  await store.store({
    clicks: [...clicks, click(ada, { class: 'bot' }), click(ada, { atMs: nowMs - 2 * hourMs })],
    conversions: [
      sold,
      refund,
      sale(ada, { removed: true }),
      sale(ada, { atMs: nowMs - 2 * hourMs }),
    ],
  });

  const latest = (await read(ada))?.latest ?? [];

  expect(latest).toHaveLength(20);
  expect(latest.slice(0, 4)).toMatchObject([
    {
      kind: 'conversion',
      sale: { eventType: 'sale', valueCents: -4999, currency: 'USD', hasClick: false },
    },
    { kind: 'click', linkId: clicks[0]?.linkId, country: 'DE', device: 'mobile', sale: null },
    { kind: 'click', linkId: clicks[1]?.linkId },
    { kind: 'conversion', linkId: sold.linkId, sale: { valueCents: 4999, hasClick: true } },
  ]);
  const times = latest.map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((left, right) => right - left));
});

test('leaves out links that are being erased', async () => {
  const ada = Bun.randomUUIDv7();
  const [erased, kept] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await store.store({
    clicks: [click(ada, { linkId: erased }), click(ada, { linkId: kept })],
    conversions: [sale(ada, { linkId: erased })],
  });

  const seen = await read(ada, [erased]);

  expect(seen?.clicksNow).toBe(1);
  expect(seen?.latest.map(({ linkId }) => linkId)).toEqual([kept]);
});

test('an account without events is missing', async () => {
  expect(await read(Bun.randomUUIDv7())).toBeUndefined();
});
