import type { Conversions } from '#web/api.ts';
import { money, oneDecimal, wholeNumber } from '#web/format.ts';
import type { Column } from '#web/ui/table.tsx';
import { OtherCurrencies } from '#web/features/events/other-currencies.tsx';

/** Conversion totals; amounts are in US cents. */
export type Sales = Pick<
  Conversions['links'][number],
  'conversions' | 'revenueCents' | 'profitCents' | 'otherCurrencies'
> & {
  /** In percent; null where there are no clicks to compare with. */
  readonly rate: number | null;
};

/** The columns of every table that compares conversion totals. */
export const salesColumns: readonly Column<Sales>[] = [
  { name: 'Conversions', isRight: true, cell: ({ conversions }) => wholeNumber(conversions) },
  {
    name: 'Rate',
    isRight: true,
    cell: ({ rate }) => (rate === null ? '—' : `${oneDecimal(rate)}%`),
  },
  {
    name: 'Revenue',
    isRight: true,
    cell: ({ revenueCents, otherCurrencies }) => (
      <>
        {money(revenueCents)}
        <OtherCurrencies totals={otherCurrencies} amount="revenue" />
      </>
    ),
  },
  {
    name: 'Profit',
    isRight: true,
    cell: ({ profitCents, otherCurrencies }) => (
      <>
        {money(profitCents)}
        <OtherCurrencies totals={otherCurrencies} amount="profit" />
      </>
    ),
  },
];
