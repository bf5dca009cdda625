import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseConversions } from '#adapters/clickhouse/analytics/conversions';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { answerConversions } from '#core/analytics/answer-conversions';
import type { TrackingLinks } from '#core/analytics/reading';
import type { MoneyTotals } from '#core/analytics/money';
import type { Trust } from '#contract/conversions/conversions';
import { eventTypes } from '#contract/conversions/event-types';
import { currencies } from '#contract/money';
import { editConversion, removeConversion } from '#core/conversions/own-conversions';
import { firstVersion } from '#core/conversions/version';
import { serialized } from '#core/shared/serialized';
import { dayMs } from '#core/shared/time';
import {
  conversionModel,
  moneyOf,
  type ConversionFacts,
} from '#tests/support/memory/conversion-model';
import { testEventStore } from '#tests/support/builders/events';
import { dashboard, someNumbers, wholeAccount } from '#tests/support/builders/reports';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { caseCount } from '#tests/support/extent';
import { linkWorld, owner } from '#tests/support/worlds/links/link-world';

const store = await testEventStore();
afterAll(() => store.drop());

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const conversions = clickhouseConversions(store.client);
const amount = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constant(1_000_000_000));
const currency = fc.constantFrom(...currencies.slice(0, 3));
const eventType = fc.constantFrom(...eventTypes.slice(0, 3));

const report = fc.record({
  kind: fc.constant('report' as const),
  link: fc.nat(2),
  order: fc.nat(3),
  eventType,
  valueCents: amount,
  profitCents: amount,
  currency,
  isRefund: fc.constantFrom(false, false, true),
  trust: fc.constantFrom<Trust>('unverified', 'inferred', 'verified', 'confirmed'),
});
const edit = fc.record({
  kind: fc.constant('edit' as const),
  which: fc.nat(20),
  wish: fc.record(
    { eventType, valueCents: amount, profitCents: amount, currency },
    { requiredKeys: [] },
  ),
});
const removal = fc.record({ kind: fc.constant('remove' as const), which: fc.nat(20) });
const step = fc.oneof(
  { weight: 5, arbitrary: report },
  { weight: 3, arbitrary: edit },
  { weight: 1, arbitrary: removal },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** An account with three links, the steps on them, and the expected results. */
async function account() {
  const world = linkWorld();
  const person = owner();
  const linkIds: string[] = [];
  for (const _ of [1, 2, 3]) {
    const { link } = await world.createLink(person, { originalUrl: 'https://example.com/' });
    linkIds.push(link.id);
  }
  const change = {
    links: world.ports.links,
    conversions,
    serialized: serialized(),
    clock: { now: () => nowMs },
  };
  const model = conversionModel();

  const apply = async (one: Step, at: number): Promise<void> => {
    if (one.kind === 'report') {
      const told = toldBy(one, linkIds[one.link] ?? '');
      const key = `${one.isRefund ? 'r:' : ''}o:${one.order}`;
      // Versions tell receipts apart by steps of 2 ms.
      const atMs = nowMs - dayMs + 2 * at;
      const version = firstVersion(one.trust, atMs);
      const row = { ...told, userId: person.id, key, version, removed: false, atMs };
      await store.store({ conversions: [{ ...row, trust: one.trust }] });
      model.report(`${told.linkId} ${told.eventType} ${key}`, told, one.trust);
      return;
    }
    const living = model.living();
    const chosen = living[one.which % Math.max(living.length, 1)];
    if (!chosen) return;
    if (one.kind === 'remove') {
      await removeConversion(change, { userId: person.id, id: chosen.id });
      model.remove(chosen.id);
    } else {
      await editConversion(change, { userId: person.id, id: chosen.id }, changesOf(one.wish));
      if (changes(chosen, one.wish)) model.edit(chosen.id, signed(one.wish, chosen.isRefund));
    }
  };
  const named = async (userId: string, ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => world.ports.links.find(userId, id)));
    return new Map(found.flatMap((link) => (link ? [[link.id, link] as const] : [])));
  };
  return { userId: person.id, linkIds, apply, named, living: model.living };
}

function toldBy(one: Extract<Step, { kind: 'report' }>, linkId: string): ConversionFacts {
  const { eventType: event, currency: code, isRefund } = one;
  const id = Bun.randomUUIDv7();
  const money = signed({ valueCents: one.valueCents, profitCents: one.profitCents }, isRefund);
  return {
    id,
    linkId,
    eventType: event,
    valueCents: 0,
    profitCents: 0,
    currency: code,
    isRefund,
    ...money,
  };
}

function changesOf({ valueCents, profitCents, eventType, currency }: Partial<ConversionFacts>) {
  return { value: valueCents, profit: profitCents, eventType, currency };
}

function signed(wish: Partial<ConversionFacts>, isRefund: boolean): Partial<ConversionFacts> {
  if (!isRefund) return wish;
  const { valueCents, profitCents } = wish;
  return {
    ...wish,
    ...(valueCents !== undefined && { valueCents: 0 - valueCents }),
    ...(profitCents !== undefined && { profitCents: 0 - profitCents }),
  };
}

/** An edit to the same value changes nothing. */
function changes(told: ConversionFacts, wish: Partial<ConversionFacts>): boolean {
  const after = { ...told, ...signed(wish, told.isRefund) };
  return !Bun.deepEquals(after, told);
}

function allOf(linkIds: readonly string[]): TrackingLinks {
  const ids = linkIds.map((id) => id.replaceAll('-', '')).join(',');
  return { count: linkIds.length, among: { ids, isComplement: false } };
}

