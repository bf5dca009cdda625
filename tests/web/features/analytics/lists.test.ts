import { expect, test } from 'bun:test';
import { Asked, type AskedJson, type QueryAnswerJson } from '#contract/analytics/query';
import type { Currency } from '#contract/money';
import { cellText, sortIn, sortText } from '#web/features/analytics/lists/list-columns.ts';
import { bodyOf, costedBodies } from '#web/features/analytics/lists/list-query.ts';
import {
  type List,
  listOf,
  pageSharesOf,
  sharesOf,
  shortList,
  sortedByCosts,
} from '#web/features/analytics/lists/list-rows.ts';
import type { ReportQuestion } from '#web/features/analytics/report/question.ts';

const question: ReportQuestion = {
  range: { kind: 'preset', preset: '30d' },
  comparison: 'none',
  filters: {},
};
const asked = {
  question,
  dimension: 'utmCampaigns',
  currency: 'EUR',
  sort: { by: 'revenue', isRising: false },
  hasVisitors: true,
  search: '',
  limit: 50,
  cursor: null,
} as const;

type Row = QueryAnswerJson['rows'][number];

const answer: QueryAnswerJson = {
  rows: [],
  totals: {},
  comparedTotals: null,
  count: 0,
  nextCursor: null,
  links: {},
  meta: {
    from: '2026-11-01',
    to: '2026-11-30',
    timeZone: 'UTC',
    unit: null,
    unfinishedFrom: null,
    compared: null,
    uniques: 'once a day (UTC)',
    warnings: [],
  },
  query: {
    ...{ metrics: [], dimensions: [], filters: [], dateRange: [], timeZone: 'UTC', compare: null },
    ...{ currency: null, orderBy: [], limit: 50, search: '' },
  },
};

const row = (name: string, metrics: Row['metrics']): Row => ({
  dimensions: { utmCampaign: name },
  metrics,
  compared: null,
});

/** Twelve campaigns, clicks without one, and a refund and a sale without a click. */
const campaigns: QueryAnswerJson = {
  ...answer,
  rows: [
    ...Array.from({ length: 12 }, (_, place) =>
      row(`campaign ${place}`, {
        ...{ clicks: 100 - place, uniqueVisitors: 50, conversions: 2, conversionRate: 2 },
        ...{ revenue: 1000 - place, profit: 333, earningsPerClick: 10, percentage: 5 },
      }),
    ),
    row('(none)', { clicks: 300, uniqueVisitors: 120, conversions: 1, revenue: 7, profit: -50 }),
    row('Not matched to a click', {
      ...{ clicks: 0, uniqueVisitors: 0, conversions: 3, conversionRate: null },
      ...{ revenue: -4, profit: 0, earningsPerClick: null },
    }),
  ],
  totals: {
    ...{ clicks: 1434, uniqueVisitors: 700, conversions: 28, conversionRate: 2 },
    ...{ revenue: 11_937, profit: 3946, earningsPerClick: 8.3, percentage: 100 },
  },
  count: 14,
};
const short = shortList(listOf('utmCampaigns', campaigns), null);

const sumOf = ({ rows }: Pick<List, 'rows'>, column: 'clicks' | 'conversions' | 'revenue') =>
  rows.reduce((sum, { numbers }) => sum + (numbers[column] ?? 0), 0);

test('a link that tracks no conversions has none that could be counted, unless it has some', () => {
  const metrics = { clicks: 5, conversions: 0, conversionRate: 0, revenue: 0, profit: 0 };
  const link = (trackConversions: boolean) => ({
    title: null,
    shortUrl: 'https://go.example/a',
    trackConversions,
  });
  const list = listOf('links', {
    ...answer,
    rows: [
      { dimensions: { link: 'off' }, metrics, compared: null },
      { dimensions: { link: 'on' }, metrics, compared: null },
      { dimensions: { link: 'sold' }, metrics: { ...metrics, revenue: -100 }, compared: null },
      { dimensions: { link: 'deleted' }, metrics, compared: null },
    ],
    links: { off: link(false), on: link(true), sold: link(false) },
  });

  expect(
    list.rows.map(({ isUntracked, numbers }) => [isUntracked, numbers.clicks, numbers.profit]),
  ).toEqual([
    [true, 5, null],
    [undefined, 5, 0],
    [undefined, 5, 0],
    [undefined, 5, 0],
  ]);
});

test('a card has ten values, the rest, clicks without a value and conversions without a click, and they add up', () => {
  expect(short.rows.slice(9).map(({ kind, name, value }) => [kind, name, value])).toEqual([
    ['value', 'campaign 9', 'campaign 9'],
    ['rest', 'Other (2)', ''],
    ['none', '(none)', '(none)'],
    ['unmatched', 'Not matched to a click', 'Not matched to a click'],
  ]);
  expect(short.rows).toHaveLength(13);
  for (const column of ['clicks', 'conversions', 'revenue'] as const) {
    expect([column, sumOf(short, column)]).toEqual([column, short.total.numbers[column] ?? 0]);
  }
});

