import { currencies, type Currency } from '#contract/money';

/** The numbers of a report, as an address names them, in the order of the screens. */
export const measures = [
  ...(['clicks', 'visitors', 'conversions', 'rate'] as const),
  ...(['revenue', 'profit', 'perClick'] as const),
] as const;
export type Measure = (typeof measures)[number];

export const measureLabels: Readonly<Record<Measure, string>> = {
  clicks: 'Clicks',
  visitors: 'Unique visitors',
  conversions: 'Conversions',
  rate: 'Conversion rate',
  revenue: 'Revenue',
  profit: 'Profit',
  perClick: 'Earnings per click',
};

/** The measure in an address; clicks by default. */
export function measureOf(text: string | null): Measure {
  return measures.find((measure) => measure === text) ?? 'clicks';
}

/** Whether a measure divides by people's clicks. Only people convert. */
export function isPerClick(measure: Measure): boolean {
  return measure === 'rate' || measure === 'perClick';
}

export function isMoney(measure: Measure): boolean {
  return measure === 'revenue' || measure === 'profit' || measure === 'perClick';
}

type Converted = readonly { readonly currency: string; readonly conversions: number }[];

/** The main currency: US dollars, or else the one with the most conversions, over all days together. */
export function mainCurrency(money: Converted): string {
  const counts = new Map<string, number>();
  for (const { currency, conversions } of money) {
    counts.set(currency, (counts.get(currency) ?? 0) + conversions);
  }
  if (counts.has('USD')) return 'USD';
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? 'USD';
}

type Amounts = {
  readonly totals: { readonly money: Converted };
  readonly comparedTotals: { readonly money: Converted } | null;
  readonly costs?: { readonly currency: string } | null | undefined;
};

/**
 * The currency of a report's amounts: the chosen one, or that of its costs, or else its main one. When
 * the range has no amounts, that of the compared range.
 */
export function currencyOf(
  { totals, comparedTotals, costs }: Amounts,
  chosen: Currency | null = null,
): Currency {
  const main = mainCurrency(totals.money.length > 0 ? totals.money : (comparedTotals?.money ?? []));
  return chosen ?? currencies.find((code) => code === (costs?.currency ?? main)) ?? 'USD';
}
