import { afterAll, expect, test } from 'bun:test';
import { clickhouseNumberMarks } from '#adapters/clickhouse/analytics/number-marks';
import { testEventStore, type StoredClick } from '#tests/support/builders/events';

const store = await testEventStore();
afterAll(() => store.drop());
const numbers = clickhouseNumberMarks(store.client);

const event = (userId: string) => ({ userId, linkId: Bun.randomUUIDv7(), atMs: Date.now() });
const click = (userId: string): StoredClick => ({
  ...{ ...event(userId), class: 'human', device: 'desktop', referrer: '', visitorId: 1 },
  ...{ splitVersion: 1, variant: 0, country: '', city: '', browser: '', os: '' },
});
const sale = (userId: string) => ({
  ...{ ...event(userId), key: `m:${crypto.randomUUID()}`, version: 1n, removed: false },
  ...{ valueCents: 1, profitCents: 0, currency: 'USD' },
});

test('a mark changes with clicks and conversions of its own account alone', async () => {
  const [ada, eve] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await store.store({ clicks: [click(ada), click(eve)] });
  const marks = async () => numbers.marks([ada, eve]);
  const before = await marks();

  await store.store({ clicks: [click(ada)] });
  const clicked = await marks();
  await store.store({ conversions: [sale(ada)] });
  const converted = await marks();

  const ofAda = [before, clicked, converted].map((seen) => seen.get(ada));
  expect(new Set(ofAda).size).toBe(3);
  expect([clicked.get(eve), converted.get(eve)]).toEqual([before.get(eve), before.get(eve)]);
});
