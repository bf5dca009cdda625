import { invalid, type Issue } from '#core/shared/refusal';
import type { LinkChange } from './check-link.ts';
import type { Link } from './link.ts';

/** What a change is judged with: the link as it is, or as a new one begins. */
type Before = Pick<
  Link,
  | 'originalUrl'
  | 'expiresAt'
  | 'autoTrackProfit'
  | 'profitPerSaleCents'
  | 'splitTestEnabled'
  | 'splitTestUrls'
>;

/**
 * Holds what a change makes of a link against the rules that concern several fields; fields that it
 * does not touch are not judged. A split test of one destination beside the link's own becomes one of
 * both. Refuses `invalid`.
 */
export function checkTogether(change: LinkChange, before: Before, nowMs: number): LinkChange {
  const after = { ...before, ...change };
  const splitTestUrls = withOriginal(after);
  const issues = [
    isPastExpiry(change, before, nowMs) && issue('expiresAt', 'Choose a time in the future'),
    isSplit(change) &&
      after.splitTestEnabled &&
      splitTestUrls.length < 2 &&
      issue('splitTestUrls', 'A split test needs at least two destinations'),
    (change.autoTrackProfit !== undefined || change.profitPerSaleCents !== undefined) &&
      after.autoTrackProfit &&
      after.profitPerSaleCents === null &&
      issue('profitPerSale', 'Enter the profit per sale'),
  ].filter((found) => found !== false);
  const [first, ...rest] = issues;
  if (first) throw invalid(first, ...rest);
  return isSplit(change) && after.splitTestEnabled ? { ...change, splitTestUrls } : change;
}

function issue(path: string, message: string): Issue {
  return { path, message };
}

function isSplit(change: LinkChange): boolean {
  return change.splitTestEnabled !== undefined || change.splitTestUrls !== undefined;
}

function withOriginal({ originalUrl, splitTestUrls }: Before): readonly string[] {
  const [only] = splitTestUrls;
  const isBeside = splitTestUrls.length === 1 && only !== originalUrl;
  return isBeside ? [originalUrl, ...splitTestUrls] : splitTestUrls;
}

/** A link that has expired may be edited without giving it another expiry. */
function isPastExpiry({ expiresAt }: LinkChange, before: Before, nowMs: number): boolean {
  if (!expiresAt || expiresAt.getTime() > nowMs) return false;
  return expiresAt.getTime() !== before.expiresAt?.getTime();
}
