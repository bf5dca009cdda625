import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Asked } from '#contract/analytics/query';
import {
  conversionProperties,
  type Metric,
  metrics,
  type QueryDimension,
  queryDimensions,
  timeDimensions,
} from '#contract/analytics/query-words';
import { readQuestion } from '#core/analytics/query/question';
import { comparedPlaces, queryPeriod } from '#core/analytics/query/units';
import { Refusal } from '#core/shared/refusal';

const nowMs = Date.parse('2026-11-21T23:30:00Z');

function issuesOf(asked: Asked) {
  try {
    readQuestion(asked, nowMs);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid') return error.issues;
    throw error;
  }
  return [];
}

const paths = (asked: Asked) => issuesOf(asked).map(({ path }) => path);

test('a question without a range, a zone and an order has the last seven days in UTC, largest first', () => {
  const { period, classes, orderBy, currency, limit } = readQuestion(
    { metrics: ['revenue', 'clicks'], dimensions: ['country'] },
    nowMs,
  );

  expect([period.from, period.to, period.timeZone]).toEqual(['2026-11-15', '2026-11-21', 'UTC']);
  expect([classes, orderBy, currency, limit]).toEqual([
    ['human'],
    [['clicks', 'desc']],
    'USD',
    100,
  ]);
});

test.each<[Asked, string]>([
  [{}, 'metrics'],
  [{ metrics: ['clicks', 'clicks'] }, 'metrics'],
  [{ metrics: ['clicks'], dimensions: ['country', 'country'] }, 'dimensions'],
  [{ metrics: ['clicks'], dimensions: ['country', 'device', 'os'] }, 'dimensions'],
  [{ metrics: ['clicks'], dimensions: ['time:day', 'time:week'] }, 'dimensions'],
  [{ metrics: ['clicks'], dimensions: ['tag', 'folder'] }, 'dimensions'],
  [
    { metrics: ['clicks'], dimensions: ['time:hour'], dateRange: ['2025-11-01', '2026-11-21'] },
    'dimensions',
  ],
  [{ metrics: ['clicks'], timeZone: '+05:30' }, 'timeZone'],
  [{ metrics: ['clicks'], dateRange: ['2026-11-22', '2026-11-22'] }, 'dateRange'],
  [{ metrics: ['clicks'], dateRange: ['2026-11-21', '2026-11-20'] }, 'dateRange'],
  [{ metrics: ['clicks'], dateRange: ['2024-09-12', '2026-11-21'] }, 'dateRange'],
  [{ metrics: ['clicks'], dateRange: ['2026-02-30', '2026-11-20'] }, 'dateRange'],
  [{ metrics: ['clicks'], filters: [['is', 'country', ['Germany']]] }, 'filters.0'],
  [
    {
      metrics: ['clicks'],
      filters: [
        ['is', 'os', ['iOS']],
        ['is', 'variant', ['1']],
      ],
    },
    'filters.1',
  ],
  [{ metrics: ['clicks'], filters: [['contains', 'country', ['D']]] }, 'filters.0'],
  [{ metrics: ['clicks'], filters: [['contains', 'tag', ['a']]] }, 'filters.0'],
  [{ metrics: ['clicks'], filters: [['isNot', 'class', ['human', 'bot', 'prefetch']]] }, 'filters'],
  [{ metrics: ['conversionRate'], filters: [['is', 'class', ['bot']]] }, 'metrics.0'],
  [{ metrics: ['clicks', 'conversions'], dimensions: ['class'] }, 'metrics.1'],
  [{ metrics: ['botClicks'], dimensions: ['class'] }, 'metrics.0'],
  [{ metrics: ['uniqueVisitors'], dimensions: ['tag'] }, 'metrics.0'],
  [{ metrics: ['uniqueVisitors'], dimensions: ['folder'] }, 'metrics.0'],
  [{ metrics: ['percentage'], dimensions: ['tag'] }, 'metrics.0'],
  [{ metrics: ['percentage'] }, 'metrics.0'],
  [{ metrics: ['percentage'], dimensions: ['country', 'time'] }, 'metrics.0'],
  [{ metrics: ['cost'], dimensions: ['country'] }, 'metrics.0'],
  [{ metrics: ['cost'], dimensions: ['link', 'utmCampaign'] }, 'metrics.0'],
  [{ metrics: ['roi'], dimensions: ['time:hour'] }, 'metrics.0'],
  [{ metrics: ['roi'], dimensions: ['time'], dateRange: 'today' }, 'metrics.0'],
  [{ metrics: ['revenue'], filters: [['is', 'currency', ['EUR']]] }, 'metrics.0'],
  [{ metrics: ['revenue'], dimensions: ['currency'], currency: 'EUR' }, 'metrics.0'],
  [{ metrics: ['clicks'], search: 'a' }, 'search'],
  [{ metrics: ['clicks'], search: 'a', dimensions: ['country', 'time'] }, 'search'],
  [{ metrics: ['clicks'], orderBy: [['conversions', 'asc']] }, 'orderBy.0'],
  [{ metrics: ['cost', 'clicks'], dimensions: ['link'], orderBy: [['cost', 'asc']] }, 'orderBy.0'],
  [{ metrics: ['clicks'], dimensions: ['time:month'], compare: 'previous' }, 'compare'],
  [{ metrics: ['clicks'], dimensions: ['time:week'], compare: 'year' }, 'compare'],
  [
    { metrics: ['clicks'], dimensions: ['time:week'], compare: 'previous', dateRange: '30d' },
    'compare',
  ],
])('the question %j is refused at %s', (asked, path) => {
  expect(paths(asked)).toEqual([path]);
});

