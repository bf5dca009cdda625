/** Percent with one decimal; `new` when there was nothing before; null when there is nothing. */
export type Change = number | 'new' | null;

/** One number over two periods of the same length, one right after the other. */
export type TwoPeriods = { readonly before: number; readonly recent: number };

/** How much `recent` differs from `before`. */
export function change({ before, recent }: TwoPeriods): Change {
  if (before === 0) return recent === 0 ? null : 'new';
  return Math.round(((recent - before) / Math.abs(before)) * 1000) / 10;
}
