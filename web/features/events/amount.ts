import { amountProblem } from '#contract/money';
import { noAmount } from '#web/forms/refusals.ts';

/**
 * Reads a typed amount in major units, with a point or a comma before its decimals; further
 * decimals than two are rounded half up. NaN for any other text. `1,299` is not accepted, because
 * it has two meanings.
 */
export function majorUnitsOf(text: string): number {
  const typed = text.replaceAll(/\s/g, '');
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d*)(?:[.,](\d+))?$/.exec(typed) ?? [];
  const isThousands = /^-?[1-9]\d{0,2},\d{3}$/.test(typed);
  if (whole + decimals === '' || isThousands) return Number.NaN;
  // It rounds by digits, because 1.005 * 100 is less than 100.5 in floating point.
  const cents = Number(`${whole}${decimals.slice(0, 2).padEnd(2, '0')}`);
  const rounded = cents + (decimals.charAt(2) >= '5' ? 1 : 0);
  return (sign === '-' ? -rounded : rounded) / 100;
}

/** Converts a typed amount to integer cents; null for blank. The amount has been validated. */
export function centsOf(text: string): number | null {
  return text.trim() === '' ? null : Math.round(majorUnitsOf(text) * 100);
}

/** Converts cents to the text of an amount field: `10.50`, `49`; blank for null. */
export function amountOf(cents: number | null): string {
  if (cents === null) return '';
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** Why a typed amount is not valid; null when it is valid or blank. */
export function typedAmountProblem(name: 'Value' | 'Profit', text: string): string | null {
  const cents = centsOf(text) ?? 0;
  return Number.isNaN(cents) ? noAmount : amountProblem(name, cents);
}
