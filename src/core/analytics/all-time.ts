import { dateAt, allTime, unitOfAllTime } from './ranges.ts';
import { lastDays } from './periods.ts';
import type { AnalyticsPorts } from './ports.ts';
import type { Question } from './question.ts';
import { queryPeriod } from './query/units.ts';
import type { Units } from './reading.ts';

/** A named range, and the only links that count; no links: all of the account. */
type Asked = { readonly range: string | undefined; readonly linkIds: readonly string[] };

/**
 * When 'All time' begins, in epoch milliseconds: at the first click that is kept with its details,
 * the first conversion or the first day of a cost, whichever is earliest. Now when there is none of
 * them, and for another range, which does not need it. Without `costs` they are left out.
 */
export async function beginningOf(
  {
    clock,
    reports,
    costs,
  }: Pick<AnalyticsPorts, 'clock' | 'reports'> & Partial<Pick<AnalyticsPorts, 'costs'>>,
  userId: string,
  { range, linkIds }: Asked,
): Promise<number> {
  const nowMs = clock.now();
  if (range !== 'all') return nowMs;
  const [eventMs, paid] = await Promise.all([
    reports.firstEventMs(userId, linkIds),
    costs?.of(userId) ?? [],
  ]);
  // At noon in UTC almost every zone has the same date.
  const costsMs = paid
    .filter(({ linkId }) => linkId === null || linkIds.length === 0 || linkIds.includes(linkId))
    .map(({ firstDay }) => Date.parse(`${firstDay}T12:00:00Z`));
  return Math.min(nowMs, eventMs ?? nowMs, ...costsMs);
}

/** The days of a question; for all time the days, weeks or months that fit it. */
export async function unitsOf(
  ports: Pick<AnalyticsPorts, 'clock' | 'reports' | 'costs'>,
  userId: string,
  { days, timeZone, linkId }: Question,
): Promise<Units & { readonly unit: 'day' | 'week' | 'month'; readonly dates: readonly string[] }> {
  const nowMs = ports.clock.now();
  if (days !== 'all') return { ...lastDays(days, timeZone, nowMs), unit: 'day' };
  const linkIds = linkId === null ? [] : [linkId];
  const firstMs = await beginningOf(ports, userId, { range: 'all', linkIds });
  const range = allTime(dateAt(nowMs, timeZone), dateAt(firstMs, timeZone));
  const unit = unitOfAllTime(range);
  const { starts, boundariesMs } = queryPeriod(range, unit, timeZone);
  return { unit, dates: starts, boundariesMs };
}
