import { isCents, maxCents } from '#core/shared/money';
import type { Issue } from '#core/shared/refusal';

const names = { value: 'Value', profit: 'Profit' } as const;

/** What is wrong with an amount that was given in cents; null when nothing is. */
export function amountIssue(path: keyof typeof names, amountCents: number): Issue | null {
  if (isCents(amountCents)) return null;
  const name = names[path];
  if (amountCents < 0) return { path, message: `${name} must be positive` };
  const isTooLarge = amountCents > maxCents;
  return { path, message: isTooLarge ? `${name} is too large` : `${name} must be in whole cents` };
}
