import { readFileSync } from 'node:fs';
import type { ClickHouseClient } from '@clickhouse/client';
import type { DrainSettings } from '#adapters/spool/drain/drain-messages';
import { drainSettings } from '#tests/support/builders/drain-settings';
import { startClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { testDatabase } from '#tests/support/databases/postgres';
import { eventSchema, schema } from '#tests/support/databases/schema';
import { keepOnCore } from './run-server.ts';

/** Real engines for a drain. */
export type DrainStore = AsyncDisposable & {
  readonly clickHouse: ClickHouseClient;
  /** For every DATA_DIR. */
  readonly settings: DrainSettings;
  /** Moves ClickHouse to one core. */
  moveTo(core: number): void;
  /** ClickHouse's CPU time; 0 where it is not available. */
  cpuUs(): number;
};

export async function drainStore(): Promise<DrainStore> {
  const [server, postgres] = await Promise.all([startClickHouse(), testDatabase(schema)]);
  const clickHouseUrl = urlOf({ ...server, database: 'default' });
  await eventSchema(clickHouseUrl);

  const clickHouse = server.client();
  return {
    clickHouse,
    settings: drainSettings({ dataDir: '', clickHouseUrl, databaseUrl: postgres.url }),
    moveTo: (core) => keepOnCore(core, server.process().pid),
    cpuUs: () => cpuUsOf(server.process().pid),
    async [Symbol.asyncDispose]() {
      await clickHouse.close();
      await postgres.drop();
      await server.stop();
    },
  };
}

/** proc(5): user and system time are the 14th and 15th fields, in hundredths of a second. */
export function cpuUsOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