test('the rest says what can be divided, and a conversion without a click nothing about clicks', () => {
  const [rest, unmatched] = [short.rows[10], short.rows[12]];

  expect(rest?.numbers).toMatchObject({ clicks: 179, conversions: 4, revenue: 1979, profit: 666 });
  expect(rest?.numbers.rate).toBeCloseTo((4 / 179) * 100);
  expect(rest?.numbers.visitors).toBeNull();
  expect(unmatched?.numbers).toMatchObject({
    ...{ clicks: null, visitors: null, rate: null, perClick: null, conversions: 3, revenue: -4 },
  });
});

test('conversions without a click that come after the first page are a row all the same', () => {
  const list = listOf('utmCampaigns', campaigns);
  const page = { ...list, rows: list.rows.slice(0, 13), count: 60, nextCursor: 'next' };
  const later = list.rows[13] ?? null;

  const shown = shortList(page, later);

  expect(shown.rows.map(({ name }) => name).slice(-3)).toEqual([
    'Other (48)',
    '(none)',
    'Not matched to a click',
  ]);
  expect(sumOf(shown, 'revenue')).toBe(11_937);
});

test('phones show fewer values, and the rows of their lists add up too', () => {
  const onPhone = shortList(short, null, 5);

  expect(onPhone.rows.map(({ name }) => name)).toEqual([
    ...['campaign 0', 'campaign 1', 'campaign 2', 'campaign 3', 'campaign 4'],
    ...['Other (7)', '(none)', 'Not matched to a click'],
  ]);
  for (const column of ['clicks', 'conversions', 'revenue'] as const) {
    expect([column, sumOf(onPhone, column)]).toEqual([column, short.total.numbers[column] ?? 0]);
  }
});

test('shares of the measure add up to 100.0, with a rest and without one', () => {
  const sum = (shares: readonly (number | null)[]) =>
    Math.round(shares.reduce<number>((all, share) => all + (share ?? 0) * 10, 0));
  const thirds = {
    rows: short.rows.slice(0, 3).map((each) => ({ ...each, numbers: { revenue: 1 } })),
    total: { numbers: { revenue: 3 }, compared: null },
  };

  expect(sum(sharesOf(short, 'revenue'))).toBe(1000);
  expect(sum(sharesOf(short, 'conversions'))).toBe(1000);
  expect(sharesOf(thirds, 'revenue')).toEqual([33.4, 33.3, 33.3]);
  const ninths = {
    rows: thirds.rows.map((each, place) => ({ ...each, numbers: { revenue: 1 + 2 * place } })),
    total: { numbers: { revenue: 9 }, compared: null },
  };
  expect(sharesOf(ninths, 'revenue')).toEqual([11.1, 33.3, 55.6]);
  expect(sharesOf(short, 'clicks')[0]).toBe(5);
  expect(new Set(sharesOf(short, 'rate'))).toEqual(new Set([null]));
  const paidBack = { ...thirds, total: { numbers: { revenue: -3 }, compared: null } };
  expect(sharesOf(paidBack, 'revenue')).toEqual([null, null, null]);
});

test('a page of a list has the share of each row in the whole list, by every measure that adds up', () => {
  const page = listOf('utmCampaigns', { ...campaigns, rows: campaigns.rows.slice(10, 13) });

  expect(pageSharesOf(page, 'clicks')).toEqual([5, 5, 20.9]);
  expect(pageSharesOf(page, 'conversions')).toEqual([7.1, 7.1, 3.6]);
  expect(pageSharesOf(page, 'revenue')).toEqual([8.3, 8.3, 0.1]);
  expect(pageSharesOf(page, 'visitors')).toEqual([null, null, null]);
  expect(pageSharesOf(page, 'rate')).toEqual([null, null, null]);
});

test('the comparison of the rest is what is left, too', () => {
  const compared = { clicks: 10, conversions: 1, revenue: 5 };
  const rows = campaigns.rows.map((each) => ({ ...each, compared }));
  const comparedTotals = { clicks: 200, conversions: 20, revenue: 100 };
  const list = listOf('utmCampaigns', { ...campaigns, rows, comparedTotals });

  expect(shortList(list, null).rows[10]?.compared).toEqual({
    ...{ clicks: 80, conversions: 8, revenue: 40 },
  });
});

