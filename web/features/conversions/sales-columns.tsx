import type { ConversionsJson } from '#contract/conversions/conversions';
import { money, oneDecimal, wholeNumber } from '#web/format.ts';
import type { Column } from '#web/ui/table/column.ts';
import { OtherCurrencies } from '#web/features/events/other-currencies.tsx';

/** Conversion totals; amounts are in US cents. */
export type Sales = Pick<
  ConversionsJson['links'][number],
  'conversions' | 'revenueCents' | 'profitCents'
> & {
  readonly otherCurrencies: OtherCurrencies;
  /** In percent; null where there are no clicks to compare with. */
  readonly rate: number | null;
};

/** The columns of every table that compares conversion totals. */
export const salesColumns: readonly Column<Sales>[] = [
  {
    name: 'Conversions',
    share: 13,
    isRight: true,
    sortBy: ({ conversions }) => conversions,
    cell: ({ conversions }) => wholeNumber(conversions),
  },
  {
    name: 'Rate',
    share: 13,
    isRight: true,
    sortBy: ({ rate }) => rate,
    cell: ({ rate }) => (rate === null ? '—' : `${oneDecimal(rate)}%`),
  },
  {
    name: 'Revenue',
    share: 13,
    isRight: true,
    sortBy: ({ revenueCents }) => revenueCents,
    cell: ({ revenueCents, otherCurrencies }) => (
      <>
        {money(revenueCents)}
        <OtherCurrencies totals={otherCurrencies} amount="revenue" />
      </>
    ),
  },
  {
    name: 'Profit',
    share: 13,
    isRight: true,
    sortBy: ({ profitCents }) => profitCents,
    cell: ({ profitCents, otherCurrencies }) => (
      <>
        {money(profitCents)}
        <OtherCurrencies totals={otherCurrencies} amount="profit" />
      </>
    ),
  },
];
