import type { ClickHouse } from '#adapters/clickhouse/connect';
import { catalogViews } from './catalog.ts';
import { embeddedDatabases, identifier, literal } from './databases.ts';
import { analystViews, ownRows, type AnalystView, type OwnRows } from './views.ts';

const withRights = 'DEFINER = default SQL SECURITY DEFINER';

/**
 * The account of the running statement: the gateway sets the comment, and the engine then refuses
 * every change of settings. In any other statement it is nobody's, and the views are empty.
 */
const account = `toUUIDOrZero(substring(getSetting('log_comment'), 5, 36))`;

/**
 * Creates the views of this version in the embedded engine. They run with the rights of the
 * application, because an account's own statement may read the views alone.
 */
export async function createAnalystViews(client: ClickHouse): Promise<void> {
  const { base, own } = ownRows(identifier(await currentDatabase(client)), account);
  const rows = { base, own: `startsWith(getSetting('log_comment'), 'sql:') AND ${own}` };
  const { views, catalog } = embeddedDatabases;
  for (const database of [views, catalog]) {
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
  }
  for (const view of analystViews) {
    await client.command({ query: viewStatement(view, views, { rows, rights: withRights }) });
  }
  for (const { name, select } of catalogViews(literal(views))) {
    const query = `CREATE OR REPLACE VIEW ${catalog}.${name} ${withRights} AS ${select}`;
    await client.command({ query });
  }
}

/** The database of the tables that the views read. */
export async function currentDatabase(client: ClickHouse): Promise<string> {
  const answer = await client.query({
    query: 'SELECT currentDatabase()',
    format: 'JSONCompactEachRow',
  });
  const [[base] = ['']] = await answer.json<[string]>();
  return base;
}

/** Creates or replaces a view in `database`. `rights`: whose rights it reads with, as SQL. */
export function viewStatement(
  { name, description, columns, from }: AnalystView,
  database: string,
  { rows, rights }: { readonly rows: OwnRows; readonly rights: string },
): string {
  const declared = columns.map(
    ([column, type, meaning]) => `${column} ${type} COMMENT ${literal(meaning)}`,
  );
  const selected = columns.map(
    ([column, , , expression]) => `${expression ?? `t.${column}`} AS ${column}`,
  );
  return `CREATE OR REPLACE VIEW ${identifier(database)}.${name} (${declared.join(', ')}) ${rights} AS
    SELECT ${selected.join(', ')} FROM ${from(rows)}
    COMMENT ${literal(description)}`;
}
