import { afterAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { payloads } from '#contract/webhooks/payloads';
import {
  clickhouseStoredClicks,
  clickhouseStoredConversions,
} from '#adapters/clickhouse/events/webhook-events';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';
import { clicksOfPart, recordClicks, recordConversions } from '#core/webhooks/record-stored';
import { changeWebhook } from '#core/webhooks/own-webhooks';
import { tellOfTroubles } from '#core/webhooks/tell-owner';
import { testEventStore } from '#tests/support/builders/events';
import { someLink } from '#tests/support/builders/links';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { testSeal } from '#tests/support/seal';
import {
  appUrl,
  bodyOf,
  receiver,
  webhookWorld,
} from '#tests/support/worlds/webhooks/webhook-world';

const store = await testEventStore();
const clicks = clickhouseStoredClicks(store.client);
const conversions = clickhouseStoredConversions(store.client);
const world = await webhookWorld({ clicks });
const { sql, links, clock, ports } = world;
afterAll(async () => {
  await world.drop();
  await store.drop();
});

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const record = () => recordConversions({ ...ports, conversions, digest })();
const recordNewClicks = () => recordClicks({ ...ports, clicks })();
const conversionTypes = [
  ...(['conversion.created', 'conversion.updated', 'conversion.deleted'] as const),
  'refund.created' as const,
];

async function linkOf(userId: string) {
  const link = someLink(userId);
  await links.add(link);
  return { userId, linkId: link.id };
}

test('[webhook-events] a conversion is an event when it is created, changed and removed, and a refund when it is created', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url, events: [...conversionTypes] });
  const of = await linkOf(userId);
  clock.ms += minuteMs;
  const sale = aStoredConversion({ ...of, atMs: clock.ms, id: Bun.randomUUIDv7() });
  const refund = { ...sale, id: Bun.randomUUIDv7(), key: 'r:o:1', valueCents: -4999 };
  const changes = [
    { ...sale },
    // A version that says the same: the click's data was looked for, and not found.
    { ...sale, version: 2 },
    { ...sale, version: 3, valueCents: 100 },
    { ...sale, version: 4, valueCents: 100, removed: true },
    refund,
  ];
  for (const conversion of changes) {
    await store.store({ conversions: [conversion] });
    clock.ms += secondMs;
    await record();
    await record();
    await world.send();
  }
  const bodies = shop.got.map(({ text }) => bodyOf(text));
  const about = (value: number) => ({
    conversion: expect.objectContaining({ value, linkId: of.linkId }),
    link: expect.objectContaining({ id: of.linkId }),
  });
  expect(bodies.map(({ type, data }) => [type, data])).toEqual([
    ['conversion.created', about(4999)],
    ['conversion.updated', about(100)],
    ['conversion.deleted', about(100)],
    ['refund.created', about(-4999)],
  ]);
});

test('[webhook-events] a conversion and clicks whose bodies would be longer than 20 KB are ids alone', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url, events: ['conversion.created', 'clicks.recorded'] });
  const of = await linkOf(userId);
  const [link] = await links.some(userId, [of.linkId]);
  clock.ms += minuteMs;
  const metadata = JSON.stringify({ note: 'n'.repeat(20 * 1024) });
  const sale = aStoredConversion({ ...of, atMs: clock.ms, id: Bun.randomUUIDv7(), metadata });
  const batch = crypto.randomUUID();
  const long = Array.from({ length: clicksOfPart }, () =>
    aStoredClick({ ...of, atMs: clock.ms, batch, city: 'c'.repeat(1000) }),
  );
  await store.store({ conversions: [sale], clicks: long });
  clock.ms += secondMs;
  await record();
  await recordNewClicks();
  await world.send();

  const bodies = shop.got.map(({ text }) => bodyOf(text));
  const shortUrl = `${appUrl}/${link?.shortCode}`;
  const ref = { id: of.linkId, externalId: null, shortUrl };
  const clickIds = long.map(() => ({ id: expect.any(String), linkId: of.linkId }));
  expect(bodies.map(({ type, isThin, data }) => [type, isThin, data])).toEqual(
    expect.arrayContaining([
      ['conversion.created', true, { conversion: { id: sale.id }, link: ref }],
      ['clicks.recorded', true, { clicks: clickIds, part: 1, parts: 1 }],
    ]),
  );
  expect(bodies.length).toBe(2);
  for (const { text } of shop.got) expect(text.length).toBeLessThan(20 * 1024);
});

