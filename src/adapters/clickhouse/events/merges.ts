import type { ClickHouse } from '#adapters/clickhouse/connect';

/**
 * From this many parts of one partition on, merges continue: ClickHouse delays inserts from 1,000
 * on.
 */
const mostParts = 500;

/**
 * Stops the merges of the server while `mustWait` returns true, and starts them again afterwards.
 * Only for an embedded server: a statement without a table affects all tables. Idempotent, so that
 * it also works on a server that was restarted.
 */
export function holdMerges(clickHouse: ClickHouse, mustWait: () => boolean) {
  let areStopped = false;

  return async (): Promise<void> => {
    if (!mustWait() && !areStopped) return;
    const mustStop = mustWait() && (await mostPartsNow(clickHouse)) < mostParts;
    await clickHouse.command({ query: `SYSTEM ${mustStop ? 'STOP' : 'START'} MERGES` });
    areStopped = mustStop;
  };
}

/** The number of parts of the partition with the most parts. */
async function mostPartsNow(clickHouse: ClickHouse): Promise<number> {
  const answer = await clickHouse.query({
    query: `SELECT toUInt32(max(parts)) FROM (
        SELECT count() AS parts FROM system.parts
        WHERE active AND database = currentDatabase() GROUP BY table, partition)`,
    format: 'JSONCompactEachRow',
  });
  const [[parts] = [0]] = await answer.json<[number]>();
  return parts;
}
