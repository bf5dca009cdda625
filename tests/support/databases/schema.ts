import { join } from 'node:path';
import { connect } from '#adapters/postgres/connect';
import { migrate } from '#adapters/postgres/migrate';

const folder = join(import.meta.dir, '../../../migrations');

/** Migrates an empty database to the newest schema: for `testDatabase`. */
export async function schema(url: string): Promise<void> {
  const sql = connect(url, { connections: 1 });
  await migrate(sql, folder);
  await sql.end();
}