test.each<[Asked]>([
  [{ metrics: ['uniqueVisitors'], filters: [['is', 'tag', ['Summer']]] }],
  [{ metrics: ['clicks', 'uniqueVisitors', 'percentage'], dimensions: ['class'] }],
  [{ metrics: ['revenue', 'conversions'], dimensions: ['eventType', 'currency'] }],
  [{ metrics: ['revenue'], filters: [['is', 'currency', ['EUR']]], currency: 'EUR' }],
  [{ metrics: ['cost', 'roi', 'earningsPerClick'], dimensions: ['link', 'time:week'] }],
  [
    {
      metrics: ['clicks'],
      dimensions: ['time:week'],
      compare: 'previous',
      dateRange: ['2026-11-01', '2026-11-14'],
    },
  ],
  [{ metrics: ['clicks'], dimensions: ['time:month'], compare: 'year', dateRange: '12m' }],
  [
    {
      metrics: ['clicks'],
      filters: [
        ['is', 'class', ['human']],
        ['isNot', 'class', ['bot']],
      ],
    },
  ],
])('the question %j is not refused', (asked) => {
  expect(issuesOf(asked)).toEqual([]);
});

const ofClicks: readonly Metric[] = [
  ...(['clicks', 'botClicks', 'uniqueVisitors', 'percentage'] as const),
  ...(['conversionRate', 'earningsPerClick', 'cost', 'roi'] as const),
];

describe('[numbers-add-up] whatever is asked', () => {
  const question = fc.record({
    metrics: fc.uniqueArray(fc.constantFrom(...metrics), { minLength: 1 }),
    dimensions: fc.uniqueArray(fc.constantFrom(...queryDimensions), { maxLength: 3 }),
    compare: fc.constantFrom(undefined, 'previous' as const, 'year' as const),
    dateRange: fc.constantFrom('today' as const, '7d' as const, '12m' as const),
  });
  const isIn = (list: readonly string[], name: string) => list.includes(name);

  test('a metric of clicks never goes with what only conversions have', () => {
    fc.assert(
      fc.property(question, ({ compare, ...asked }) => {
        const hasBoth =
          asked.metrics.some((metric) => ofClicks.includes(metric)) &&
          asked.dimensions.some((name) => isIn(conversionProperties, name));
        const issues = issuesOf({ ...asked, ...(compare && { compare }) });
        expect(hasBoth && issues.length === 0).toBe(false);
      }),
    );
  });

  test('a question is refused for a metric alone as it is among others, and every refusal has words', () => {
    fc.assert(
      fc.property(question, ({ compare, ...asked }) => {
        const common = { ...asked, ...(compare && { compare }) };
        const issues = issuesOf(common);
        for (const [index, metric] of asked.metrics.entries()) {
          const alone = issuesOf({ ...common, metrics: [metric] });
          const ofIt = issues.filter(({ path }) => path === `metrics.${index}`);
          expect(
            alone.filter(({ path }) => path === 'metrics.0').map(({ message }) => message),
          ).toEqual(ofIt.map(({ message }) => message));
        }
        for (const { message } of issues) expect(message).toMatch(/^[A-Z].{15,}[^.]$/);
      }),
    );
  });

  test('a single dimension has an exact number of conversions, unless it is the class', () => {
    const refused = queryDimensions.filter(
      (name: QueryDimension) =>
        issuesOf({ metrics: ['conversions'], dimensions: [name] }).length > 0,
    );

    expect(refused).toEqual(['class']);
  });
});

test('weeks begin on Mondays, months on the first, and the range cuts both', () => {
  const range = {
    from: Temporal.PlainDate.from('2026-10-28'),
    to: Temporal.PlainDate.from('2026-11-10'),
  };

  expect(queryPeriod(range, 'week', 'Europe/Berlin').starts).toEqual([
    ...['2026-10-28', '2026-11-02', '2026-11-09'],
  ]);
  expect(queryPeriod(range, 'month', 'UTC').starts).toEqual(['2026-10-28', '2026-11-01']);
  expect(queryPeriod(range, 'hour', 'UTC').starts).toHaveLength(14 * 24);
});

test.each(timeDimensions)('units of %s end where the next begins, in every zone', (dimension) => {
  for (const timeZone of ['UTC', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia']) {
    const asked: Asked = {
      metrics: ['clicks'],
      dimensions: [dimension],
      timeZone,
      dateRange: '12m',
    };
    const { period } = readQuestion(asked, nowMs);
    const rising = period.boundariesMs.toSorted((left, right) => left - right);
    expect(new Set(rising).size).toBe(period.starts.length + 1);
    expect(period.boundariesMs).toEqual(rising);
  }
});

test('an hour of the day on which the clocks went back is compared with the same hour by the clock', () => {
  const day = (date: string) => {
    const plain = Temporal.PlainDate.from(date);
    return queryPeriod({ from: plain, to: plain }, 'hour', 'Europe/Berlin');
  };
  const places = comparedPlaces(day('2026-10-26'), day('2026-10-25'));

  // The repeated hour at two has no counterpart.
  expect(places.slice(0, 6)).toEqual([0, 1, 2, -1, 3, 4]);
  expect(places).toHaveLength(25);
});
