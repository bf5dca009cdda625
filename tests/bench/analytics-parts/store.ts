import type { ClickHouseClient } from '@clickhouse/client';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { buildLateProjections } from '#adapters/clickhouse/events/late-projections';
import { settledAfterMs } from '#adapters/clickhouse/events/part-settings';
import { hourMs } from '#core/shared/time';
import { startClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { eventSchema } from '#tests/support/databases/schema';
import { cpuUsOf } from '#tests/bench/drain-store';
import { fillClicks, type Filling } from './fill.ts';

/** A ClickHouse of its own with these clicks. */
export type FilledStore = AsyncDisposable & {
  readonly client: ClickHouseClient;
  /** The engine's CPU time until now, in milliseconds; 0 where it is not available. */
  cpuMs(): number;
  /** Bytes on disk a click, projections included. */
  bytesPerClick(): Promise<number>;
};

export async function filledStore(filling: Filling): Promise<FilledStore> {
  const server = await startClickHouse();
  const client = server.client();
  const url = urlOf({ ...server, database: 'default' });
  // Making one part of a month takes longer than any question may.
  const filler = connectClickHouse(url, 'backup');
  await eventSchema(url);
  await fillClicks(filler, filling);
  await mergesSettled(filler);
  await endMonths(filler, filling.nowMs);
  await mergesSettled(filler);
  await filler.close();
  return {
    client,
    cpuMs: () => cpuUsOf(server.process().pid) / 1000,
    async bytesPerClick() {
      const answer = await client.query({
        query: `SELECT sum(bytes_on_disk) / sum(rows) FROM system.parts
          WHERE active AND database = currentDatabase() AND table = 'clicks'`,
        format: 'JSONCompactEachRow',
      });
      const [[bytes] = [0]] = await answer.json<[number]>();
      return bytes;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.stop();
    },
  };
}

/**
 * What the hours after a month's end bring: its last projections, and one part for all of it. The
 * current month keeps its parts.
 */
async function endMonths(client: ClickHouseClient, nowMs: number): Promise<void> {
  await buildLateProjections(client, nowMs + settledAfterMs + hourMs);
  await mergesSettled(client);
  const answer = await client.query({
    query: `SELECT DISTINCT partition_id FROM system.parts
      WHERE active AND database = currentDatabase() AND table = 'clicks'
        AND partition_id < {month:String}`,
    query_params: { month: new Date(nowMs).toISOString().slice(0, 7).replace('-', '') },
    format: 'JSONCompactEachRow',
  });
  for (const [month] of await answer.json<[string]>()) {
    await client.command({
      query: `OPTIMIZE TABLE clicks PARTITION ID '${month}' FINAL`,
      clickhouse_settings: { optimize_throw_if_noop: 1 },
    });
  }
}

/**
 * Waits until ClickHouse merges nothing for five seconds. A fill stores within minutes what clicks
 * bring in months, and its merges would be measured with every question.
 */
async function mergesSettled(client: ClickHouseClient): Promise<void> {
  let quietSeconds = 0;
  while (quietSeconds < 5) {
    const answer = await client.query({
      query: 'SELECT count() FROM system.merges',
      format: 'JSONCompactEachRow',
    });
    const [[merges] = [0]] = await answer.json<[string]>();
    quietSeconds = Number(merges) === 0 ? quietSeconds + 1 : 0;
    await Bun.sleep(1000);
  }
}
