import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { migrateClickHouse, migrationFiles } from '#adapters/clickhouse/migrate';
import { splitStatements } from '#adapters/clickhouse/statements';
import { connect } from '#adapters/postgres/connect';
import { migrate } from '#adapters/postgres/migrate';

const root = join(import.meta.dir, '../../..');

/** Migrates an empty database to the newest schema: for `testDatabase`. */
export async function schema(url: string): Promise<void> {
  const sql = connect(url, { connections: 1 });
  await migrate(sql, join(root, 'migrations'));
  await sql.end();
}

const events = join(root, 'clickhouse');

/** Migrates an empty database of ClickHouse to the newest schema: for `testClickHouse`. */
export async function eventSchema(url: string): Promise<void> {
  await migrateClickHouse({ url, folder: events, exclusively: (work) => work() });
}

/**
 * As `eventSchema`, but each insert builds the projections. Merges build them in the product; tests
 * of statements that read projections would have to wait for one.
 */
export async function eventSchemaWithEarlyProjections(url: string): Promise<void> {
  const client = connectClickHouse(url);
  for (const file of await migrationFiles(events)) {
    const text = await readFile(join(events, file), 'utf8');
    for (const query of splitStatements(text)) await client.command({ query });
  }
  await client.close();
}
