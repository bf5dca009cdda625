/** ISO 4217; all have two decimal places. */
export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const;
export type Currency = (typeof currencies)[number];

/** Limit of one amount, in cents: ten million dollars. */
export const maxCents = 1_000_000_000;

/** Whether a number is a valid amount: an integer from 0 to `maxCents`. */
export function isCents(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0 && amount <= maxCents;
}

/** Why a number of cents cannot be an amount; null when it can. */
export function amountProblem(name: 'Value' | 'Profit', cents: number): string | null {
  if (isCents(cents)) return null;
  if (cents < 0) return `${name} must be positive`;
  return cents > maxCents ? `${name} is too large` : `${name} must be in whole cents`;
}
