import * as z from 'zod/mini';

/** An amount as it is typed, in major units; blank for none. */
export function amount(complaint: string) {
  return z.string().check(z.refine((text) => text.trim() === '' || Number(text) >= 0, complaint));
}

/** A typed amount as integer cents, rounded; null for none. */
export function centsOf(text: string): number | null {
  return text.trim() === '' ? null : Math.round(Number(text) * 100);
}

/** Cents as they are typed: `10.50`, `49`; blank for none. */
export function amountOf(cents: number | null): string {
  if (cents === null) return '';
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
