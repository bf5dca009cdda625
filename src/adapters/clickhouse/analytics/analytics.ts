import type { Numbers, Periods } from '#core/analytics/reading';
import { hourMs } from '#core/shared/time';
import { allNumbers } from './analytics-sql.ts';
import { readingFrom, type NumberRow } from './analytics-rows.ts';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { narrowingParams } from './narrowing.ts';
import { reading } from './statement-limits.ts';

/**
 * An account's numbers from one query: the engine reads every part of it from the same snapshot of
 * a table. Midnights are bound as instants, so the engine's own time zones are never used.
 */
export function clickhouseNumbers(client: ClickHouse): Numbers {
  return {
    async read(scope, { boundariesMs, periods, longestList }) {
      const answer = await client.query({
        query: allNumbers(scope, boundariesMs.every(isWholeHour)),
        query_params: {
          ...narrowingParams(scope),
          ...rangeParams(boundariesMs, periods),
          longestList,
        },
        format: 'JSONCompactEachRow',
        ...reading(),
      });
      return readingFrom(await answer.json<NumberRow>());
    },
  };
}

function rangeParams(boundariesMs: readonly number[], periods: Periods) {
  return {
    fromMs: boundariesMs.at(0),
    toMs: boundariesMs.at(-1),
    boundariesMs: boundariesMs.slice(0, -1),
    ...periods,
  };
}

function isWholeHour(atMs: number): boolean {
  return atMs % hourMs === 0;
}
