import { expect, test } from 'bun:test';
import type { ReportCosts } from '#contract/analytics/costs';
import type { Measures, Point } from '#core/analytics/report/report';
import { csvOf } from '#core/mailed-reports/csv';
import { figuresOf } from '#core/mailed-reports/numbers';
import { measureLabels } from '#contract/analytics/measures';

const money = (currency: string, revenueCents: number, profitCents: number) => ({
  currency,
  revenueCents,
  profitCents,
  conversions: 1,
});
const now: Measures = {
  clicks: 1200,
  uniqueVisitors: 900,
  conversions: 30,
  money: [money('EUR', 4200, 0), money('USD', 150_050, 30_000)],
};
const then: Measures = {
  clicks: 1000,
  uniqueVisitors: 900,
  conversions: 20,
  money: [money('USD', 300_100, -500)],
};
const counted = {
  ...{ totals: now, comparedTotals: then, series: [], isOfPeople: true },
  costs: null,
  currency: 'USD' as const,
};

test('every measure of the screens is in the mail with its change, and amounts for each currency', () => {
  const { counts, amounts } = figuresOf(counted);

  expect(counts).toEqual([
    ['Clicks', '1,200', '+20%'],
    ['Unique visitors', '900', 'no change'],
    ['Conversions', '30', '+50%'],
    ['Conversion rate', '2.5%', '+0.5 pt'],
  ]);
  expect(amounts).toEqual([
    [
      ['Revenue', '$1,500.50', '−50%'],
      ['Profit', '$300', 'was -$5'],
      ['Earnings per click', '$1.25', '−58.3%'],
    ],
    [
      ['Revenue', '€42', 'new'],
      ['Profit', '€0', 'no change'],
      ['Earnings per click', '€0.04', 'new'],
    ],
  ]);
  const names = [...counts, ...(amounts[0] ?? [])].map(([name]) => name);
  expect(names).toEqual(Object.values(measureLabels));
});

test('a loss after nothing is not new', () => {
  const totals = { ...now, money: [money('USD', 0, -500)] };

  const { amounts } = figuresOf({ ...counted, totals, comparedTotals: { ...then, money: [] } });

  expect(amounts[0]?.[1]).toEqual(['Profit', '-$5', 'was $0']);
});

test('without clicks, and when bots count too, nothing is divided by clicks', () => {
  const names = (changed: Partial<typeof counted>) => {
    const { counts, amounts } = figuresOf({ ...counted, ...changed });
    return [...counts, ...amounts.slice(0, 1).flat()].map(([name]) => name);
  };
  const undivided = ['Clicks', 'Unique visitors', 'Conversions', 'Revenue', 'Profit'];

  expect(names({ totals: { ...now, clicks: 0 } })).toEqual(undivided);
  expect(names({ isOfPeople: false })).toEqual(undivided);
});

const point = (at: string, measures: Measures): Point => ({ at, isUnfinished: false, ...measures });
const empty = { clicks: 0, uniqueVisitors: 0, conversions: 0, money: [] };
const earned = { currency: 'EUR' as const, revenue: 4200, earningsPerClick: 3.5, reason: null };
const costs: ReportCosts = {
  ...{ ...earned, cost: 2000, roi: 110, series: [1600, 400], currencies: ['EUR'] },
  compared: { ...earned, revenue: 0, cost: 1000, roi: -100, series: [1000] },
};

test('the CSV file has the amounts of each hour in each currency', () => {
  const series = [
    point('2026-11-20T00:00+01:00', {
      ...now,
      clicks: 1000,
      money: [money('EUR', 4200, 0), money('USD', 150_000, 30_000)],
    }),
    point('2026-11-20T01:00+01:00', empty),
  ];

  expect(csvOf({ ...counted, series }, 'cookie').split('\r\n')).toEqual([
    'Date,Clicks,Unique Visitors,Conversions,Conversion Rate,Revenue USD,Revenue EUR,Profit USD,Profit EUR,Earnings Per Click USD,Earnings Per Click EUR',
    '2026-11-20T00:00+01:00,1000,900,30,3,1500.00,42.00,300.00,0.00,1.5,0.042',
    '2026-11-20T01:00+01:00,0,0,0,,0.00,0.00,0.00,0.00,,',
    '',
  ]);
  expect(csvOf({ ...counted, series: [], isOfPeople: false }, 'cookieless')).toBe(
    'Date,Clicks,Unique Visitors Once a Day (UTC),Conversions,Revenue USD,Revenue EUR,Profit USD,Profit EUR\r\n',
  );
});

test('the CSV file of days has their cost, cost per click and ROI, and hours have none', () => {
  const ofDays = (dates: readonly string[], given: ReportCosts | null) => {
    const series = dates.map((date, index) => point(date, index === 0 ? now : empty));
    const lines = csvOf({ ...counted, series, costs: given }, 'cookie').split('\r\n');
    return lines.map((line) => line.split(',').slice(11).join(','));
  };
  const days = ['2026-11-19', '2026-11-20'];

  const head = 'Cost EUR,Cost Per Click EUR,ROI';
  expect(ofDays(days, costs)).toEqual([head, '16.00,0.013333333333333332,162.5', '4.00,,-100', '']);
  expect(ofDays(days, { ...costs, series: null })).toEqual([head, ',,', ',,', '']);
  expect(ofDays(['2026-11-20T00:00+01:00'], costs)).toEqual(['', '', '']);
  expect(ofDays(days, null)).toEqual(['', '', '', '']);
});

test("the view's currency is the first of the CSV file, and that of costs is in it", () => {
  const paid = { ...counted, costs: { ...costs, currency: 'GBP' as const } };

  expect(csvOf(paid, 'cookie')).toContain('Revenue USD,Revenue GBP,Revenue EUR,Profit');
  expect(csvOf({ ...paid, currency: 'EUR' }, 'cookie')).toContain(
    'Revenue EUR,Revenue GBP,Revenue USD,Profit',
  );
  const nothing = { ...counted, totals: empty, currency: 'EUR' as const };
  expect(csvOf(nothing, 'cookie')).toContain('Conversion Rate,Revenue EUR,Profit EUR,Earnings');
});

test('what the clicks cost is in the mail with its change, and not where it is not exact', () => {
  expect(figuresOf({ ...counted, costs }).costs).toEqual([
    ['Cost', '€20', '+100%'],
    ['Cost per click', '€0.02', '+66.7%'],
    ['ROI', '+110.0%', '+210.0 pt'],
  ]);
  expect(figuresOf({ ...counted, costs: { ...costs, cost: null, roi: null } }).costs).toEqual([]);
});

test('a cost is compared with a known cost alone, and $0 is shown only after a cost', () => {
  const unknown = { ...earned, revenue: 0, cost: null, roi: null, series: null };
  for (const compared of [null, unknown]) {
    expect(figuresOf({ ...counted, costs: { ...costs, compared } }).costs).toEqual([
      ['Cost', '€20', 'no comparison'],
      ['Cost per click', '€0.02', 'no comparison'],
      ['ROI', '+110.0%', 'no comparison'],
    ]);
  }
  const free = { ...costs, cost: 0, roi: null };
  expect(figuresOf({ ...counted, costs: { ...free, compared: unknown } }).costs).toEqual([]);
  expect(figuresOf({ ...counted, costs: free }).costs).toEqual([
    ['Cost', '€0', '−100%'],
    ['Cost per click', '€0', '−100%'],
  ]);
});
