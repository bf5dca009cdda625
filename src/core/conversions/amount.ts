import { isCents, maxCents } from '#contract/money';
import type { Issue } from '#core/shared/refusal';

const names = { value: 'Value', profit: 'Profit' } as const;

/** The error of an amount in cents; null when it is valid. */
export function amountIssue(path: keyof typeof names, amountCents: number): Issue | null {
  if (isCents(amountCents)) return null;
  const name = names[path];
  if (amountCents < 0) return { path, message: `${name} must be positive` };
  const isTooLarge = amountCents > maxCents;
  return { path, message: isTooLarge ? `${name} is too large` : `${name} must be in whole cents` };
}
