import type { Reports } from '#core/analytics/ports';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseCostedEvents } from './costed-events.ts';
import { clickhouseConversionReading } from './conversions-read.ts';
import { listsParams } from './lists-sql.ts';
import { numberRows, readingFrom } from './rows-of-numbers.ts';
import { numbersQuery, periodsOf, sourceOf, spansOf } from './numbers-sql.ts';
import { clickhouseParquet } from './parquet.ts';
import {
  clickhouseFirstEvent,
  clickhouseRecentClicks,
  clickhouseVariants,
} from './link-numbers.ts';
import { clickhouseQuery } from './query/query.ts';
import { scopeParams } from './scope-sql.ts';
import { offsetParams, timeParams } from './times.ts';
import { daysOf, uniqueVisitors, visitorRows, visitorsOfPieces } from './visitors.ts';

/**
 * Numbers of reports. One query answers each question, so the engine reads every part of it from
 * the same snapshot of a table. For a whole account, further queries count the visitors of days
 * that are not cached. Midnights and the clocks' changes are bound as instants, so the engine's own
 * time zones are never used.
 */
export function clickhouseReports(client: ClickHouse): Reports {
  const visitorsOf = uniqueVisitors((params) => numberRows(client, visitorsOfPieces, params));

  return {
    async read(scope, asked) {
      const source = sourceOf(scope, asked);
      const periods = periodsOf(asked);
      const rows = await numberRows(client, numbersQuery(scope, asked, source), {
        ...scopeParams(scope),
        ...timeParams(spansOf(asked)),
        ...listsParams(asked.lists),
        touchedDays: daysOf(periods.values()),
        ...(asked.offsets && offsetParams('asked', asked.offsets)),
      });
      const count = (boundariesMs: readonly number[]) =>
        visitorsOf(scope.userId, boundariesMs, rows);
      const visitors = source.isByFingerprints ? await visitorRows(count, periods) : [];
      return readingFrom([...rows, ...visitors], scope, asked);
    },

    ...clickhouseQuery(client),
    conversions: clickhouseConversionReading(client),
    costed: clickhouseCostedEvents(client),
    variants: clickhouseVariants(client),
    recentClicks: clickhouseRecentClicks(client),
    firstEventMs: clickhouseFirstEvent(client),
    writeParquet: clickhouseParquet(client),
  };
}
