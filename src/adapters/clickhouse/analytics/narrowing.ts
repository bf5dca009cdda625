import type { Scope } from '#core/analytics/reading';

/**
 * The condition that narrows a statement to one account, and within it to one link and away from
 * links that are being erased. Its parameters are `narrowingParams`.
 */
export function narrowedTo(scope: Scope): string {
  const conditions = ['user_id = {userId:UUID}'];
  if (scope.linkId !== null) conditions.push('link_id = {linkId:UUID}');
  if (scope.erasedLinkIds.length > 0) {
    conditions.push('link_id NOT IN {erasedLinkIds:Array(UUID)}');
  }
  return conditions.join(' AND ');
}

/** The values of `narrowedTo`. */
export function narrowingParams({ userId, linkId, erasedLinkIds }: Scope) {
  return { userId, linkId, erasedLinkIds };
}

/** Whether all links count, so that a projection without links in it can answer. */
export function isWholeAccount(scope: Scope): boolean {
  return scope.linkId === null && scope.erasedLinkIds.length === 0;
}

/**
 * Holds for clicks that totals take from `clicks` itself: those of a month whose fold is marked
 * 'counted' are taken from the archive, until the fold is 'dropped' and the month's clicks with it.
 * `time` is an expression over `clicked_at` that the wanted projection knows.
 */
export function outsideArchive(time: string): string {
  return `toYYYYMM(${time}) NOT IN (
    SELECT month FROM archive_folds GROUP BY month, fold HAVING max(step) = 'counted')`;
}

/** Holds for rows that count as conversions: refunds are in sums of money alone. */
export const isConversion = `NOT startsWith(conversion_key, 'r:')`;

/** Holds for rows of the archive that count: other folds are leftovers of interrupted attempts. */
export const insideArchive = 'fold IN (SELECT fold FROM archive_folds)';
