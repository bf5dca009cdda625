import * as z from 'zod/mini';

/** Sums of conversions in one currency, in cents. */
export const CurrencyTotals = z.object({
  /** ISO 4217. */
  currency: z.string(),
  revenue: z.int(),
  profit: z.int(),
  conversions: z.int(),
});

/** Money of conversions in cents: US dollars, and each other currency by itself. */
export const MoneyTotals = z.object({
  /** In every currency. */
  conversions: z.int(),
  revenueCents: z.int(),
  profitCents: z.int(),
  otherCurrencies: z.array(CurrencyTotals),
});
export type CurrencyTotalsJson = z.input<typeof CurrencyTotals>;