test('a list is sorted by the chosen column and asks for costs only where there can be some', () => {
  expect(bodyOf(asked)).toMatchObject({
    dimensions: ['utmCampaign'],
    currency: 'EUR',
    orderBy: [
      ['revenue', 'desc'],
      ['clicks', 'desc'],
      ['conversions', 'desc'],
    ],
  });
  expect(bodyOf(asked).metrics).toContain('cost');
  expect(bodyOf(asked).metrics).toContain('uniqueVisitors');
  const countries = bodyOf({
    ...{ ...asked, dimension: 'countries', hasVisitors: false },
    sort: { by: 'clicks', isRising: true },
  });
  expect(countries.metrics).not.toContain('cost');
  expect(countries.metrics).not.toContain('uniqueVisitors');
  expect(countries.orderBy).toEqual([
    ['clicks', 'asc'],
    ['conversions', 'desc'],
  ]);
  const bots = { ...asked, question: { ...question, filters: { class: ['bot'] } } };
  expect(bodyOf(bots).metrics).toEqual([
    ...(['clicks', 'conversions', 'revenue', 'profit', 'uniqueVisitors', 'percentage'] as const),
  ]);
});

test('a list that is sorted by costs is read whole, and the browser sorts it, rows without a number last', () => {
  const body = bodyOf({ ...asked, sort: { by: 'roi', isRising: false }, cursor: null });
  expect(body.limit).toBe(1000);
  expect(body.orderBy).toEqual([
    ['clicks', 'desc'],
    ['conversions', 'desc'],
  ]);
  const list = listOf('utmCampaigns', {
    ...answer,
    rows: [
      row('none', { clicks: 9, cost: null }),
      row('cheap', { clicks: 8, cost: 5 }),
      row('free', { clicks: 7, cost: 0 }),
      row('dear', { clicks: 6, cost: 500 }),
    ],
    count: 4,
  });
  const names = (isRising: boolean) =>
    sortedByCosts(list, { by: 'cost', isRising }).rows.map(({ name }) => name);

  expect(names(false)).toEqual(['dear', 'cheap', 'free', 'none']);
  expect(names(true)).toEqual(['free', 'cheap', 'dear', 'none']);
  const part = sortedByCosts({ ...list, nextCursor: 'more' }, { by: 'roi', isRising: true });
  expect(part.warnings).toEqual([
    'Sorted by ROI among those with costs of their own and the 1,000 with the most clicks.',
  ]);
});

test('values with costs of their own are asked for when the page with the most clicks lacks them', () => {
  const byRoi = { ...asked, sort: { by: 'roi', isRising: true }, cursor: null } as const;
  const cost = (campaign: string | null, currency: Currency = 'EUR') => ({
    ...{ campaign, currency },
    linkId: campaign === null ? 'l1' : null,
  });
  const few = Array.from({ length: 21 }, (_, index) => cost(`few${index}`));
  const costs = [...few, cost('few0'), cost('shown'), cost('dollars', 'USD'), cost(null)];

  const bodies = costedBodies(byRoi, costs, new Set(['shown']));

  const narrowed = (campaigns: string[]): AskedJson => ({
    ...bodyOf(byRoi),
    filters: [['is', 'utmCampaign', campaigns]],
  });
  const names = few.map(({ campaign }) => String(campaign));
  expect(bodies).toEqual([narrowed(names.slice(0, 20)), narrowed(names.slice(20))]);
  for (const body of bodies) Asked.parse(body);
  const ofLinks = costedBodies({ ...byRoi, dimension: 'links' }, costs, new Set());
  expect(ofLinks.map(({ filters }) => filters?.at(-1))).toEqual([['is', 'link', ['l1']]]);
});

test('an order in an address is a column and its direction', () => {
  for (const sort of [
    { by: 'cost', isRising: false },
    { by: 'perClick', isRising: true },
  ] as const) {
    expect(sortIn(sortText(sort))).toEqual(sort);
  }
  for (const text of [null, '', 'constructor', 'cost-desc', '-asc'])
    expect(sortIn(text)).toBeNull();
});

test('a cell reads as people read it', () => {
  expect(cellText('clicks', 12_440, 'USD')).toBe('12,440');
  expect(cellText('rate', 2.25, 'USD')).toBe('2.3%');
  expect(cellText('profit', -1250, 'EUR')).toBe('-€12.50');
  expect(cellText('perClick', 252.4, 'USD')).toBe('$2.52');
  expect(cellText('roi', 150, 'USD')).toBe('+150.0%');
  expect(cellText('roi', 0.01, 'USD')).toBe('0.0%');
  expect(cellText('visitors', null, 'USD')).toBe('–');
  expect(cellText('cost', undefined, 'USD')).toBe('–');
});

test('a list keeps the currency of its amounts, which another one may replace on the screen', () => {
  const inEuros = { ...campaigns, query: { ...campaigns.query, currency: 'EUR' } } as const;

  expect(shortList(listOf('utmCampaigns', inEuros), null).currency).toBe('EUR');
});
