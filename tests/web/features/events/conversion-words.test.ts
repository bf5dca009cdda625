import { expect, test } from 'bun:test';
import type { ConversionsJson } from '#contract/conversions/conversions';
import { conversionsAndRefunds } from '#web/features/events/conversion-words.ts';

const noMoney = { revenueCents: 0, profitCents: 0, otherCurrencies: [] };
const holding = (
  conversions: number,
  rows: number,
): Pick<ConversionsJson, 'conversionCount' | 'totals'> => ({
  conversionCount: rows,
  totals: { ...noMoney, conversions, averageRate: 0, overallRate: 0 },
});

test('a list says how many of its rows are conversions, and how many refunds', () => {
  expect(conversionsAndRefunds(holding(204, 206))).toBe('204 conversions and 2 refunds');
  expect(conversionsAndRefunds(holding(1, 2))).toBe('1 conversion and 1 refund');
  expect(conversionsAndRefunds(holding(2000, 2000))).toBe('2,000 conversions');
  expect(conversionsAndRefunds(holding(0, 1))).toBe('0 conversions and 1 refund');
});
