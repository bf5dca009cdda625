import type { AnalyticsPorts } from '#core/analytics/ports';
import type { PeriodReading } from '#core/analytics/reading';
import { daysBefore, usualSoFar } from '#core/analytics/usual-so-far';
import { expiredIn, expiredMonths } from '#core/analytics/query/archive';
import { mapLists } from './dimensions.ts';
import { hoursOfWeek, zoneOffsets } from '#core/analytics/periods';
import type { ReportQuestion } from './report-question.ts';
import { reportScope } from './report-scope.ts';
import { measuresOf, pointsOf } from './points.ts';
import type { Measures, Report } from './report.ts';
import { reportList, shownRows } from './lists.ts';

/**
 * Returns an account's numbers for a question. Refuses `not_found` when a filter names a link that
 * is missing or not the account's, and `invalid` for labels of too many links; fails while the event
 * store is away. `links` of the answer also has the links that `alsoNamed` names.
 *
 * It reads clicks by the same conditions as the query, and a test compares both. It is a reading of its
 * own, because it keeps the exact visitors of closed days by the fingerprints of their clicks: the
 * query reads every click for them.
 */
export async function answerReport(
  ports: AnalyticsPorts,
  userId: string,
  question: ReportQuestion & { readonly alsoNamed?: readonly string[] },
): Promise<Report> {
  const { period, compared, alsoNamed = [] } = question;
  const nowMs = ports.clock.now();
  const scope = await reportScope(ports, userId, question.filters);
  const [beginsMs = nowMs] = (compared ?? period).boundariesMs;
  const hasUsual = compared === null && period.unit === 'day';
  const [reading, before, expired] = await Promise.all([
    ports.reports.read(scope, {
      period,
      compared,
      hasVisitors: true,
      lists: { dimensions: question.lists, longest: shownRows, hasConversions: true },
      offsets: zoneOffsets(period),
      totals: null,
    }),
    hasUsual ? daysBefore(ports, scope, period) : [],
    expiredMonths(ports.reports, userId, { beginsMs, nowMs }),
  ]);

  const listedIds = reading.lists.links?.rows.map(({ name }) => name) ?? [];
  return {
    period,
    compared,
    totals: totals(reading.period),
    comparedTotals: reading.compared && totals(reading.compared),
    botClicks: reading.period.botClicks,
    series: pointsOf(period, reading.period, nowMs),
    comparedSeries: compared && reading.compared && pointsOf(compared, reading.compared, nowMs),
    usual: usualSoFar(before, reading.period),
    warnings: expiredIn({ period, compared }, expired),
    lists: mapLists(reading.lists, (list, dimension) =>
      reportList(dimension, list, compared !== null),
    ),
    links: await ports.links.named(userId, [...new Set([...listedIds, ...alsoNamed])]),
    heat: reading.heat,
    heatHours: hoursOfWeek(period, nowMs),
  };
}

/** Sums over the units, so that they add up to the totals; only visitors are counted separately. */
function totals({ byUnit, uniqueVisitors }: PeriodReading): Measures {
  const units = [...byUnit.values()];
  return measuresOf({
    clicks: units.reduce((sum, { clicks }) => sum + clicks, 0),
    uniqueVisitors,
    money: units.flatMap(({ money }) => money),
  });
}
