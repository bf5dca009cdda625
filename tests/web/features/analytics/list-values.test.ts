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
  links: { one: { title: 'Spring', shortUrl: 'https://go.example/a', trackConversions: true } },
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

test('a page of values asks the query with the filters of the address', () => {
  expect(bodyOf(asked)).toMatchObject({
    metrics: ['clicks', 'percentage', 'conversions'],
    dimensions: ['link'],
    filters: [
      ['is', 'utmSource', ['letter']],
      ['is', 'variant', ['B', 'Not assigned']],
      ['is', 'class', ['human']],
    ],
    dateRange: '30d',
    compare: 'year',
    limit: 50,
  });
  const ofDays = { kind: 'days', from: '2026-11-01', to: '2026-11-02' } as const;
  const bots = { ...question, range: ofDays, comparison: 'none' as const };
  const plain = bodyOf({ ...asked, question: bots, search: 'a', cursor: 'b' });
  expect(plain).toMatchObject({
    dateRange: ['2026-11-01', '2026-11-02'],
    search: 'a',
    cursor: 'b',
  });
  expect(plain).not.toHaveProperty('compare');
});

test('rows have the names and the values of filters that lists of reports have', () => {
  const row = (dimensions: object) => ({
    dimensions,
    metrics: { clicks: 2, percentage: 50, conversions: 1 },
    compared: { clicks: 1 },
  });
  const valued = (dimension: 'cities' | 'variants' | 'links', rows: QueryAnswerJson['rows']) =>
    valuesOf({ dimension }, { ...answer, rows }).rows.map(({ name, detail, value }) => [
      name,
      detail,
      value,
    ]);

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