test('[webhook-events] a conversion whose event is changed is updated, and not deleted', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url, events: [...conversionTypes] });
  const of = await linkOf(userId);
  clock.ms += minuteMs;
  const sale = aStoredConversion({ ...of, atMs: clock.ms, id: Bun.randomUUIDv7() });
  const edited = [
    { ...sale, version: 2, removed: true },
    { ...sale, version: 2, eventType: 'lead' as const },
  ];
  for (const conversions of [[sale], edited]) {
    await store.store({ conversions });
    for (const _ of [1, 2]) {
      clock.ms += secondMs;
      await record();
      await world.send();
    }
  }
  const bodies = shop.got.map(({ text }) => bodyOf(text));
  const link = expect.objectContaining({ id: of.linkId });
  expect(bodies.map(({ type, data }) => [type, data])).toEqual([
    ['conversion.created', { link, conversion: expect.objectContaining({ eventType: 'sale' }) }],
    ['conversion.updated', { link, conversion: expect.objectContaining({ eventType: 'lead' }) }],
  ]);
});

test('[webhook-events] accounts without a webhook for them have no events of conversions and clicks, nor from before it was on', async () => {
  const [nobody, late] = [await world.person(), await world.person()];
  await world.add(nobody, { url: 'https://x.example/', events: ['link.created'] });
  const [ofNobody, ofLate] = [await linkOf(nobody), await linkOf(late)];
  const atMs = clock.ms;
  await store.store({
    conversions: [ofNobody, ofLate].map((of) => aStoredConversion({ ...of, atMs })),
    clicks: [ofNobody, ofLate].map((of) =>
      aStoredClick({ ...of, atMs, batch: crypto.randomUUID() }),
    ),
  });
  clock.ms += hourMs;
  await world.add(late, {
    url: 'https://x.example/',
    events: ['conversion.created', 'clicks.recorded'],
  });
  await record();
  await recordNewClicks();
  for (const userId of [nobody, late]) {
    expect((await world.events(userId)).map(({ type }) => type)).toEqual(['link.created']);
  }
});

test('[webhook-events] a webhook that is switched on again while it is on misses no conversion, and one that begins to want them gets no older ones', async () => {
  const [kept, begun] = [await world.person(), await world.person()];
  const events = ['conversion.created' as const];
  const { id: keptId } = await world.add(kept, { url: 'https://x.example/', events });
  const { id: begunId } = await world.add(begun, {
    url: 'https://x.example/',
    events: ['link.created'],
  });
  const [ofKept, ofBegun] = [await linkOf(kept), await linkOf(begun)];
  clock.ms += minuteMs;
  await store.store({
    conversions: [ofKept, ofBegun].map((of) => aStoredConversion({ ...of, atMs: clock.ms })),
  });
  clock.ms += minuteMs;
  await changeWebhook(ports, { userId: kept, webhookId: keptId }, { isEnabled: true });
  await changeWebhook(ports, { userId: begun, webhookId: begunId }, { events });
  await record();
  const typesOf = async (userId: string) => (await world.events(userId)).map(({ type }) => type);
  expect(await typesOf(kept)).toEqual(['link.created', 'conversion.created']);
  expect(await typesOf(begun)).toEqual(['link.created']);
});

test('[webhook-events] a webhook that begins to want clicks gets no older ones, nor one that begins to want conversions', async () => {
  const clicks = 'clicks.recorded' as const;
  const conversions = 'conversion.created' as const;
  const had = async (type: typeof clicks | typeof conversions) => {
    const userId = await world.person();
    const url = 'https://x.example/';
    const { id: webhookId } = await world.add(userId, { url, events: [type] });
    return { userId, webhookId, of: await linkOf(userId) };
  };
  const [ofConversions, ofClicks] = [await had(conversions), await had(clicks)];
  clock.ms += minuteMs;
  const atMs = clock.ms;
  await store.store({
    conversions: [aStoredConversion({ ...ofClicks.of, atMs })],
    clicks: [aStoredClick({ ...ofConversions.of, atMs, batch: crypto.randomUUID() })],
  });
  clock.ms += minuteMs;
  for (const which of [ofConversions, ofClicks]) {
    await changeWebhook(ports, which, { events: [conversions, clicks] });
  }
  clock.ms += hourMs;

  await record();
  await recordNewClicks();

  for (const { userId } of [ofConversions, ofClicks]) {
    expect((await world.events(userId)).map(({ type }) => type)).toEqual(['link.created']);
  }
});

