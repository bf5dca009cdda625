import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { nothingYet, type TotalsOfLink } from '#core/links/link-totals';
import type { TotalSort } from '#contract/links/links';
import { dayMs } from '#core/shared/time';
import { dashboard, wholeAccount } from '#tests/support/builders/reports';
import { clientOfStopped } from '#tests/support/databases/clickhouse';
import { testEventStore } from '#tests/support/builders/events';
import { caseCount } from '#tests/support/extent';
import { anyClick, anyConversion } from '#tests/support/builders/generated-events';
import { expectedTotals } from '#tests/support/readers/oracle';

const store = await testEventStore();
afterAll(() => store.drop());
const totals = clickhouseLinkTotals(store.client);

const nowMs = Date.parse('2026-11-02T06:40:00Z');
const newId = () => Bun.randomUUIDv7();
const linkIds = [newId(), newId(), newId()];
const events = fc.record({
  clicks: fc.array(anyClick(nowMs, '', linkIds), { maxLength: 60 }),
  conversions: fc.uniqueArray(anyConversion(nowMs, '', linkIds), {
    maxLength: 15,
    selector: ({ linkId, key, version }) => `${linkId} ${key} ${version}`,
  }),
});

/** The events with a new owner, and the same clicks of another account. */
async function storeFor(found: typeof events extends fc.Arbitrary<infer Found> ? Found : never) {
  const owner = { userId: newId() };
  const clicks = found.clicks.map((click) => ({ ...click, ...owner }));
  const conversions = found.conversions.map((conversion) => ({ ...conversion, ...owner }));
  const strange = { userId: newId() };
  await store.store({
    clicks: [...clicks, ...clicks.map((click) => ({ ...click, ...strange }))],
    conversions,
  });
  return { ...owner, clicks, conversions };
}

test('[numbers-add-up] the totals of all links equal the raw events', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (found) => {
      const { userId, ...stored } = await storeFor(found);

      const all = await totals.of(userId, linkIds);

      for (const linkId of linkIds) {
        expect(all?.get(linkId) ?? nothingYet).toEqual(expectedTotals(stored, linkId));
      }
    }),
    { numRuns: caseCount({ check: 6, extended: 30 }) },
  );
});

test('the totals of some links contain only those links', async () => {
  const { userId, ...stored } = await storeFor({
    clicks: fc.sample(anyClick(nowMs, '', linkIds), 200),
    conversions: [],
  });
  const [asked = '', other = ''] = linkIds;

  const some = await totals.of(userId, [asked]);

  expect(some?.get(asked)).toEqual(expectedTotals(stored, asked));
  expect(some?.has(other)).toBe(false);
});

test('totals can be queried for thousands of link ids', async () => {
  const { userId } = await storeFor({ clicks: [], conversions: [] });

  expect(await totals.of(userId, Array.from({ length: 5000 }, newId))).toEqual(new Map());
});

test('a ranking contains each link’s total, and no link without one', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (found) => {
      const { userId } = await storeFor(found);
      const all = (await totals.of(userId, linkIds)) ?? new Map<string, TotalsOfLink>();
      const expected = (of: (each: TotalsOfLink) => number) =>
        new Map([...all].map(([id, each]) => [id, of(each)] as const).filter(([, n]) => n !== 0));
      const ranked = async (by: TotalSort) => {
        const { linkIds = '', totals: values = '' } = (await totals.ranking(userId, by)) ?? {};
        const numbers = values.split(',').map(Number);
        return new Map(linkIds === '' ? [] : linkIds.split(',').map((id, at) => [id, numbers[at]]));
      };

      expect(await ranked('totalClicks')).toEqual(expected(({ clicks }) => clicks));
      expect(await ranked('totalConversions')).toEqual(expected((each) => each.conversions));
      expect(await ranked('totalProfit')).toEqual(expected(({ profitCents }) => profitCents));
    }),
    { numRuns: caseCount({ check: 4, extended: 20 }) },
  );
});

test('without link ids nothing is queried', async () => {
  expect(await totals.of(newId(), [])).toEqual(new Map());
});

test("[numbers-add-up] the links' totals add up to the account's, to the click and to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(events, async (found) => {
      const { userId } = await storeFor(found);

      const all = [...((await totals.of(userId, linkIds)) ?? new Map()).values()];
      const { totals: account } = await clickhouseReports(store.client).read(
        wholeAccount(userId),
        dashboard([nowMs - dayMs, nowMs]),
      );
      if (account === null) throw new Error('The totals were not counted');

      const sum = (of: (link: (typeof all)[number]) => number) =>
        all.reduce((total, link) => total + of(link), 0);
      const dollars = account.money.find((money) => money.currency === 'USD');
      expect(account.clicks).toBe(sum((link) => link.clicks));
      expect(account.money.reduce((total, money) => total + money.conversions, 0)).toBe(
        sum((link) => link.conversions),
      );
      expect(await totals.currenciesOf(userId)).toEqual(
        account.money.map(({ currency }) => currency).filter((currency) => currency !== 'USD'),
      );
      expect(dollars?.profitCents ?? 0).toBe(sum((link) => link.profitCents));
      expect(dollars?.revenueCents ?? 0).toBe(sum((link) => link.revenueCents));
    }),
    { numRuns: caseCount({ check: 4, extended: 20 }) },
  );
});

test('[no-false-zeros] during a ClickHouse outage there are no totals, and never zeros', async () => {
  const client = await clientOfStopped();

  expect(await clickhouseLinkTotals(client).of(newId(), linkIds)).toBeNull();
  expect(await clickhouseLinkTotals(client).currenciesOf(newId())).toEqual([]);

  await client.close();
});
