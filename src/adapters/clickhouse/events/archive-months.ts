import type { ExpiringMonth } from '#core/clicks/fold-expired-months';
import type { ClickHouse } from '#adapters/clickhouse/connect';

type StoredRow = { month: number; clicks: number };
type FoldRow = { month: number; fold: string };

/**
 * Months before `month` that contain clicks, and those whose fold is counted but not closed.
 * Usually there are none: the archive itself is read only when there are.
 */
export async function expiringMonths(
  client: ClickHouse,
  month: number,
): Promise<readonly ExpiringMonth[]> {
  const counted = await rows<FoldRow>(client, countedFolds, {});
  const months = counted.map((fold) => fold.month);
  const stored = await rows<StoredRow>(client, storedMonths, { month, months });
  for (const row of stored) if (!months.includes(row.month)) months.push(row.month);
  if (months.length === 0) return [];

  const open = await rows<StoredRow & FoldRow>(client, openFolds, { months });
  return months.map((each) => {
    const folds = open.filter((row) => row.month === each);
    const marked = counted.find((row) => row.month === each)?.fold;
    return {
      month: each,
      storedClicks: stored.find((row) => row.month === each)?.clicks ?? 0,
      drafts: folds.filter((row) => row.fold !== marked),
      counted: marked
        ? (folds.find((row) => row.fold === marked) ?? { fold: marked, clicks: 0 })
        : null,
    };
  });
}

const countedFolds = `
  SELECT month, toString(fold) AS fold
  FROM archive_folds GROUP BY month, fold HAVING max(step) = 'counted' ORDER BY month`;

const storedMonths = `
  SELECT toYYYYMM(clicked_at) AS month, toUInt64(count()) AS clicks
  FROM clicks
  WHERE toYYYYMM(clicked_at) < {month:UInt32} OR toYYYYMM(clicked_at) IN {months:Array(UInt32)}
  GROUP BY month`;

const openFolds = `
  SELECT toYYYYMM(day) AS month, toString(fold) AS fold, sum(count) AS clicks
  FROM clicks_archive
  WHERE toYYYYMM(day) IN {months:Array(UInt32)}
    AND fold NOT IN (SELECT fold FROM archive_folds WHERE step = 'dropped')
  GROUP BY month, fold`;

async function rows<Row>(
  client: ClickHouse,
  query: string,
  query_params: Record<string, unknown>,
): Promise<readonly Row[]> {
  const answer = await client.query({
    query,
    query_params,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return answer.json<Row>();
}
