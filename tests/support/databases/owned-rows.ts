import type postgres from 'postgres';

/** The content of the database, as one digest per table: equal digests mean no change. */
export type TableDigests = Readonly<Record<string, string>>;

/** Digests of one person's rows, in every table with an owner column. */
export async function digestOfPerson(sql: postgres.Sql, userId: string): Promise<TableDigests> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    SELECT table_name AS name, array_agg(column_name::text) AS columns
    FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`;
  const owned = tables.flatMap(({ name, columns }) => {
    if (name === 'users') return [[name, sql`id = ${userId}`] as const];
    if (columns.includes('user_id')) return [[name, sql`user_id = ${userId}`] as const];
    if (!columns.includes('link_id')) return [];
    return [[name, sql`link_id IN (SELECT id FROM links WHERE user_id = ${userId})`] as const];
  });
  return digests(
    sql,
    owned.map(
      ([name, whose]) => sql`SELECT ${name} AS name, ${sql(name)}::text AS row
      FROM ${sql(name)} WHERE ${whose}`,
    ),
  );
}

/** What a person has: without the events of their activity, which also name refused calls, and the last use of keys. */
export async function keptBy(sql: postgres.Sql, userId: string): Promise<TableDigests> {
  const { audit_events: _events, api_keys: _keys, ...tables } = await digestOfPerson(sql, userId);
  return tables;
}

/** Digests of all tables except the excluded ones. */
export async function digestOfAll(
  sql: postgres.Sql,
  leftOut: readonly string[],
): Promise<TableDigests> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND NOT table_name = ANY (${[...leftOut]})`;
  return digests(
    sql,
    tables.map(
      ({ name }) => sql`SELECT ${name} AS name, ${sql(name)}::text AS row
      FROM ${sql(name)}`,
    ),
  );
}

async function digests(
  sql: postgres.Sql,
  selects: readonly postgres.PendingQuery<postgres.Row[]>[],
): Promise<TableDigests> {
  const all = selects.reduce((sofar, next) => sql`${sofar} UNION ALL ${next}`);
  const rows = await sql<{ name: string; digest: string }[]>`
    SELECT name, count(*) || ' ' || md5(string_agg(row, E'\n' ORDER BY row)) AS digest
    FROM (${all}) AS found GROUP BY name`;
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
