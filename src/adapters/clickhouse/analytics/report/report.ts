import type { Period } from '#core/analytics/report/period';
import type { ReportNumbers, ReportScope } from '#core/analytics/report/report-reading';
import { minuteMs } from '#core/shared/time';
import type { NumberRow } from '#adapters/clickhouse/analytics/number-row';
import { uniqueVisitors } from '#adapters/clickhouse/analytics/days/unique-visitors';
import { visitorsOfPieces } from '#adapters/clickhouse/analytics/days/visitors-sql';
import { narrowingParams } from '#adapters/clickhouse/analytics/narrowing';
import { reading } from '#adapters/clickhouse/analytics/statement-limits';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { filterParams, isUnfiltered } from './filters-sql.ts';
import { reportFrom } from './report-rows.ts';
import { reportQuery } from './report-sql.ts';
import { daysOfSpans, visitorRows } from './report-visitors.ts';
import { daysParams, spanDays, spanParams } from './spans.ts';

const quarterMs = 15 * minuteMs;

/**
 * A report's numbers from one query. Without filters the counts of UTC days answer, and further
 * queries count visitors where their numbers are not known; otherwise it reads the raw events. Midnights and the clocks' changes are bound as instants, so the
 * engine's own time zones are never used.
 */
export function clickhouseReport(client: ClickHouse): ReportNumbers {
  const visitorsOf = uniqueVisitors((scope, params) =>
    ask(visitorsOfPieces(scope), { ...narrowingParams(scope), ...params }),
  );

  return {
    async read(scope, { period, compared, offsets, lists, longestList }) {
      const touchedDays = daysOfSpans(period, compared);
      const isWhole = isUnfiltered(scope) && touchedDays.length > 0;
      const isByFingerprints = isWhole && isOfHumans(scope);
      const days = isWhole ? spanDays(period, compared) : null;
      const instants = [...boundaries(period), ...boundaries(compared), ...offsets.offsetsMs];
      const isByQuarter = touchedDays.length > 0 && instants.every(isWholeQuarter);
      const shape = { isCompared: compared !== null, isByQuarter, days, isByFingerprints, lists };
      const params = {
        ...filterParams(scope),
        ...spanParams('asked', period),
        ...(compared && spanParams('compared', compared)),
        ...daysParams('asked', days?.asked ?? null),
        ...daysParams('compared', days?.compared ?? null),
        touchedDays,
        offsetStartsMs: offsets.startsMs,
        offsetsMs: offsets.offsetsMs,
        longestList,
      };
      const rows = await ask(reportQuery(scope, shape), params);
      const count = (boundariesMs: readonly number[]) =>
        visitorsOf({ ...scope, linkId: null }, boundariesMs, rows);
      const visitors = isByFingerprints ? await visitorRows(count, period, compared) : [];
      return reportFrom([...rows, ...visitors], {
        classes: scope.filters.class,
        isCompared: compared !== null,
        lists,
      });
    },
  };

  async function ask(query: string, query_params: Record<string, unknown>) {
    const format = 'JSONCompactEachRow';
    const answer = await client.query({ query, query_params, format, ...reading() });
    return answer.json<NumberRow>();
  }
}

/** The fingerprints of days are those of human clicks. */
function isOfHumans({ filters }: ReportScope): boolean {
  return filters.class.every((each) => each === 'human');
}

function boundaries(period: Period | null): readonly number[] {
  return period?.boundariesMs ?? [];
}

function isWholeQuarter(atMs: number): boolean {
  return atMs % quarterMs === 0;
}