test('[webhook-events] clicks are sent by the parts of their batch, each once, without visitors and addresses', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url, events: ['clicks.recorded'] });
  // All events: clicks are not among them.
  await using all = receiver();
  await world.add(userId, { url: all.url, events: null });
  const [one, gone] = [await linkOf(userId), await linkOf(userId)];
  clock.ms += minuteMs;
  const batch = crypto.randomUUID();
  const count = clicksOfPart + 3;
  const clickOf = (of: typeof one, place: number) =>
    aStoredClick({ ...of, batch, atMs: clock.ms + place, visitorId: 987_654 });
  await store.store({
    clicks: [
      ...Array.from({ length: count - 1 }, (_, place) => clickOf(one, place)),
      clickOf(gone, count),
      { ...clickOf(one, count + 1), class: 'bot' },
    ],
  });
  await links.remove(userId, gone.linkId);
  clock.ms += minuteMs;
  await recordNewClicks();
  await recordNewClicks();
  await world.send();

  const bodies = shop.got.map(({ text }) => bodyOf(text));
  expect(bodies.map(({ type }) => type)).toEqual(['clicks.recorded', 'clicks.recorded']);
  const parts = shop.got.map(({ text }) => JSON.parse(text).data);
  const places = parts.map(
    ({ part, parts: of, clicks: sent }) => `${part} of ${of}: ${sent.length}`,
  );
  expect(places.toSorted()).toEqual([`1 of 2: ${clicksOfPart}`, '2 of 2: 2']);
  for (const part of parts) z.strictObject(payloads['clicks.recorded'].shape).parse(part);
  const ids = parts.flatMap(({ clicks: sent }) => sent.map(({ id }: { id: string }) => id));
  expect(new Set(ids).size).toBe(count - 1);
  expect(shop.got.some(({ text }) => text.includes('987654'))).toBe(false);
  expect(all.types()).not.toContain('clicks.recorded');
  const [stored] =
    await sql`SELECT count(body)::int AS bodies FROM events WHERE type = 'clicks.recorded'`;
  expect(stored?.['bodies']).toBe(0);
});

test('[webhook-delivery] when too many parts of clicks wait, new ones are left out, and the owner is told', async () => {
  const userId = await world.person();
  const { id } = await world.add(userId, {
    url: 'https://hooks.example/',
    events: ['clicks.recorded'],
  });
  const notices = postgresNotices(sql, testSeal);
  const add = (clicksOfBatch: number) =>
    ports.events.addClicks(
      [{ userId, batch: crypto.randomUUID(), clicks: clicksOfBatch, fromMs: 0, toMs: 1 }],
      { clicksOfPart: 1, at: new Date(clock.ms) },
    );
  const waiting = async () =>
    (await sql`SELECT FROM webhook_deliveries WHERE webhook_id = ${id} AND state = 'waiting'`)
      .length;
  const plan = async () => {
    while (await ports.deliveries.plan(new Date(clock.ms)));
  };
  await add(10_000);
  await plan();
  await tellOfTroubles({ ...ports, notices, appUrl });
  await add(5);
  await plan();

  expect(await waiting()).toBe(10_000);
  expect((await ports.webhooks.find(userId, id))?.isBehind).toBe(true);
  const told = await sql`SELECT kind FROM notices WHERE user_id = ${userId}`;
  expect(told.map(({ kind }) => kind)).toEqual(['webhook_behind']);
  await sql`UPDATE webhook_deliveries SET state = 'sent' WHERE webhook_id = ${id}`;
  clock.ms += dayMs;
  await tellOfTroubles({ ...ports, notices, appUrl });
  await add(5);
  await plan();
  expect([await waiting(), (await ports.webhooks.find(userId, id))?.isBehind]).toEqual([5, false]);
});
