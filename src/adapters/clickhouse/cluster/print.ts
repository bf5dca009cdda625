import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationFiles, recordsTable } from '#adapters/clickhouse/migrate';
import { splitStatements } from '#adapters/clickhouse/statements';
import { clusterOf } from '#core/shared/cluster-url';
import { clusterStatements } from './statements.ts';

/**
 * The statements with which `migrateClickHouse` makes the tables of an empty server or cluster, in
 * their order, as the text of one file. `url`: of CLICKHOUSE_URL, with its cluster; null: of the
 * built-in ClickHouse. Asks no server.
 */
export async function printedSchema(url: string | null, folder: string): Promise<string> {
  const cluster = url === null ? null : clusterOf(url).cluster;
  const forms = (statement: string) =>
    cluster === null ? [statement] : clusterStatements(statement, cluster);
  const parts = [['-- The list of applied migrations', ...forms(recordsTable)]];
  if (cluster !== null) {
    const database = `CREATE DATABASE IF NOT EXISTS \`${cluster.database}\``;
    parts.unshift(['-- The database', ...forms(database)]);
  }
  for (const file of await migrationFiles(folder)) {
    const text = await readFile(join(folder, file), 'utf8');
    parts.push([`-- ${file}`, ...splitStatements(text).flatMap(forms)]);
  }
  return parts
    .map(([title = '', ...statements]) =>
      [title, ...statements.map((statement) => `${statement.trim()};`)].join('\n\n'),
    )
    .join('\n\n')
    .concat('\n');
}
