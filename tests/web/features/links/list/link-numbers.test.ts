import { expect, test } from 'bun:test';
import { conversionsLabel, profitsOf } from '#web/features/links/list/link-numbers.ts';

const link = {
  trackConversions: false,
  totalConversions: 0,
  totalProfit: 0,
  otherCurrencies: [],
};
const euros = { currency: 'EUR', revenue: 0, profit: 11_776, conversions: 2 };

test('a link that tracks no conversions has no zero for what nobody counts', () => {
  expect([conversionsLabel(link), profitsOf(link)]).toEqual(['–', ['–']]);

  const tracked = { ...link, trackConversions: true };
  expect([conversionsLabel(tracked), profitsOf(tracked)]).toEqual(['0', ['$0']]);
});

test('what was recorded by hand is shown although the link tracks nothing', () => {
  const byHand = { ...link, totalConversions: 2, totalProfit: 950 };

  expect([conversionsLabel(byHand), profitsOf(byHand)]).toEqual(['2', ['$9.50']]);
});

test('a profit in another currency alone needs no zero dollars before it', () => {
  const abroad = { ...link, totalConversions: 2, otherCurrencies: [euros] };

  expect(profitsOf(abroad)).toEqual(['€117.76']);
  expect(profitsOf({ ...abroad, totalProfit: 100 })).toEqual(['$1', '€117.76']);
});

test('unavailable numbers are neither zeros nor missing', () => {
  const away = { ...link, totalConversions: null, totalProfit: null, otherCurrencies: null };

  expect([conversionsLabel(away), profitsOf(away)]).toEqual(['—', ['—']]);
});
