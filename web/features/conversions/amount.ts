/**
 * Reads a typed amount in major units, with a point or a comma before its decimals. NaN when it is
 * none: `1,299` is none, for it could mean both.
 */
export function majorUnitsOf(text: string): number {
  const typed = text.replaceAll(/\s/g, '');
  const isAmount = /^-?(\d+([.,]\d{1,2})?|[.,]\d{1,2})$/.test(typed);
  return isAmount ? Number(typed.replace(',', '.')) : Number.NaN;
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
