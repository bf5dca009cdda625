import { afterAll, expect, test } from 'bun:test';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseConversionStore } from '#adapters/clickhouse/events/conversion-store';
import { clickhouseRefunds } from '#adapters/clickhouse/events/match-refunds';
import type { Conversion } from '#core/conversions/conversion';
import { editedVersion, enrichedVersion, firstVersion } from '#core/conversions/version';
import { dayMs } from '#core/shared/time';
import { testClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { eventSchema } from '#tests/support/databases/schema';
import { aConversion } from '#tests/support/builders/conversions';

const database = await testClickHouse(eventSchema);
const clickHouse = connectClickHouse(urlOf(database), 'drain');
const conversions = clickhouseConversionStore(clickHouse);
const { match } = clickhouseRefunds(clickHouse);
afterAll(async () => {
  await clickHouse.close();
  await database.drop();
});

const nowMs = Date.now();
const version = firstVersion('confirmed', nowMs);
const confirmed = { trust: 'confirmed', source: 'postback', receivedAtMs: nowMs } as const;

/** What a conversion has from a click that is stored. */
function creditOf(variant: number) {
  return {
    click: { clickId: Bun.randomUUIDv7(), atMs: nowMs - 5000, splitVersion: 3, variant },
    visitorId: 7n,
    country: 'DE',
    city: 'Bonn',
    device: 'mobile',
    referrer: 'news.example',
    version: enrichedVersion(version),
  } as const;
}

const noCredit = {
  click: null,
  visitorId: 0n,
  country: '',
  city: '',
  device: 'unknown',
  referrer: '',
  version,
} as const;
const creditFields = ['click', 'visitorId', 'country', 'city', 'device', 'referrer'] as const;

function creditIn(one: Partial<Conversion> | undefined) {
  return Object.fromEntries(creditFields.map((name) => [name, one?.[name]]));
}

/** A link with an order; every row is of it unless the change says otherwise. */
function shop() {
  const linkId = crypto.randomUUID();
  const sale = (change: Partial<Conversion> = {}) =>
    aConversion({ ...confirmed, ...noCredit, linkId, id: crypto.randomUUID(), ...change });
  return {
    linkId,
    sale,
    refund: (change: Partial<Conversion> = {}) =>
      sale({ key: 'r:o:A-1', valueCents: -4999, profitCents: -1000, ...change }),
    store: async (...rows: readonly Conversion[]) =>
      expect(await conversions.insert(crypto.randomUUID(), rows)).toEqual({ kind: 'stored' }),
    /** As it is stored now. */
    now: async (one: Conversion) => {
      const found = await conversions.known([one]);
      return found.find(({ key, eventType }) => key === one.key && eventType === one.eventType);
    },
  };
}

test('[refunds-with-sales] a refund takes over what its sale has from the click, and nothing else', async () => {
  const { sale, refund, store, now } = shop();
  const [sold, refunded] = [sale(creditOf(2)), refund({ receivedAtMs: nowMs + 5 })];
  await store(sold);
  await store(refunded);

  await match(0);

  const found = await now(refunded);
  expect(creditIn(found)).toEqual(creditIn(sold));
  expect(found).toEqual({ ...refunded, ...creditIn(sold), version: found?.version ?? 0n });
  expect(await now(sold)).toEqual(sold);
});

test('[refunds-with-sales] a refund before its sale waits, then takes each click that its sale gets', async () => {
  const { sale, refund, store, now } = shop();
  const expired = { receivedAtMs: nowMs - 90 * dayMs, ipAddress: '', userAgent: '' };
  const refunded = refund({ key: 'r:f:R-1', ...expired });
  await store(refunded);
  await match(0);
  expect(await now(refunded)).toEqual(refunded);

  const { click } = creditOf(1);
  for (const sold of [
    sale(),
    sale({ click: { ...click, splitVersion: 0 }, version: version + 2n }),
    sale({ ...creditOf(1), click, version: enrichedVersion(version + 2n) }),
    sale({ ...creditOf(4), version: enrichedVersion(version + 4n) }),
    sale({ ...creditOf(3), version: enrichedVersion(version + 6n) }),
  ]) {
    await store(sold);
    await match(nowMs - dayMs);
    const found = await now(refunded);
    await match(nowMs - dayMs);

    expect(creditIn(found)).toEqual(creditIn(sold));
    expect((found?.version ?? 0n) % 2n).toBe(sold.version % 2n);
    expect(editedVersion(version)).toBeGreaterThan(found?.version ?? 0n);
    expect(await now(refunded)).toEqual(found);
  }
});

test('the sale is of the same link, and of the same event when there are several', async () => {
  const { sale, refund, store, now } = shop();
  const other = shop();
  const [signup, sold] = [sale({ eventType: 'signup', ...creditOf(1) }), sale(creditOf(2))];
  const renewal = sale({ eventType: 'subscription', orderId: 'A-2', key: 'o:A-2', ...creditOf(3) });
  const rows = [refund(), refund({ orderId: 'A-2', key: 'r:o:A-2' }), other.refund()] as const;
  await store(signup, sold, renewal, ...rows);

  await match(0);

  expect(creditIn(await now(rows[0]))).toEqual(creditIn(sold));
  expect(creditIn(await now(rows[1]))).toEqual(creditIn(renewal));
  expect(await other.now(rows[2])).toEqual(rows[2]);
});

test("a refund without an order id, one with a removed row and one whose sale has no click stay as they are; a removed sale's click counts", async () => {
  const { sale, refund, store, now } = shop();
  const own = creditOf(4);
  const rows = [
    refund({ orderId: '', key: `r:c:${own.click.clickId}`, ...own }),
    refund({ isRemoved: true }),
    refund({ orderId: 'A-2', key: 'r:o:A-2', ...own }),
  ];
  const unsold = refund({ orderId: 'A-3', key: 'r:o:A-3' });
  const removed = { orderId: 'A-3', key: 'o:A-3', isRemoved: true };
  const gone = sale({ ...creditOf(1), ...removed });
  await store(sale(creditOf(2)), sale({ orderId: 'A-2', key: 'o:A-2' }), gone, ...rows, unsold);

  await match(0);

  for (const row of rows) expect(await now(row)).toEqual(row);
  expect(creditIn(await now(unsold))).toEqual(creditIn(gone));
});

test("an owner's edit of a refund stays, and its click is matched", async () => {
  const { sale, refund, store, now } = shop();
  const [sold, refunded] = [sale(creditOf(2)), refund()];
  const edited = { ...refunded, valueCents: -1, version: editedVersion(refunded.version) };
  await store(refunded);
  await store(sold);
  await match(0);
  await store(edited);

  await match(0);

  expect(await now(refunded)).toMatchObject({ valueCents: -1, ...creditIn(sold) });
});

test('only orders with a recent report are looked at, of the sale or of the refund', async () => {
  const { sale, refund, store, now } = shop();
  const long = { receivedAtMs: nowMs - 40 * dayMs };
  const order = (orderId: string) => ({ orderId, key: `o:${orderId}` });
  const refundOf = (orderId: string, change: Partial<Conversion>) =>
    refund({ orderId, key: `r:o:${orderId}`, ...change });
  const refunds = [refundOf('B-1', long), refundOf('B-2', {}), refundOf('B-3', long)] as const;
  await store(sale({ ...creditOf(1), ...order('B-1') }), ...refunds);
  await store(sale({ ...creditOf(1), ...order('B-2'), ...long }));
  await store(sale({ ...creditOf(1), ...order('B-3'), ...long }));

  await match(nowMs - dayMs);

  const clicks = await Promise.all(refunds.map(async (one) => (await now(one))?.click !== null));
  expect(clicks).toEqual([true, true, false]);
});
