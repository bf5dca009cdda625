import type { Scope } from '#core/analytics/reading';

/**
 * The condition that restricts a query to one account, optionally to one link, and excludes links
 * that are being erased. Its parameters are `narrowingParams`.
 */
export function narrowedTo(scope: Scope): string {
  const conditions = ['user_id = {userId:UUID}'];
  if (scope.linkId !== null) conditions.push('link_id = {linkId:UUID}');
  if (scope.erasedLinkIds.length > 0) {
    conditions.push('link_id NOT IN {erasedLinkIds:Array(UUID)}');
  }
  return conditions.join(' AND ');
}

/**
 * Whether every click of the account counts: then the counts of quarters and days answer. While a
 * link is being erased the clicks themselves are read, without those of the link.
 */
export function isWholeAccount({ linkId, erasedLinkIds }: Scope): boolean {
  return linkId === null && erasedLinkIds.length === 0;
}

/** The values of `narrowedTo`. */
export function narrowingParams({ userId, linkId, erasedLinkIds }: Scope) {
  return { userId, linkId, erasedLinkIds };
}

/** True for the times of [fromMs, toMs), two of the parameters. */
export const inRange = (time: string) => `
  ${time} >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')
  AND ${time} < fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')`;

/**
 * True for clicks that totals read from `clicks` itself. The months with a fold in state 'counted'
 * are read from the archive instead, until the fold is 'dropped' together with the month's clicks.
 * `time` is an expression over `clicked_at` that the intended projection has.
 */
export function outsideArchive(time: string): string {
  return `toYYYYMM(${time}) NOT IN (
    SELECT month FROM archive_folds GROUP BY month, fold HAVING max(step) = 'counted')`;
}

/** True for rows that count as conversions: refunds are only in sums of money. */
export const isConversion = `NOT startsWith(conversion_key, 'r:')`;

/** True for rows of the archive that count: other folds are leftovers of interrupted attempts. */
export const insideArchive = 'fold IN (SELECT fold FROM archive_folds)';
