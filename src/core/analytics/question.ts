import { isId } from '#core/shared/ids';
import { invalid } from '#core/shared/refusal';
import { isTimeZone } from './days.ts';

/** What an account asks about its numbers. */
export type Question = {
  /** Narrows every number to one link; null asks for all links of the account. */
  readonly linkId: string | null;
  /** How many calendar days the range has, today among them. */
  readonly days: number;
  /** An IANA zone: its midnights divide the days. */
  readonly timeZone: string;
  /** All of the range's referrers, for a list of their own, instead of the greatest. */
  readonly wantsAllReferrers: boolean;
};

/** The question as it came: texts that nobody has checked. */
export type AskedQuestion = {
  readonly timeRange?: string | undefined;
  readonly tz?: string | undefined;
  readonly linkId?: string | undefined;
  readonly full?: string | undefined;
};

const daysOfRange = new Map([
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
]);

/** Reads a question; seven days in UTC over all links unless it says otherwise. Refuses `invalid`. */
export function readQuestion(asked: AskedQuestion): Question {
  const days = daysOfRange.get(asked.timeRange ?? '7d');
  const timeZone = asked.tz ?? 'UTC';
  const linkId = asked.linkId ?? null;
  if (days === undefined) {
    throw invalid({ path: 'timeRange', message: 'Choose a time range of 7d, 30d or 90d' });
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
