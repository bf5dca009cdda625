import type { Conversions } from '#web/api.ts';
import { moneyIn } from '#web/format.ts';

export type OtherCurrencies = Conversions['totals']['otherCurrencies'];
type Amount = 'revenue' | 'profit';

type OtherCurrenciesProps = {
  readonly totals: OtherCurrencies | null;
  readonly amount: Amount;
};

/** What was earned beside the dollars: each currency for itself, for money is never added across them. */
export function OtherCurrencies({ totals, amount }: OtherCurrenciesProps) {
  const shown = (totals ?? []).filter((each) => each[amount] !== 0);
  if (shown.length === 0) return null;
  return (
    <span className="block text-xs text-muted">
      {shown.map((each) => (
        <span key={each.currency} className="block truncate">
          <span className="sr-only">and </span>
          <span aria-hidden>+ </span>
          {moneyIn(each[amount], each.currency)}
        </span>
      ))}
    </span>
  );
}
