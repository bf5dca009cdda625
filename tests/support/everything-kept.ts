import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { readAccessRecord } from '#adapters/embedded/clickhouse-record';
import { readAccess } from '#adapters/embedded/postgres-cluster';
import { urlOf } from '#adapters/embedded/postgres-orphan';
import { connect, type Sql } from '#adapters/postgres/connect';

/** Everything that a started Waypost keeps in its DATA_DIR, behind the product's back. */
export async function everythingKept(dataDir: string) {
  const { password, port } = readAccess(dataDir);
  if (port === undefined) throw new Error('No Postgres has been started here');
  const access = await readAccessRecord(dataDir);
  const url = `http://${access.user}:${access.password}@127.0.0.1:${access.port}/waypost`;
  const sql = connect(urlOf(port, password), { connections: 1 });
  const events = connectClickHouse(url);

  return {
    sql,
    /** Where any of the texts is found, in whatever case: tables, with how many rows, and files. */
    async find(texts: readonly string[]): Promise<string[]> {
      const found = await Promise.all([
        inPostgres(sql, texts),
        inClickHouse(events, texts),
        inFiles(dataDir, texts),
      ]);
      return found.flat();
    },
    async [Symbol.asyncDispose]() {
      await sql.end();
      await events.close();
    },
  };
}

async function inPostgres(sql: Sql, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.map((text) => `%${text}%`);
  const tables = await sql<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql<{ rows: number }[]>`
      SELECT count(*)::int AS rows FROM ${sql(name)} AS line
      WHERE line::text ILIKE ANY (${patterns})`;
    if (row && row.rows > 0) found.push(`postgres ${name}: ${row.rows}`);
  }
  return found;
}

type Events = ReturnType<typeof connectClickHouse>;

/** Rows that a mask merely hides count as found. */
async function inClickHouse(events: Events, texts: readonly string[]): Promise<string[]> {
  const ask = async <T>(query: string, params: Record<string, unknown> = {}): Promise<T[]> => {
    const answer = await events.query({ query, query_params: params, format: 'JSONEachRow' });
    return answer.json<T>();
  };
  const tables = await ask<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await ask<{ rows: string }>(
      `SELECT toString(count()) AS rows FROM ${name}
       WHERE multiSearchAnyCaseInsensitive(toString(tuple(*)), {texts:Array(String)})
       SETTINGS apply_deleted_mask = 0`,
      { texts },
    );
    if (row && row.rows !== '0') found.push(`clickhouse ${name}: ${row.rows}`);
  }
  return found;
}

/** The engines' own files are asked by their queries. */
async function inFiles(dataDir: string, texts: readonly string[]): Promise<string[]> {
  const needles = texts.map((text) => text.toLowerCase());
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(dataDir, file);
    if (!entry.isFile() || /^(postgres|clickhouse)\//.test(path)) continue;
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    const text = `${path}\n${bytes.toString('latin1')}`.toLowerCase();
    if (needles.some((needle) => text.includes(needle))) found.push(`file ${path}`);
  }
  return found;
}
