import * as z from 'zod/mini';

/** ISO 4217; all have two decimal places. */
export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const;
export type Currency = (typeof currencies)[number];

/** Limit of one amount, in cents: ten million dollars. */
export const maxCents = 1_000_000_000;

/** Whether a number is a valid amount: an integer from 0 to `maxCents`. */
export function isCents(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0 && amount <= maxCents;
}

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
