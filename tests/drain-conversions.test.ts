import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  clickhouseClickFinder,
  clickhouseConversionStore,
} from '#adapters/clickhouse/events/conversion-store';
import { clickhouseRefunds } from '#adapters/clickhouse/events/match-refunds';
import type { DrainSettings } from '#adapters/spool/drain/drain-messages';
import { startDrain } from '#adapters/spool/drain/drain-worker';
import { spoolFolder } from '#adapters/spool/segments';
import { openSpool } from '#adapters/spool/spool';
import { completeConversions } from '#core/conversions/complete-conversions';
import { matchRefunds } from '#core/conversions/match-refunds';
import type { RawConversion } from '#core/conversions/conversion';
import type { RawVisit } from '#core/redirect/raw-visit';
import { dayMs, hourMs } from '#core/shared/time';
import { clickWorld, type ClickWorld } from '#tests/support/worlds/analytics/click-world';
import { aReport } from '#tests/support/builders/conversions';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { aVisit } from '#tests/support/builders/visits';

const entry = new URL('../src/drain.ts', import.meta.url);
let world: ClickWorld;
beforeAll(async () => {
  world = await clickWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** A spool with a drain, on the file's databases, and its own link. */
function pipeline(change: Partial<DrainSettings> = {}) {
  const folder = tempFolder();
  const spool = openSpool({
    dataDir: folder.path,
    newBatch: () => crypto.randomUUID(),
    log: silentLog,
  });
  const drain = startDrain({
    entry,
    settings: { ...world.settings, ...change, dataDir: folder.path },
    abandoned: spool.abandoned,
    onHandOver: () => spool.hear({ kind: 'handOver' }),
    onStored: (batch) => spool.hear({ kind: 'stored', batch }),
    log: () => {},
  });
  spool.connect(drain.post);
  const linkId = crypto.randomUUID();
  return {
    spool,
    drain,
    linkId,
    visit: (visit: Partial<RawVisit> = {}): RawVisit => {
      const atMs = visit.atMs ?? Date.now();
      const whole = aVisit({ linkId, atMs, clickId: Bun.randomUUIDv7('hex', atMs), ...visit });
      spool.write([whole]);
      return whole;
    },
    report: async (report: Partial<RawConversion> = {}): Promise<RawConversion> => {
      const receivedAtMs = report.receivedAtMs ?? Date.now();
      const whole = aReport({ linkId, receivedAtMs, id: Bun.randomUUIDv7(), ...report });
      await spool.conversions.record(whole, 'stored');
      return whole;
    },
    /**
     * The link's stored rows when nothing waits any more: a response comes after two seconds at
     * most.
     */
    rows: async () => {
      await until('nothing waits', () => !holdsSegments(folder.path));
      return rowsOf(linkId);
    },
    [Symbol.asyncDispose]: async () => {
      await spool.close();
      await drain.stop(1000);
      folder[Symbol.dispose]();
    },
  };
}

function holdsSegments(dataDir: string): boolean {
  return readdirSync(spoolFolder(dataDir)).some((file) => /\.(?:open|sealed)/.test(file));
}

async function rowsOf(linkId: string): Promise<Record<string, unknown>[]> {
  const answer = await world.clickHouse.query({
    query: 'SELECT * FROM conversions FINAL WHERE link_id = {linkId:UUID} ORDER BY received_at',
    query_params: { linkId },
    format: 'JSONEachRow',
  });
  return answer.json<Record<string, unknown>>();
}

test('a reported conversion becomes a row with its click, even if both arrive together', async () => {
  await using line = pipeline({ geoipCityDb: null });
  const { clickId } = line.visit({ address: '8.8.8.8', splitVersion: 3, variant: 2, position: 1 });

  const { id } = await line.report({ click: { clickId, variant: 2 } });

  expect(await line.rows()).toMatchObject([
    {
      id,
      conversion_key: `c:${clickId}`,
      trust: 'verified',
      click_id: clickId,
      split_version: 3,
      variant: 2,
      country: 'US',
      device: 'desktop',
      referrer: 'news.example',
      ip_address: '198.51.100.0',
    },
  ]);
});

test('a conversion is credited to the visitor’s last human click on that link, and to no other visitor’s', async () => {
  await using line = pipeline();
  const now = Date.now();
  line.visit({ atMs: now - 3, variant: 1 });
  line.visit({ atMs: now - 2, variant: 2 });
  line.visit({ atMs: now - 1, variant: 3, class: 'bot' });
  line.visit({ atMs: now - 1, variant: 4, linkId: crypto.randomUUID() });

  await line.report({ receivedAtMs: now, orderId: 'same' });
  await line.report({ receivedAtMs: now + 1, orderId: 'other', address: '198.51.100.8' });
  await line.report({ receivedAtMs: now + 2, orderId: 'anonymous', isAnonymous: true });
  await line.report({ receivedAtMs: now + 3, orderId: 'server', source: 'api', isConfirmed: true });

  expect(await line.rows()).toMatchObject([
    { order_id: 'same', trust: 'inferred', variant: 2 },
    { order_id: 'other', trust: 'unverified', variant: 0 },
    { order_id: 'anonymous', trust: 'unverified', variant: 0, ip_address: '', user_agent: '' },
    { order_id: 'server', trust: 'confirmed', variant: 0 },
  ]);
});

test("yesterday's click of a visitor without a cookie is credited, although salts change daily", async () => {
  await using line = pipeline();
  const now = Date.now();
  const { clickId } = line.visit({ atMs: now - dayMs });

  await until('the click is stored', () => line.drain.status().storedClicks === 1);
  await line.report({ receivedAtMs: now });

  expect(await line.rows()).toMatchObject([{ trust: 'inferred', click_id: clickId }]);
});

test('with a cookie a click is credited for exactly thirty days', async () => {
  await using line = pipeline({ visitorId: 'cookie' });
  const now = Date.now();
  const early = line.visit({ atMs: now - 29 * dayMs, visitorCookie: 'a' });
  line.visit({ atMs: now - 31 * dayMs, visitorCookie: 'b' });
  await until('the clicks are stored', () => line.drain.status().storedClicks === 2);

  await line.report({ receivedAtMs: now, orderId: 'a', visitorCookie: 'a' });
  await line.report({ receivedAtMs: now + 1, orderId: 'b', visitorCookie: 'b' });

  expect(await line.rows()).toMatchObject([
    { trust: 'inferred', click_id: early.clickId },
    { trust: 'unverified' },
  ]);
});

test('[sales-once] 20 identical concurrent reports count once, also in two batches', async () => {
  await using line = pipeline();
  const twenty = () =>
    Promise.all(
      Array.from({ length: 20 }, () => line.report({ orderId: 'A-1', isConfirmed: true })),
    );

  await twenty();
  const [first] = await line.rows();
  await twenty();

  expect(await line.rows()).toEqual(first ? [first] : []);
  expect(first).toMatchObject({ conversion_key: 'o:A-1', trust: 'confirmed' });
});

test('[sales-once] a repeated pixel does not change a sale; higher trust does, with the same id', async () => {
  await using line = pipeline();
  const { id } = await line.report({ orderId: 'A-1', valueCents: 4999 });
  await line.report({ orderId: 'A-1', valueCents: 1 });
  expect(await line.rows()).toMatchObject([{ id, value_cents: 4999 }]);

  const { clickId } = line.visit({ address: '192.0.2.1' });
  await line.report({ orderId: 'A-1', valueCents: 5100, click: { clickId, variant: 0 } });
  await line.report({ orderId: 'A-1', valueCents: 5200, source: 'postback', isConfirmed: true });
  await line.report({ orderId: 'A-1', valueCents: 2 });

  expect(await line.rows()).toMatchObject([
    { id, value_cents: 5200, trust: 'confirmed', click_id: clickId, referrer: 'news.example' },
  ]);
});

test('a sale after a sign-up with the same order id counts, and a refund subtracts its money', async () => {
  await using line = pipeline();

  await line.report({ orderId: 'A-1', eventType: 'signup', valueCents: 0 });
  await line.report({ orderId: 'A-1' });
  await line.report({ orderId: 'A-1', isRefund: true, valueCents: -4999, isConfirmed: true });

  expect(await line.rows()).toMatchObject([
    { event_type: 'signup', conversion_key: 'o:A-1' },
    { event_type: 'sale', conversion_key: 'o:A-1', value_cents: 4999 },
    { event_type: 'sale', conversion_key: 'r:o:A-1', value_cents: -4999 },
  ]);
});

test('[refunds-with-sales] a refund takes the click of its sale: refund, sale and click may arrive in any order', async () => {
  await using line = pipeline();
  const clickhouse = clickhouseConversionStore(world.clickHouse);
  const clicks = clickhouseClickFinder(world.clickHouse);
  const job = { clock: { now: () => Date.now() }, newBatch: () => crypto.randomUUID() };
  const complete = () => completeConversions({ ...job, clicks, conversions: clickhouse });
  const match = matchRefunds({ ...job, refunds: clickhouseRefunds(world.clickHouse) });
  const now = Date.now();
  const ids = [0, 1, 2].map((n) => Bun.randomUUIDv7('hex', now - n));
  const sale = async (n: number) => {
    const click = { clickId: ids[n] ?? '', variant: n + 1 };
    await line.report({ orderId: `A-${n}`, click });
  };
  const refund = (n: number) =>
    line.report({
      orderId: `A-${n}`,
      isRefund: true,
      valueCents: -1,
      isConfirmed: true,
      source: 'postback',
    });
  const visit = (n: number) =>
    line.visit({ clickId: ids[n] ?? '', atMs: now - n, splitVersion: 7, variant: n + 1 });

  visit(0);
  await sale(0);
  await refund(0);
  await refund(1);
  await match();
  visit(1);
  await sale(1);
  await sale(2);
  await refund(2);
  await match();
  visit(2);
  await until('the clicks are stored', () => line.drain.status().storedClicks === 3);
  await complete();
  await match();

  const refunds = (await line.rows()).filter(({ value_cents: cents }) => cents === -1);
  const from = (n: number) => ({ click_id: ids[n], variant: n + 1, split_version: 7 });
  const origin = { device: 'desktop', referrer: 'news.example', trust: 'confirmed' };
  expect(refunds).toMatchObject(
    [0, 1, 2].map((n) => ({ order_id: `A-${n}`, ...origin, ...from(n) })),
  );
});

test('[sales-once] parts of an order that are refunded under different ids each count once', async () => {
  await using line = pipeline();
  const refund = (refundId: string, valueCents: number) =>
    line.report({ orderId: 'A-1', isRefund: true, refundId, valueCents, isConfirmed: true });

  await line.report({ orderId: 'A-1' });
  await refund('R-1', -1000);
  await refund('R-2', -500);
  await refund('R-1', -1000);

  expect(await line.rows()).toMatchObject([
    { conversion_key: 'o:A-1', value_cents: 4999 },
    { conversion_key: 'r:f:R-1', value_cents: -1000 },
    { conversion_key: 'r:f:R-2', value_cents: -500 },
  ]);
});

test('a conversion that arrives before its click gets the click’s data later', async () => {
  await using line = pipeline();
  const atMs = Date.now();
  const clickId = Bun.randomUUIDv7('hex', atMs);
  const { id } = await line.report({ click: { clickId, variant: 2 } });
  const complete = () =>
    completeConversions({
      clock: { now: () => Date.now() },
      clicks: clickhouseClickFinder(world.clickHouse),
      conversions: clickhouseConversionStore(world.clickHouse),
      newBatch: () => crypto.randomUUID(),
    });
  await complete();
  expect(await line.rows()).toMatchObject([
    { id, trust: 'verified', variant: 2, click_id: clickId, device: 'unknown', split_version: 0 },
  ]);

  line.visit({ clickId, atMs, splitVersion: 7, variant: 2 });
  await until('the click is stored', () => line.drain.status().storedClicks === 1);
  await complete();

  expect(await line.rows()).toMatchObject([
    { id, trust: 'verified', variant: 2, device: 'desktop', split_version: 7 },
  ]);
});

test('conversions of erased links are dropped, and their callers do not wait', async () => {
  await using line = pipeline();
  line.drain.post({ kind: 'erased', linkIds: [line.linkId] });

  await line.report();

  expect(await line.rows()).toEqual([]);
  expect(line.drain.status().waitingSegments).toBe(0);
});

test('during an outage of the event store a report is on disk after two seconds, and becomes a row later', async () => {
  await using line = pipeline({ clickHouseUrl: 'http://127.0.0.1:1/waypost' });

  await line.report({ receivedAtMs: Date.now() - hourMs });

  expect(await rowsOf(line.linkId)).toEqual([]);
  await until('it is said to wait', () => line.drain.status().state === 'failing');
  expect(line.drain.status().waitingSegments).toBe(1);
});
