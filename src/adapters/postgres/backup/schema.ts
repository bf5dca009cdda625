import type { Sql } from '#adapters/postgres/connect';

/** The schema in Postgres: the applied migrations, and each table's columns with their types. */
export type PostgresSchema = {
  readonly applied: readonly string[];
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** The size of the database on disk. */
  readonly bytes: number;
};

/** The state of a migrated database. */
export async function postgresSchema(sql: Sql): Promise<PostgresSchema> {
  const applied = await sql<{ name: string }[]>`
    SELECT name FROM schema_migrations ORDER BY name COLLATE "C"`;
  const tables = await sql<{ name: string; columns: string[] }[]>`
    SELECT table_name AS name,
      array_agg(column_name || ' ' || data_type ORDER BY ordinal_position) AS columns
    FROM information_schema.columns WHERE table_schema = 'public'
    GROUP BY table_name ORDER BY table_name`;
  const [size] = await sql<{ bytes: string }[]>`
    SELECT pg_database_size(current_database())::text AS bytes`;
  return {
    applied: applied.map(({ name }) => name),
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
    bytes: Number(size?.bytes),
  };
}
