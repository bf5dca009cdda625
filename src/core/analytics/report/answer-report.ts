import { moneyByCurrency } from '#core/analytics/money';
import type { Clock } from '#core/shared/time';
import { mapLists } from './dimensions.ts';
import type { Period } from './period.ts';
import type { ReportQuestion } from './report-question.ts';
import type { PeriodReading, ReportNumbers, UnitReading } from './report-reading.ts';
import { reportScope, type ScopePorts } from './report-scope.ts';
import type { Measures, Point, Report } from './report.ts';
import { reportList, shownRows } from './report-rows.ts';
import { zoneOffsets } from './zone-offsets.ts';

export type AnswerReportPorts = {
  readonly clock: Clock;
  readonly links: ScopePorts['links'];
  readonly erasures: ScopePorts['erasures'];
  readonly numbers: ReportNumbers;
};

/**
 * Returns an account's numbers for a question. Refuses `not_found` when a filter names a link that
 * is missing or not the account's, and `invalid` for labels of too many links; fails while the event
 * store is away. `links` of the answer also has the links that `alsoNamed` names.
 */
export function answerReport(ports: AnswerReportPorts) {
  const { clock, numbers } = ports;
  return async (
    userId: string,
    question: ReportQuestion,
    alsoNamed: readonly string[] = [],
  ): Promise<Report> => {
    const { period, compared, lists } = question;
    const nowMs = clock.now();
    const scope = await reportScope(ports, userId, question.filters);
    const offsets = zoneOffsets(period);
    const asked = { period, compared, offsets, lists, longestList: shownRows };
    const reading = await numbers.read(scope, asked);

    const listedIds = reading.lists.links?.rows.map(({ name }) => name) ?? [];
    return {
      period,
      compared,
      totals: totals(reading.period),
      comparedTotals: reading.compared && totals(reading.compared),
      botClicks: reading.period.botClicks,
      series: series(period, reading.period, nowMs),
      comparedSeries: compared && reading.compared && series(compared, reading.compared, nowMs),
      lists: mapLists(reading.lists, (list, dimension) =>
        reportList(dimension, list, compared !== null),
      ),
      links: await ports.links.named(userId, [...new Set([...listedIds, ...alsoNamed])]),
      heat: reading.heat,
    };
  };
}

/** Sums over the units, so that they add up to the totals; only visitors are counted anew. */
function totals({ byUnit, uniqueVisitors }: PeriodReading): Measures {
  const units = [...byUnit.values()];
  return measures({
    clicks: units.reduce((sum, { clicks }) => sum + clicks, 0),
    uniqueVisitors,
    money: units.flatMap(({ money }) => money),
  });
}

function series({ starts, boundariesMs }: Period, { byUnit }: PeriodReading, nowMs: number) {
  return starts.map((at, index): Point => {
    const unit = byUnit.get(boundariesMs[index] ?? Number.NaN) ?? nothing;
    const isUnfinished = (boundariesMs[index + 1] ?? 0) > nowMs;
    return { at, isUnfinished, ...measures(unit) };
  });
}

const nothing: UnitReading = { clicks: 0, uniqueVisitors: 0, money: [] };

function measures({ clicks, uniqueVisitors, money }: UnitReading): Measures {
  const byCurrency = moneyByCurrency(money);
  const conversions = byCurrency.reduce((sum, entry) => sum + entry.conversions, 0);
  return { clicks, uniqueVisitors, conversions, money: byCurrency };
}
