import type { CurrencyTotals } from '#core/links/link-totals';

/** Money of conversions in cents: US dollars, and each other currency by itself. */
export type MoneyTotals = {
  /** In every currency. */
  readonly conversions: number;
  readonly revenueCents: number;
  readonly profitCents: number;
  readonly otherCurrencies: readonly CurrencyTotals[];
};

/** Adds the amounts of each currency separately. Currencies are sorted by their codes. */
export function moneyTotals(money: readonly CurrencyTotals[]): MoneyTotals {
  const byCurrency = moneyByCurrency(money);
  const dollars = byCurrency.find(({ currency }) => currency === 'USD');
  return {
    conversions: byCurrency.reduce((sum, { conversions }) => sum + conversions, 0),
    revenueCents: dollars?.revenueCents ?? 0,
    profitCents: dollars?.profitCents ?? 0,
    otherCurrencies: byCurrency.filter((entry) => entry !== dollars),
  };
}

/** One entry for each currency, sorted by its code. */
export function moneyByCurrency(money: readonly CurrencyTotals[]): readonly CurrencyTotals[] {
  return [...Map.groupBy(money, ({ currency }) => currency)]
    .map(([currency, entries]) => added(currency, entries))
    .toSorted((left, right) => (left.currency < right.currency ? -1 : 1));
}

function added(currency: string, entries: readonly CurrencyTotals[]): CurrencyTotals {
  const sum = (of: (entry: CurrencyTotals) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  return {
    currency,
    conversions: sum((entry) => entry.conversions),
    revenueCents: sum((entry) => entry.revenueCents),
    profitCents: sum((entry) => entry.profitCents),
  };
}