/** The product's answers: by range, by link over all time, and for the whole account. */
async function answersTo({ userId, linkIds, named }: Awaited<ReturnType<typeof account>>) {
  const reports = clickhouseReports(store.client);
  const links = { tracking: () => Promise.resolve(allOf(linkIds)), named };
  const question = { linkId: null, days: 90, timeZone: 'UTC', wantsAllReferrers: false };
  const [range, byLink, whole] = await Promise.all([
    answerConversions(someNumbers({ nowMs, links, reports }), userId, {
      ...question,
      pages: { limit: 100, conversions: null, links: null },
    }),
    clickhouseLinkTotals(store.client).of(userId, linkIds),
    reports.read(wholeAccount(userId), dashboard([nowMs - dayMs, nowMs])),
  ]);
  return { range, byLink: byLink ?? new Map<string, MoneyTotals>(), whole };
}

/** With the dollars among the other currencies, and without empty ones. */
function currenciesOf(totals: Omit<MoneyTotals, 'conversions'>, rows: readonly ConversionFacts[]) {
  const { revenueCents, profitCents, otherCurrencies } = totals;
  const dollars = rows.filter((row) => row.currency === 'USD' && !row.isRefund).length;
  const usd = { currency: 'USD', conversions: dollars, revenueCents, profitCents };
  const hasDollars = rows.some((row) => row.currency === 'USD');
  return [...otherCurrencies, ...(hasDollars ? [usd] : [])].toSorted((one, other) =>
    one.currency < other.currency ? -1 : 1,
  );
}

const sameOrderTwice: Step[] = [0, 1_000_000_000].map((valueCents) => ({
  kind: 'report',
  link: 2,
  order: 3,
  eventType: 'signup',
  valueCents,
  profitCents: 0,
  currency: 'USD',
  isRefund: false,
  trust: 'verified',
}));

test('[numbers-add-up] all totals are the sum of the remaining conversions after reports, edits, deletions and refunds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 18 }), async (steps) => {
      const person = await account();
      const { linkIds, living } = person;
      for (const [at, one] of steps.entries()) await person.apply(one, at);

      const { range, byLink, whole } = await answersTo(person);

      const left = living();
      const counted = left.filter(({ isRefund }) => !isRefund).length;
      const listed = range.conversions.items.map((one): ConversionFacts => ({
        id: one.id,
        linkId: one.linkId,
        eventType: one.eventType,
        valueCents: one.valueCents,
        profitCents: one.profitCents,
        currency: one.currency,
        isRefund: one.key.startsWith('r:'),
      }));
      expect(new Map(listed.map((one) => [one.id, one]))).toEqual(
        new Map(left.map((one) => [one.id, one])),
      );
      expect(range.conversions.count).toBe(left.length);
      expect(whole.totals?.money).toEqual([...moneyOf(left)]);
      expect(currenciesOf(range.totals, left)).toEqual([...moneyOf(left)]);
      expect(range.totals.conversions).toBe(counted);
      for (const linkId of linkIds) {
        const ofIt = left.filter((one) => one.linkId === linkId);
        const sides = [
          byLink.get(linkId),
          range.links.items.find((link) => link.linkId === linkId),
        ];
        for (const side of sides) {
          expect(side === undefined).toBe(ofIt.length === 0);
          if (side) expect(currenciesOf(side, ofIt)).toEqual([...moneyOf(ofIt)]);
        }
      }
      const sumOver = (of: (link: MoneyTotals) => number) =>
        [...byLink.values()].reduce((sum, link) => sum + of(link), 0);
      expect(sumOver((link) => link.conversions)).toBe(counted);
      expect(sumOver((link) => link.revenueCents)).toBe(range.totals.revenueCents);
      expect(sumOver((link) => link.profitCents)).toBe(range.totals.profitCents);
    }),
    { numRuns: caseCount({ check: 10, extended: 60 }), examples: [[sameOrderTwice]] },
  );
}, 60_000);

test('[fair-share] the links that track are passed on in texts that are cheap to send and short enough for a server', async () => {
  const userId = Bun.randomUUIDv7();
  const linkIds = Array.from({ length: 10_000 }, () => Bun.randomUUIDv7());
  const [first = '', second = ''] = linkIds;
  const other = Bun.randomUUIDv7();
  await store.store({
    clicks: [first, second, second, other].map((linkId) =>
      aStoredClick({ userId, linkId, atMs: nowMs - 1 }),
    ),
    conversions: [first, other].map((linkId) =>
      aStoredConversion({ userId, linkId, atMs: nowMs - 1 }),
    ),
  });
  const sent: unknown[] = [];
  const client: ClickHouse = {
    query(asked) {
      sent.push(...Object.values(asked.query_params ?? {}));
      return store.client.query(asked);
    },
    insert: (asked) => store.client.insert(asked),
    command: (asked) => store.client.command(asked),
    exec: (asked) => store.client.exec(asked),
    close: () => store.client.close(),
  };
  const read = async (isComplement: boolean) => {
    const { links, trackingClicks } = await clickhouseReports(client).conversions(
      wholeAccount(userId),
      {
        period: { boundariesMs: [nowMs - dayMs, nowMs] },
        paging: { limit: 1, from: null },
        tracking: { ...allOf(linkIds).among, isComplement },
      },
    );
    const tracking = links.filter(({ isTracking }) => isTracking).map(({ linkId }) => linkId);
    return { trackingClicks, tracking };
  };

  expect(await read(false)).toEqual({ trackingClicks: 3, tracking: [first] });
  expect(await read(true)).toEqual({ trackingClicks: 1, tracking: [other] });
  const unfit = sent.filter((value) => Array.isArray(value) && value.length > 1);
  const lengths = sent.map((value) => (typeof value === 'string' ? value.length : 0));
  expect(unfit).toEqual([]);
  expect(Math.max(...lengths)).toBeLessThan(128 * 1024);
});
