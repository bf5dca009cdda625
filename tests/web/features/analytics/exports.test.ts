import { expect, test } from 'bun:test';
import { Asked } from '#contract/analytics/query';
import { dimensions } from '#contract/analytics/report-filters';
import { readQuestion } from '#core/analytics/query/question';
import {
  exportBody,
  type Exported,
  exportedParts,
} from '#web/features/analytics/export/export-report.ts';
import { type Measure, measures } from '#contract/analytics/measures';
import { questionOf } from '#web/features/analytics/report/question.ts';

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const bodyOf = (what: Exported, address: string, measure: Measure = 'clicks') =>
  exportBody(
    {
      ...{ what, measure, currency: 'EUR', hasCosts: true },
      question: questionOf(new URLSearchParams(address)),
    },
    ['USD', 'EUR', 'GBP'],
  );

test('an export asks for what is shown: its part, its range, its comparison, all its filters, and first the currency on the screen', () => {
  const body = bodyOf('cities', 'range=30d&compare=year&country=DE&country=US&city=Berlin,DE');

  expect(body).toMatchObject({
    dimensions: ['city'],
    dateRange: '30d',
    compare: 'year',
    filters: [
      ['is', 'country', ['DE', 'US']],
      ['is', 'city', ['Berlin,DE']],
    ],
    currencies: ['EUR', 'USD', 'GBP'],
  });
});

test('an export has every measure, and costs where links, campaigns and days have them', () => {
  const all = [
    ...(['clicks', 'percentage', 'uniqueVisitors', 'conversions', 'conversionRate'] as const),
    ...(['revenue', 'profit', 'earningsPerClick'] as const),
  ];

  expect(bodyOf('referrers', '').metrics).toEqual(all);
  expect(bodyOf('links', '').metrics).toEqual([...all, 'cost', 'roi']);
  expect(bodyOf('series', '').metrics).toEqual([
    ...all.filter((metric) => metric !== 'percentage'),
    ...(['cost', 'roi'] as const),
  ]);
  expect(bodyOf('series', 'range=today').metrics).not.toContain('cost');
});

test.each([
  '',
  'range=today',
  'class=bot',
  'class=human&class=bot',
  'range=12m&compare=year&variant=2',
])('the server takes the question of every export of the address ?%s', (address) => {
  for (const { value } of exportedParts) {
    const { data, error } = Asked.safeParse(bodyOf(value, address));
    expect([value, error]).toEqual([value, undefined]);
    if (data) readQuestion(data, nowMs);
  }
});

test('a list is exported by the chosen measure, and the server takes each of them', () => {
  expect(bodyOf('countries', '', 'revenue').orderBy).toEqual([
    ['revenue', 'desc'],
    ['clicks', 'desc'],
    ['conversions', 'desc'],
  ]);
  expect(bodyOf('countries', '').orderBy).toEqual([
    ['clicks', 'desc'],
    ['conversions', 'desc'],
  ]);
  for (const measure of measures) {
    readQuestion(Asked.parse(bodyOf('links', '', measure)), nowMs);
  }
});

test('the numbers over time and every list can be exported', () => {
  expect(exportedParts.map(({ value }) => value)).toContain('series');
  expect(exportedParts).toHaveLength(1 + dimensions.length);
});
