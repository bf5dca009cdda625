import { expect, test } from 'bun:test';
import { measureLabels } from '#contract/analytics/measures';
import type { Measures, Point } from '#core/analytics/report/report';
import { csvOf, figuresOf } from '#core/mailed-reports/numbers';

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
const counted = { totals: now, comparedTotals: then, series: [], isOfPeople: true };

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

test('the CSV file has the amounts of each hour in each currency', () => {
  const point = (at: string, measures: Measures): Point => ({
    at,
    isUnfinished: false,
    ...measures,
  });
  const empty = { clicks: 0, uniqueVisitors: 0, conversions: 0, money: [] };
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
