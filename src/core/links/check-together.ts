import { linkComplaints } from '#contract/links/link-limits';
import { invalid, type Issue } from '#core/shared/refusal';
import type { Link, LinkChange } from './link.ts';

/** The state before the change: the link as stored, or the initial values of a new one. */
type Before = Pick<
  Link,
  | 'originalUrl'
  | 'expiresAt'
  | 'autoTrackProfit'
  | 'profitPerSaleCents'
  | 'splitTestEnabled'
  | 'splitTestUrls'
  | 'trackClicks'
  | 'startsAt'
  | 'expiresAfterClicks'
  | 'iosUrl'
  | 'iosFallbackUrl'
  | 'androidUrl'
  | 'androidFallbackUrl'
>;

/**
 * Validates the rules that concern several fields of the changed link; fields without a change are
 * not checked. A split test with one destination gets the link's own destination as its second one.
 * Refuses `invalid`.
 */
export function checkTogether(change: LinkChange, before: Before, nowMs: number): LinkChange {
  const after = { ...before, ...change };
  const splitTestUrls = withOriginal(after);
  const issues = [
    isPastExpiry(change, before, nowMs) && issue('expiresAt', 'Choose a time in the future'),
    isSplit(change) &&
      after.splitTestEnabled &&
      splitTestUrls.length < 2 &&
      issue('splitTestUrls', linkComplaints.fewDestinations),
    (change.autoTrackProfit !== undefined || change.profitPerSaleCents !== undefined) &&
      after.autoTrackProfit &&
      after.profitPerSaleCents === null &&
      issue('profitPerSale', linkComplaints.noProfit),
    ...optionIssues(change, after),
  ].filter((found) => found !== false);
  const [first, ...rest] = issues;
  if (first) throw invalid(first, ...rest);
  return isSplit(change) && after.splitTestEnabled ? { ...change, splitTestUrls } : change;
}

function issue(path: string, message: string): Issue {
  return { path, message };
}

/** Checks the options in pairs. */
function optionIssues(change: LinkChange, after: Before): (Issue | false)[] {
  const { startsAt, expiresAt, expiresAfterClicks, trackClicks } = after;
  const isOtherTime = change.startsAt !== undefined || change.expiresAt !== undefined;
  const isOtherLimit = change.expiresAfterClicks !== undefined || change.trackClicks === false;
  return [
    isOtherTime &&
      startsAt !== null &&
      expiresAt !== null &&
      startsAt.getTime() >= expiresAt.getTime() &&
      issue(change.startsAt ? 'startsAt' : 'expiresAt', 'The link would expire before it starts'),
    isOtherLimit &&
      expiresAfterClicks !== null &&
      !trackClicks &&
      issue('expiresAfterClicks', 'Turn click tracking on: without it there is no count'),
    isLoneFallback(change.iosFallbackUrl, after.iosUrl) &&
      issue('iosFallbackUrl', 'Enter the address of the app first'),
    isLoneFallback(change.androidFallbackUrl, after.androidUrl) &&
      issue('androidFallbackUrl', 'Enter the address of the app first'),
  ];
}

function isLoneFallback(fallback: string | null | undefined, app: string | null): boolean {
  return Boolean(fallback) && app === null;
}

function isSplit(change: LinkChange): boolean {
  return change.splitTestEnabled !== undefined || change.splitTestUrls !== undefined;
}

function withOriginal({ originalUrl, splitTestUrls }: Before): readonly string[] {
  const [only] = splitTestUrls;
  const isBeside = splitTestUrls.length === 1 && only !== originalUrl;
  return isBeside ? [originalUrl, ...splitTestUrls] : splitTestUrls;
}

/** An expired link may be edited without a new expiry. */
function isPastExpiry({ expiresAt }: LinkChange, before: Before, nowMs: number): boolean {
  if (!expiresAt || expiresAt.getTime() > nowMs) return false;
  return expiresAt.getTime() !== before.expiresAt?.getTime();
}
