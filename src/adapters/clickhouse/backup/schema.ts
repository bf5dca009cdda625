import type { ClickHouse } from '#adapters/clickhouse/connect';
import { hasTables } from '#adapters/clickhouse/migrate';
import { appliedFiles } from './load.ts';
import { ask } from './tables.ts';

/** The schema in ClickHouse: the applied migrations, and the CREATE statement of each table. */
export type ClickHouseSchema = {
  readonly applied: readonly string[];
  readonly tables: Readonly<Record<string, string>>;
  /** The size of the database on disk. */
  readonly bytes: number;
};

/** The state of the database that `url` names; nothing when it has no tables. */
export async function clickHouseSchema(url: string, client: ClickHouse): Promise<ClickHouseSchema> {
  if (!(await hasTables(url))) return { applied: [], tables: {}, bytes: 0 };
  const tables = await ask<{ name: string; made: string; bytes: string | null }>(
    client,
    `SELECT name, create_table_query AS made, toString(total_bytes) AS bytes
     FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  );
  return {
    applied: await appliedFiles(client),
    tables: Object.fromEntries(tables.map(({ name, made }) => [name, made])),
    bytes: tables.reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0),
  };
}
