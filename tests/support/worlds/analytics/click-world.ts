import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import type postgres from 'postgres';
import type { DrainSettings } from '#adapters/spool/drain/drain-messages';
import { spoolFolder } from '#adapters/spool/segments';
import { testClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { drainSettings } from '#tests/support/builders/drain-settings';
import { testDatabase } from '#tests/support/databases/postgres';
import { eventSchema, schema } from '#tests/support/databases/schema';
import { tempFolder } from '#tests/support/temp-folder';

/** A DATA_DIR with both databases, migrated and empty. */
export type ClickWorld = AsyncDisposable & {
  readonly dataDir: string;
  readonly spool: string;
  readonly sql: postgres.Sql;
  readonly clickHouse: ClickHouseClient;
  readonly settings: DrainSettings;
};

export async function clickWorld(): Promise<ClickWorld> {
  const folder = tempFolder();
  const [database, clickHouse] = await Promise.all([
    testDatabase(schema),
    testClickHouse(eventSchema),
  ]);
  const spool = spoolFolder(folder.path);
  mkdirSync(spool, { recursive: true });
  const settings = drainSettings({
    dataDir: folder.path,
    clickHouseUrl: urlOf(clickHouse),
    databaseUrl: database.url,
    geoipCityDb: join(folder.path, 'no such cities'),
  });
  return {
    dataDir: folder.path,
    spool,
    sql: database.sql,
    clickHouse: clickHouse.client,
    settings,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([database.drop(), clickHouse.drop()]);
      folder[Symbol.dispose]();
    },
  };
}
