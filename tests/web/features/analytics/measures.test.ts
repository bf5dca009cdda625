import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { currencyOf, mainCurrency, measureOf } from '#contract/analytics/measures';
import {
  changeOf,
  otherMoney,
  percentChange,
  valueLabel,
  valueOf,
} from '#web/features/analytics/measures/measures.ts';
import { useMeasures, WithoutConversions } from '#web/features/analytics/report/read-only.ts';
import type { Counts } from '#web/features/analytics/report/report.ts';

const counts: Counts = {
  clicks: 12_804,
  uniqueVisitors: 8119,
  conversions: 286,
  money: [
    { currency: 'EUR', conversions: 30, revenue: 87_466, profit: -1250 },
    { currency: 'USD', conversions: 256, revenue: 942_050, profit: 300_000 },
  ],
};
const nothing: Counts = { clicks: 0, uniqueVisitors: 0, conversions: 0, money: [] };

const label = (measure: Parameters<typeof valueOf>[0], of: Counts, currency = 'USD') =>
  valueLabel(measure, valueOf(measure, of, currency), currency);

test('each measure is read from the counts, money in one currency', () => {
  expect(label('clicks', counts)).toBe('12,804');
  expect(label('visitors', counts)).toBe('8,119');
  expect(label('conversions', counts)).toBe('286');
  expect(label('rate', counts)).toBe('2.2%');
  expect(label('revenue', counts)).toBe('$9,420.50');
  expect(label('profit', counts)).toBe('$3,000');
  expect(label('perClick', counts)).toBe('$0.74');
  expect(label('profit', counts, 'EUR')).toBe('-€12.50');
});

test('without clicks there is no rate and nothing earned per click, and no money is zero', () => {
  expect(label('rate', nothing)).toBe('—');
  expect(label('perClick', nothing)).toBe('—');
  expect(label('revenue', nothing)).toBe('$0');
});

test('dollars come first; without them the currency that converts most', () => {
  const [euros, dollars] = counts.money;

  expect(mainCurrency(counts.money)).toBe('USD');
  expect(mainCurrency([])).toBe('USD');
  expect(mainCurrency(euros ? [{ ...euros, currency: 'GBP', conversions: 1 }, euros] : [])).toBe(
    'EUR',
  );
  expect(dollars?.currency).toBe('USD');
  const day = (currency: string, conversions: number) => ({
    ...{ currency, conversions, revenue: 100, profit: 100 },
  });
  expect(mainCurrency([day('EUR', 3), day('GBP', 2), day('GBP', 2)])).toBe('GBP');
});

test('a range without sales has the currency of the range it is compared with', () => {
  const euros = { ...nothing, money: counts.money.filter(({ currency }) => currency === 'EUR') };

  expect(currencyOf({ totals: nothing, comparedTotals: euros })).toBe('EUR');
  expect(currencyOf({ totals: counts, comparedTotals: euros })).toBe('USD');
  expect(currencyOf({ totals: nothing, comparedTotals: null })).toBe('USD');
  expect(currencyOf({ totals: counts, comparedTotals: null }, 'GBP')).toBe('GBP');
  expect(currencyOf({ totals: counts, comparedTotals: null, costs: { currency: 'EUR' } })).toBe(
    'EUR',
  );
});

test('other currencies stand beside money and beside nothing else, and no line ends after a minus', () => {
  expect(otherMoney('revenue', counts, 'USD')).toBe('also €874.66');
  expect(otherMoney('profit', counts, 'USD')).toBe('also -\u2060€12.50');
  expect(otherMoney('clicks', counts, 'USD')).toBe('');
  expect(otherMoney('revenue', nothing, 'USD')).toBe('');
});

test('a change is in percent with one decimal, and from nothing it is new', () => {
  expect(percentChange(12_804, 9470)).toEqual({ label: '+35.2%', tone: 'up' });
  expect(percentChange(965, 1000)).toEqual({ label: '-3.5%', tone: 'down' });
  expect(percentChange(0, 12)).toEqual({ label: '-100%', tone: 'down' });
  expect(percentChange(1000, 1000)).toEqual({ label: '0%', tone: 'none' });
  expect(percentChange(3, 0)).toEqual({ label: 'new', tone: 'up' });
  expect(percentChange(0, 0)).toEqual({ label: '—', tone: 'none' });
});

test('a change from a loss has a direction and no size', () => {
  expect(percentChange(500, -200)).toEqual({ label: '—', tone: 'up' });
  expect(percentChange(-500, -200)).toEqual({ label: '—', tone: 'down' });
});

test('a rate changes by points', () => {
  expect(changeOf('rate', 2.23, 2.52)).toEqual({ label: '-0.3 pt', tone: 'down' });
  expect(changeOf('rate', 2.5, 2.2)).toEqual({ label: '+0.3 pt', tone: 'up' });
  expect(changeOf('rate', 2204.4, 4115.6)).toEqual({ label: '-1,911.2 pt', tone: 'down' });
  expect(changeOf('rate', null, 2.2)).toEqual({ label: '—', tone: 'none' });
});

test('an address that asks for no measure that there is asks for clicks', () => {
  expect(measureOf('perClick')).toBe('perClick');
  expect(measureOf('likes')).toBe('clicks');
  expect(measureOf(null)).toBe('clicks');
});

test('a link that tracks no conversions and has none shows no measure that is made of them', () => {
  const Seen = () => useMeasures().join(' ');
  const seen = (isWithout: boolean) =>
    renderToStaticMarkup(
      createElement(WithoutConversions, { value: isWithout }, createElement(Seen)),
    );

  expect(seen(true)).toBe('clicks visitors');
  expect(seen(false)).toBe('clicks visitors conversions rate revenue profit perClick');
});
