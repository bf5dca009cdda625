import { isCents } from '#contract/money';

/** Cents as a decimal number of major units with two places: 4999 is `49.99`. */
export function decimalFromCents(amountCents: number): string {
  const digits = String(Math.abs(amountCents)).padStart(3, '0');
  return `${amountCents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * The cents of a decimal number of major units (`49.99`), parsed digit by digit, without floats.
 * Zeros after the second decimal are allowed (`49.9900`). Null for other text, and above
 * `maxCents`.
 */
export function centsFromDecimal(text: string): number | null {
  const [, whole, decimals = ''] = /^([0-9]{1,12})(?:\.([0-9]{1,2})0{0,8})?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const amountCents = Number(whole + decimals.padEnd(2, '0'));
  return isCents(amountCents) ? amountCents : null;
}
