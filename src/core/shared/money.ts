/** The most that one amount may be, in cents: ten million dollars. */
export const maxCents = 1_000_000_000;

/** Whether a number is an amount as it is stored: whole cents from 0 to `maxCents`. */
export function isCents(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0 && amount <= maxCents;
}

/** Cents as a decimal number of major units with two places: 4999 is `49.99`. */
export function decimalFromCents(amountCents: number): string {
  const digits = String(Math.abs(amountCents)).padStart(3, '0');
  return `${amountCents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
