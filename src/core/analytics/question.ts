import { isId } from '#core/shared/ids';
import { invalid } from '#core/shared/refusal';
import { isTimeZone } from './periods.ts';

/** A validated analytics query of an account. */
export type Question = {
  /** Restricts every number to one link; null means all links of the account. */
  readonly linkId: string | null;
  /** Length of the range in calendar days, including today; `all`: from the first day with data. */
  readonly days: number | 'all';
  /** An IANA zone. Its midnights divide the days. */
  readonly timeZone: string;
  /** Whether to return all referrers of the range instead of the largest. */
  readonly wantsAllReferrers: boolean;
};

/** The query as received, not validated. */
export type AskedQuestion = {
  readonly timeRange?: string | undefined;
  readonly tz?: string | undefined;
  readonly linkId?: string | undefined;
  readonly full?: string | undefined;
};

const daysOfRange = new Map<string, Question['days']>([
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
  ['all', 'all'],
]);

/** Validates a query. Defaults: seven days, UTC, all links. Refuses `invalid`. */
export function readQuestion(asked: AskedQuestion): Question {
  const days = daysOfRange.get(asked.timeRange ?? '7d');
  const timeZone = asked.tz ?? 'UTC';
  const linkId = asked.linkId ?? null;
  if (days === undefined) {
    throw invalid({ path: 'timeRange', message: 'Choose a time range of 7d, 30d, 90d or all' });
  }
  if (!isTimeZone(timeZone)) {
    throw invalid({ path: 'tz', message: 'Enter an IANA time zone, such as UTC' });
  }
  if (linkId !== null && !isId(linkId)) {
    throw invalid({ path: 'linkId', message: 'Send the id of one of your links' });
  }
  if (asked.full !== undefined && asked.full !== 'referrers') {
    throw invalid({ path: 'full', message: 'Only referrers can be listed in full' });
  }
  return { linkId, days, timeZone, wantsAllReferrers: asked.full === 'referrers' };
}
