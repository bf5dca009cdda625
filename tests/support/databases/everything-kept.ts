import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { readAccessRecord } from '#adapters/embedded/clickhouse/record';
import { readAccess } from '#adapters/embedded/postgres/cluster';
import { urlOf } from '#adapters/embedded/postgres/orphan';
import { connect, type Sql } from '#adapters/postgres/connect';

export type Kept = Awaited<ReturnType<typeof everythingKept>>;

/** Everything that a started Waypost stores in its DATA_DIR, read directly. */
export async function everythingKept(dataDir: string) {
  const { password, port } = readAccess(dataDir);
  if (port === undefined) throw new Error('No Postgres has been started here');
  const access = await readAccessRecord(dataDir);
  const url = `http://${access.user}:${access.password}@127.0.0.1:${access.port}/waypost`;
  const sql = connect(urlOf(port, password), { connections: 1 });
  const events = connectClickHouse(url);

  return {
    sql,
    events,
    /** All tables, with the names that `find` uses. */
    async tables(): Promise<string[]> {
      const [relational, columnar] = await Promise.all([
        postgresTables(sql),
        clickHouseTables(events),
      ]);
      return [
        ...relational.map((name) => `postgres ${name}`),
        ...columnar.map((name) => `clickhouse ${name}`),
      ];
    },
    /**
     * Where one of the texts is found, without case: tables, with the number of rows, and files.
     */
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
  const found: string[] = [];
  for (const name of await postgresTables(sql)) {
    const [row] = await sql<{ rows: number }[]>`
      SELECT count(*)::int AS rows FROM ${sql(name)} AS line
      WHERE line::text ILIKE ANY (${patterns})`;
    if (row && row.rows > 0) found.push(`postgres ${name}: ${row.rows}`);
  }
  return found;
}

async function postgresTables(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  return tables.map(({ name }) => name);
}

type Events = ReturnType<typeof connectClickHouse>;

/** Rows that are only masked as deleted count as found. */
async function inClickHouse(events: Events, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of await clickHouseTables(events)) {
    const [row] = await ask<{ rows: string }>(
      events,
      `SELECT toString(count()) AS rows FROM ${name}
       WHERE multiSearchAnyCaseInsensitive(toString(tuple(*)), {texts:Array(String)})
       SETTINGS apply_deleted_mask = 0`,
      { texts },
    );
    if (row && row.rows !== '0') found.push(`clickhouse ${name}: ${row.rows}`);
  }
  return found;
}

/** The engine's own query logs count too. */
async function clickHouseTables(events: Events): Promise<string[]> {
  const tables = await ask<{ name: string }>(
    events,
    `SELECT if(database = currentDatabase(), name, database || '.' || name) AS name
     FROM system.tables WHERE engine LIKE '%MergeTree'`,
  );
  return tables.map(({ name }) => name);
}

async function ask<T>(
  events: Events,
  query: string,
  params: Record<string, unknown> = {},
): Promise<T[]> {
  const answer = await events.query({ query, query_params: params, format: 'JSONEachRow' });
  return answer.json<T>();
}

/** The engines' own files are searched by queries. */
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
