import type { ClickHouse } from '#adapters/clickhouse/connect';

/** From this many parts of one partition on, merges go on: ClickHouse delays inserts from 1,000 on. */
const mostParts = 500;

/**
 * Stops the merges of the server while `mustWait` says so, and starts them again afterwards. For an
 * embedded server: a statement without a table is about all of them. Idempotent, so that a server
 * that was started again is told again.
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

/** The number of parts of the partition that has the most. */
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
