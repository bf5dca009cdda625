import { z } from 'zod';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { settledAfterMs } from './part-settings.ts';

const row = z.tuple([z.array(z.string()), z.array(z.string())]);

/**
 * Makes ClickHouse build missing projections in the parts of ended months, in the background.
 * Projections are built at the first merge, and ClickHouse merges only parts with the same ones:
 * the last parts of a month would wait for a part that never comes, and the month would never
 * become a single part. Does nothing while another mutation of the table runs.
 */
export async function buildLateProjections(client: ClickHouse, nowMs: number): Promise<void> {
  const answer = await client.query({
    query: lateParts,
    query_params: {
      table: 'clicks',
      month: new Date(nowMs).toISOString().slice(0, 7).replace('-', ''),
      settledAt: Math.floor((nowMs - settledAfterMs) / 1000),
    },
    format: 'JSONCompactEachRow',
  });
  const [projections, months] = row.parse((await answer.json())[0]);
  if (projections.length === 0) return;
  for (const month of months) {
    const builds = projections.map(
      (projection) => `MATERIALIZE PROJECTION ${projection} IN PARTITION ID '${month}'`,
    );
    await client.command({
      query: `ALTER TABLE clicks ${builds.join(', ')} SETTINGS mutations_sync = 0`,
    });
  }
}

/** The names of the projections, and the ended months with parts that have none. */
const lateParts = `
  SELECT arraySort(groupUniqArrayArray(projections)), if(
    (SELECT count() FROM system.mutations
      WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done) > 0,
    [],
    arraySort(groupUniqArrayIf(partition_id, empty(projections)
      AND partition_id < {month:String}
      AND modification_time < toDateTime({settledAt:UInt32}))))
  FROM system.parts
  WHERE database = currentDatabase() AND table = {table:String} AND active`;
