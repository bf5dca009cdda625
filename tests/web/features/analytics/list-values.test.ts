import { expect, test } from 'bun:test';
import type { QueryAnswerJson } from '#contract/analytics/query';
import { bodyOf, valuesOf } from '#web/features/analytics/report/values.ts';
import type { ReportQuestion } from '#web/features/analytics/report/question.ts';

const question: ReportQuestion = {
  range: { kind: 'preset', preset: '30d' },
  comparison: 'year',
  filters: { utm_source: ['letter'], variant: ['2', '(none)'], class: ['human'] },
};
const asked = { question, dimension: 'links', search: '', limit: 50, cursor: null } as const;

const answer: QueryAnswerJson = {
  rows: [],
  totals: {},
  comparedTotals: null,
  count: 3,
  nextCursor: 'next',
  links: { one: { title: 'Spring', shortUrl: 'https://go.example/a' } },
  meta: {
    from: '2026-11-01',
    to: '2026-11-30',
    timeZone: 'UTC',
    unit: null,
    unfinishedFrom: null,
    compared: null,
    uniques: 'once a day (UTC)',
    warnings: ['A cost cannot be divided.'],
  },
  query: {
    ...{ metrics: [], dimensions: [], filters: [], dateRange: [], timeZone: 'UTC', compare: null },
    ...{ currency: null, orderBy: [], limit: 50, search: '' },
  },
};

test('a page of a list asks the query with the filters of the address, and for costs where there are some', () => {
  expect(bodyOf(asked, 'EUR')).toMatchObject({
    metrics: ['clicks', 'percentage', 'conversions', 'cost', 'roi', 'revenue'],
    dimensions: ['link'],
    filters: [
      ['is', 'utmSource', ['letter']],
      ['is', 'variant', ['B', 'Not assigned']],
      ['is', 'class', ['human']],
    ],
    dateRange: '30d',
    compare: 'year',
    currency: 'EUR',
    limit: 50,
  });
  const ofDays = { kind: 'days', from: '2026-11-01', to: '2026-11-02' } as const;
  const bots = {
    ...question,
    range: ofDays,
    comparison: 'none' as const,
    filters: { class: ['bot'] },
  };
  const plain = bodyOf({ ...asked, question: bots, search: 'a', cursor: 'b' }, 'EUR');
  expect(plain).toMatchObject({
    dateRange: ['2026-11-01', '2026-11-02'],
    search: 'a',
    cursor: 'b',
  });
  expect(plain.metrics).toEqual(['clicks', 'percentage', 'conversions']);
  expect(plain).not.toHaveProperty('compare');
});

test('rows have the names and the values of filters that lists of reports have', () => {
  const row = (dimensions: object) => ({
    dimensions,
    metrics: { clicks: 2, percentage: 50, conversions: 1 },
    compared: { clicks: 1 },
  });
  const valued = (dimension: 'cities' | 'variants' | 'links', rows: QueryAnswerJson['rows']) =>
    valuesOf({ question, dimension }, { ...answer, rows }, null).rows.map(
      ({ name, detail, value }) => [name, detail, value],
    );

  expect(
    valued('cities', [
      row({ city: 'Washington, D.C.,US' }),
      row({ city: 'Not matched to a click' }),
    ]),
  ).toEqual([
    ['Washington, D.C.', 'US', 'Washington, D.C.,US'],
    ['Not matched to a click', '', 'Not matched to a click'],
  ]);
  expect(valued('variants', [row({ variant: 'C' }), row({ variant: 'Not assigned' })])).toEqual([
    ['3', '', '3'],
    ['(none)', '', '(none)'],
  ]);
  expect(valued('links', [row({ link: 'one' }), row({ link: 'gone' })])).toEqual([
    ['Spring', 'https://go.example/a', 'one'],
    ['Deleted link', '', ''],
  ]);
});

test('a row has its costs, or the reason why it has none', () => {
  const costs = (metrics: QueryAnswerJson['rows'][number]['metrics'], asking = question) => {
    const rows = [{ dimensions: { link: 'one' }, metrics, compared: null }];
    return valuesOf({ question: asking, dimension: 'links' }, { ...answer, rows }, 'USD').rows[0]
      ?.costs;
  };
  const counted = { clicks: 4, percentage: 100, conversions: 1, revenue: 900 };

  expect(costs({ ...counted, cost: 300, roi: 200 })).toEqual({
    ...{
      currency: 'USD',
      costCents: 300,
      revenueCents: 900,
      roi: 2,
      perClickCents: 225,
      reason: null,
    },
  });
  expect(costs({ ...counted, cost: null, roi: null })).toMatchObject({
    ...{ costCents: null, roi: null, perClickCents: 225, reason: 'A cost cannot be divided.' },
  });
  expect(costs({ ...counted, cost: 0, roi: null })?.reason).toContain('no costs here');
  const bots = { ...question, filters: { class: ['bot'] } };
  expect(costs({ clicks: 4 }, bots)).toMatchObject({ costCents: null, perClickCents: null });
  expect(costs({ clicks: 4 }, bots)?.reason).toContain('people alone');
});
