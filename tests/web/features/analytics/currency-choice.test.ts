import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReportCosts } from '#contract/analytics/costs';
import { CurrencySelect } from '#web/features/analytics/measures/currency-choice.tsx';

/** The offered currencies, the chosen one in brackets. */
function offered(
  amounts: readonly string[],
  ownCosts: ReportCosts | null,
  costs: readonly { readonly currency: string }[] = [],
): string {
  const money = amounts.map((currency) => ({ currency, conversions: 1, revenue: 1, profit: 1 }));
  const totals = { clicks: 0, uniqueVisitors: 0, conversions: 1, money };
  const report = { totals, comparedTotals: null, costs: ownCosts };
  const markup = renderToStaticMarkup(createElement(CurrencySelect, { report, costs }));
  return [...markup.matchAll(/<option([^>]*)>(\w+)/g)]
    .map(([, attributes, code]) => (attributes?.includes('selected') ? `[${code}]` : code))
    .join(' ');
}

test('the currencies of costs can be chosen too, and the one that the report counts in is shown', () => {
  const none = { cost: null, revenue: 0, roi: null, earningsPerClick: null, reason: null };
  const costs: ReportCosts = {
    ...{ currencies: ['CAD', 'EUR'], currency: 'CAD', ...none },
    ...{ series: null, compared: null },
  };

  expect(offered([], costs)).toBe('EUR [CAD]');
});

test('amounts in a currency without costs leave the currencies of the costs', () => {
  const costs = [{ currency: 'USD' }, { currency: 'EUR' }];

  expect(offered(['GBP'], null, costs)).toBe('USD EUR [GBP]');
  expect(offered(['GBP'], null)).toBe('');
});
