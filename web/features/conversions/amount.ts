/** Converts a typed amount to integer cents, rounded; null for blank. */
export function centsOf(text: string): number | null {
  return text.trim() === '' ? null : Math.round(Number(text) * 100);
}

/** Converts cents to the text of an amount field: `10.50`, `49`; blank for null. */
export function amountOf(cents: number | null): string {
  if (cents === null) return '';
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
