import { expect, test } from 'bun:test';
import type { Measure } from '#contract/analytics/measures';
import { queryPeriod } from '#core/analytics/query/units';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { moversOf } from '#core/mailed-reports/movers';
import { ownLink, someNumbers } from '#tests/support/builders/reports';

const day = (date: string) => {
  const from = Temporal.PlainDate.from(date);
  return queryPeriod({ from, to: from }, 'hour', 'UTC');
};
const [period, compared] = [day('2026-11-20'), day('2026-11-19')];

/** The numbers of a value in the compared period and in the period. */
type Value = readonly [name: string, before: number, now: number];

const nothing = {
  ...{ clicks: 0, botClicks: 0, uniqueVisitors: 0, conversions: 0, refunds: 0 },
  ...{ revenue: 0, profit: 0 },
};

/** An account with these numbers, whose lists are sorted and cut as the event store does it. */
function numbersOf(values: {
  readonly links: readonly Value[];
  readonly countries?: Value[];
  readonly deleted?: readonly string[];
}) {
  const ofGrouping: Partial<Record<string, readonly Value[]>> = {
    link: values.links,
    country: values.countries ?? [],
  };
  const query: AnalyticsPorts['reports']['query'] = async (questions) =>
    questions.map(({ groupings: [grouping = ''], span, counted: [number], sorting, limit }) => {
      const isOfPeriod = span.boundariesMs[0] === period.boundariesMs[0];
      const counts = (count: number) => ({ ...nothing, ...(number && { [number]: count }) });
      const place = { sorted: [], unit: 0, keys: [] };
      const rows = (ofGrouping[grouping] ?? [])
        .map(([name, before, now]) => ({ name, asked: isOfPeriod ? [now, before] : [before, now] }))
        .toSorted(({ asked: [one = 0] }, { asked: [other = 0] }) => other - one)
        .map(({ name, asked: [own = 0, other = 0] }) => ({
          ...{ unit: 0, values: [name], tenths: 0, place },
          ...{ counts: counts(own), compared: counts(other) },
        }));
      expect(sorting.every(({ by, isFalling }) => by === number && isFalling)).toBe(true);
      const [totals, comparedTotals] = [counts(0), counts(0)];
      return { rows: rows.slice(0, limit), count: rows.length, totals, comparedTotals };
    });
  return someNumbers({
    nowMs: 0,
    reports: { query },
    links: {
      named: async (_, ids) =>
        new Map(
          ids
            .filter((id) => values.deleted?.includes(id) !== true)
            .map((id) => [id, { ...ownLink(id), title: `Title of ${id}` }]),
        ),
    },
  });
}

const asking = { userId: 'ada', shortOrigin: 'https://go.example' };
const question = {
  ...{ period, compared, filters: { class: ['human' as const] } },
  ...{ measure: 'clicks' as Measure, currency: 'USD' as const },
};

test('a link that fell to no click is found behind more links with clicks than are read', async () => {
  const steady = Array.from({ length: 1500 }, (_, index): Value => [`l${index}`, 2, 2]);
  const numbers = numbersOf({ links: [...steady, ['fallen', 500, 0], ['risen', 0, 40]] });

  expect(await moversOf(numbers, asking, question)).toEqual({
    links: [
      { name: 'Title of fallen', value: 0, change: -500 },
      { name: 'Title of risen', value: 40, change: 40 },
    ],
    referrers: [],
    countries: [],
  });
});

test('the four largest changes of each kind are named, countries by their names', async () => {
  const links = Array.from({ length: 9 }, (_, index): Value => [`l${index}`, index, 0]);
  const numbers = numbersOf({
    links,
    countries: [
      ['DE', 5, 9],
      ['Unknown', 1, 2],
      ['FR', 3, 3],
    ],
  });

  const movers = await moversOf(numbers, asking, question);

  expect(movers.links.map(({ change }) => change)).toEqual([-8, -7, -6, -5]);
  expect(movers.countries).toEqual([
    { name: 'Germany', value: 9, change: 4 },
    { name: 'Unknown', value: 2, change: 1 },
  ]);
});

test('a link that was just deleted leaves its place to the next one', async () => {
  const links = Array.from({ length: 9 }, (_, index): Value => [`l${index}`, index, 0]);
  const numbers = numbersOf({ links, deleted: ['l8', 'l6'] });

  const movers = await moversOf(numbers, asking, question);

  const names = ['l7', 'l5', 'l4', 'l3'].map((id) => `Title of ${id}`);
  expect(movers.links.map(({ name }) => name)).toEqual(names);
});

test('the movers follow the measure: conversions for their rate, and revenue for earnings per click', async () => {
  const numbers = numbersOf({ links: [['shop', 900, 4_900]] });
  const asked: (readonly string[])[] = [];
  const query: typeof numbers.reports.query = (questions) => {
    asked.push(questions.map(({ counted: [number], currency }) => `${number} ${currency}`));
    return numbers.reports.query(questions);
  };
  const watched = { ...numbers, reports: { ...numbers.reports, query } };

  for (const measure of ['profit', 'rate', 'perClick', 'visitors'] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const { links } = await moversOf(watched, asking, { ...question, measure, currency: 'EUR' });
    expect(links).toEqual([{ name: 'Title of shop', value: 4_900, change: 4_000 }]);
  }

  expect(asked.map(([first]) => first)).toEqual([
    'profit EUR',
    'conversions EUR',
    'revenue EUR',
    'uniqueVisitors EUR',
  ]);
});
