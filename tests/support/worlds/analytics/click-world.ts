import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import type postgres from 'postgres';
import { migrateClickHouse } from '#adapters/clickhouse/migrate';
import type { DrainSettings } from '#adapters/spool/drain/drain-messages';
import { spoolFolder } from '#adapters/spool/segments';
import { testClickHouse, type TestClickHouse } from '#tests/support/databases/clickhouse';
import { addressInRun } from '#tests/support/databases/clickhouse-cluster';
import { drainSettings } from '#tests/support/builders/drain-settings';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
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
  const [database, clickHouse] = await Promise.all([testDatabase(schema), migratedClickHouse()]);
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

/** A new database on the run's ClickHouse, migrated with `clickhouse/`. */
export async function migratedClickHouse(): Promise<TestClickHouse> {
  const clickHouse = await testClickHouse();
  await migrateClickHouse({
    url: urlOf(clickHouse),
    folder: join(import.meta.dir, '../../../../clickhouse'),
    exclusively: (work) => work(),
  });
  return clickHouse;
}

type ClickHouseAddress = Pick<TestClickHouse, 'url' | 'user' | 'password' | 'database'>;

/** Address, credentials and database in one URL. */
export function urlOf({ url, user, password, database }: ClickHouseAddress): string {
  const parts = { username: user, password, pathname: `/${database}` };
  return addressInRun(Object.assign(new URL(url), parts).href);
}
