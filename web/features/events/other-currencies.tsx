import type { CurrencyTotalsJson } from '#contract/conversions/totals';
import { moneyIn, unbroken } from '#web/format.ts';

export type OtherCurrencies = readonly Readonly<CurrencyTotalsJson>[];
type Amount = 'revenue' | 'profit';

type OtherCurrenciesProps = {
  readonly totals: OtherCurrencies | null;
  readonly amount: Amount;
};

/** The totals in other currencies, one line each. */
export function OtherCurrencies({ totals, amount }: OtherCurrenciesProps) {
  const amounts = amountsOf(totals ?? [], amount);
  if (amounts.length === 0) return null;
  return (
    <span className="block text-xs font-normal text-muted">
      {amounts.map((each) => (
        <span key={each} className="block truncate">
          <span className="sr-only">and </span>
          <span aria-hidden>+ </span>
          {each}
        </span>
      ))}
    </span>
  );
}

/** The totals in other currencies as text: `and €42.50, £8`. Null when there are none. */
export function besideDollars(totals: OtherCurrencies, amount: Amount): string | null {
  const amounts = amountsOf(totals, amount);
  return amounts.length === 0 ? null : `and ${unbroken(amounts.join(', '))}`;
}

/** Formats each currency separately. Amounts are never added across currencies. */
function amountsOf(totals: OtherCurrencies, amount: Amount): string[] {
  return totals
    .filter((each) => each[amount] !== 0)
    .map((each) => moneyIn(each[amount], each.currency));
}
