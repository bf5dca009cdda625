import type { Numbers } from '#core/analytics/reading';
import { minuteMs } from '#core/shared/time';
import { allNumbers } from './analytics-sql.ts';
import { readingFrom } from './analytics-rows.ts';
import type { NumberRow } from './number-row.ts';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { isWholeAccount, narrowingParams } from './narrowing.ts';
import { touchedDays } from './days/pieces.ts';
import { uniqueVisitors } from './days/unique-visitors.ts';
import { visitorsOfPieces } from './days/visitors-sql.ts';
import { wholeDays } from './days/whole-days.ts';
import { reading } from './statement-limits.ts';

/**
 * An account's numbers from one query: the engine reads every part of it from the same snapshot of
 * a table. For a whole account a second one counts visitors where their number is not known.
 * Midnights are bound as instants, so the engine's own time zones are never used.
 */
export function clickhouseNumbers(client: ClickHouse): Numbers {
  const visitorsOf = uniqueVisitors((scope, params) =>
    ask(visitorsOfPieces(scope), { ...narrowingParams(scope), ...params }),
  );

  return {
    async read(scope, { boundariesMs, periods, longestList }) {
      const range = { fromMs: boundariesMs.at(0) ?? 0, toMs: boundariesMs.at(-1) ?? 0 };
      const whole = wholeDays(range.fromMs, range.toMs);
      const shape = { isByQuarters: boundariesMs.every(isQuarter), whole };
      const params = {
        ...narrowingParams(scope),
        ...range,
        boundariesMs: boundariesMs.slice(0, -1),
        ...periods,
        ...whole,
        touchedDays: touchedDays(range.fromMs, range.toMs),
      };
      const rows = await ask(allNumbers(scope, shape), { ...params, longestList });
      if (!isWholeAccount(scope)) return readingFrom(rows);
      const [visitors = 0] = await visitorsOf(scope, [range.fromMs, range.toMs], rows);
      return readingFrom([...rows, ['visitors', '', '', [visitors]]]);
    },
  };

  async function ask(query: string, query_params: Record<string, unknown>) {
    const format = 'JSONCompactEachRow';
    const answer = await client.query({ query, query_params, format, ...reading() });
    return answer.json<NumberRow>();
  }
}

function isQuarter(atMs: number): boolean {
  return atMs % (15 * minuteMs) === 0;
}
