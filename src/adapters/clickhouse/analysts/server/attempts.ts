import { identifier } from '#adapters/clickhouse/analysts/databases';
import { ownedIn } from './account-statements.ts';
import type { ServerNames } from './names.ts';

/** A statement that a server must refuse to an account's user. */
export type Attempt = {
  readonly what: string;
  readonly text: string;
  /**
   * Error codes that also count as a refusal, besides those for missing grants and read-only mode.
   */
  readonly codes?: readonly number[];
  /** A result that shows nothing of other accounts. */
  readonly harmless?: string;
};

export type ProbeNames = {
  /** A table with a row of each of two probe accounts, and one that no account may change. */
  readonly rows: string;
  readonly own: string;
  readonly other: string;
};

/** Codes for objects that this server version does not know, so there is nothing to refuse. */
const unknown = { function: 46, table: 60, database: 81, syntax: 62, cluster: 701 };
const notImplemented = 48;

/**
 * Tables of the engine about other users, sizes, files and machines. Some exist only on some
 * servers.
 */
const systemTables = [
  ...['query_log', 'query_thread_log', 'query_views_log', 'session_log', 'text_log', 'part_log'],
  ...['parts', 'parts_columns', 'projection_parts', 'detached_parts', 'mutations', 'merges'],
  ...['replicas', 'clusters', 'disks', 'errors', 'metrics', 'events', 'backups', 'macros'],
  ...['users', 'grants', 'row_policies', 'quotas_usage', 'processes', 'server_settings'],
];

/** None of them changes anything if the server runs it. */
export function attempts(names: ServerNames, { rows, own, other }: ProbeNames): Attempt[] {
  const base = identifier(names.base);
  const clicks = `${base}.clicks`;
  return [
    ...[...ownedIn(names), `${base}.archive_folds`, `${base}.migrations`, rows].flatMap((table) => [
      { what: `reading ${table}`, text: `SELECT count() FROM ${table}` },
      { what: `describing ${table}`, text: `DESCRIBE TABLE ${table}` },
    ]),
    { what: 'reading a column of clicks', text: `SELECT max(city) FROM ${clicks}` },
    { what: 'showing how a table was made', text: `SHOW CREATE TABLE ${clicks}` },
    { what: "reading another account's view", text: `SELECT count() FROM ${other}.clicks` },
    { what: "reading another account's rows", text: `SELECT count() FROM ${other}.probe` },
    ...listings(names, other),
    ...systemTables.map((table) => ({
      what: `reading system.${table}`,
      text: `SELECT count() FROM system.${table}`,
      codes: [unknown.table],
    })),
    ...functions(names, rows),
    ...changes({ rows, own, other }, clicks),
    {
      what: 'leaving the read-only mode',
      text: 'SELECT 1 SETTINGS readonly = 0',
      codes: [452],
    },
    {
      what: 'a longer time limit',
      text: 'SELECT 1 SETTINGS max_execution_time = 0',
      codes: [452],
    },
    {
      what: 'running as another user',
      text: `EXECUTE AS ${other} SELECT 1`,
      codes: [unknown.syntax, 344, notImplemented],
    },
  ];
}

function listings({ base }: ServerNames, other: string): Attempt[] {
  const names = `'${base.replaceAll(/[\\']/g, '')}', '${other.replaceAll('`', '')}'`;
  return [
    ['databases', 'name'],
    ['tables', 'database'],
    ['columns', 'database'],
  ].map(([table, column]) => ({
    what: `finding other databases in system.${table}`,
    text: `SELECT count() FROM system.${table} WHERE ${column} IN (${names})`,
    harmless: '0',
  }));
}

function functions({ base }: ServerNames, rows: string): Attempt[] {
  const clicks = `${identifier(base)}.clicks`;
  const [database = '', table = ''] = rows.split('.');
  const known = (what: string, from: string, codes: readonly number[] = []): Attempt => ({
    what: `${what}()`,
    text: `SELECT count() FROM ${from}`,
    codes: [unknown.function, ...codes],
  });
  return [
    // 291: outside of the folder that the server opens to files.
    { what: 'file()', text: `SELECT file('/etc/passwd')`, codes: [291, unknown.function] },
    known('the table function file', `file('waypost-probe.csv', 'LineAsString')`),
    known('url', `url('http://127.0.0.1:9/', 'LineAsString')`),
    known('remote', `remote('127.0.0.1:9', ${clicks})`),
    known('cluster', `cluster('default', ${clicks})`, [unknown.cluster]),
    known('s3', `s3('http://127.0.0.1:9/probe/probe.csv', 'LineAsString')`),
    known('executable', `executable('probe', 'TSV', 'a String')`),
    known('loop', `loop(${rows})`),
    // It finds no table that the user may read.
    known('merge', `merge(${database}, '.*')`, [36, unknown.table, 636]),
    known('mergeTreeIndex', `mergeTreeIndex(${database}, ${table})`),
    known('view', `view(SELECT * FROM ${rows})`),
  ];
}

function changes({ rows, own, other }: ProbeNames, clicks: string): Attempt[] {
  return [
    { what: 'inserting', text: `INSERT INTO ${rows} SELECT * FROM ${rows} WHERE 0` },
    { what: 'inserting clicks', text: `INSERT INTO ${clicks} SELECT * FROM ${clicks} WHERE 0` },
    { what: 'deleting rows', text: `ALTER TABLE ${rows} DELETE WHERE 0` },
    { what: 'emptying a table', text: `TRUNCATE TABLE ${rows}` },
    { what: 'creating a table', text: `CREATE TABLE ${own}.probe_table (a UInt8) ENGINE = Memory` },
    { what: 'creating a view', text: `CREATE VIEW ${own}.probe_view AS SELECT * FROM ${rows}` },
    { what: 'dropping a view', text: `DROP VIEW ${own}.probe` },
    { what: 'creating a function', text: 'CREATE FUNCTION waypost_probe AS a -> a' },
    { what: 'creating a user', text: `CREATE USER IF NOT EXISTS ${other}` },
    { what: 'granting', text: `GRANT SELECT ON ${other}.* TO ${own}` },
    { what: 'changing the server', text: 'SYSTEM RELOAD CONFIG' },
  ];
}
