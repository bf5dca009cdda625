import { percent } from '#core/shared/percent';

/**
 * Percent with one decimal; `new` when the earlier period had nothing; null when both had nothing, or
 * when a loss followed nothing.
 */
export type Change = number | 'new' | null;

/** One number over two consecutive periods of the same length. */
export type TwoPeriods = { readonly before: number; readonly recent: number };

/** How much `recent` differs from `before`. */
export function change({ before, recent }: TwoPeriods): Change {
  if (before === 0) return recent > 0 ? 'new' : null;
  return percent(recent - before, Math.abs(before));
}
