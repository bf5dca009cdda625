import type { ClickHouse } from '#adapters/clickhouse/connect';
import { catalogViews } from './catalog.ts';
import { analystViews, catalogDatabase, viewDatabase, type AnalystView } from './views.ts';

/**
 * Creates the views of this version in the embedded engine. They run with the rights of the
 * application, because an account's own statement may read the views alone.
 */
export async function createAnalystViews(client: ClickHouse): Promise<void> {
  const base = await baseOf(client);
  for (const database of [viewDatabase, catalogDatabase]) {
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
  }
  for (const view of analystViews) await client.command({ query: viewStatement(view, base) });
  for (const { name, select } of catalogViews) {
    const query = `CREATE OR REPLACE VIEW ${catalogDatabase}.${name} ${withRights} AS ${select}`;
    await client.command({ query });
  }
}

const withRights = 'DEFINER = default SQL SECURITY DEFINER';

async function baseOf(client: ClickHouse): Promise<string> {
  const answer = await client.query({
    query: 'SELECT currentDatabase()',
    format: 'JSONCompactEachRow',
  });
  const [[base] = ['']] = await answer.json<[string]>();
  return base;
}

function viewStatement({ name, description, columns, from }: AnalystView, base: string): string {
  const declared = columns.map(
    ([column, type, meaning]) => `${column} ${type} COMMENT ${literal(meaning)}`,
  );
  const selected = columns.map(
    ([column, , , expression]) => `${expression ?? `t.${column}`} AS ${column}`,
  );
  return `CREATE OR REPLACE VIEW ${viewDatabase}.${name} (${declared.join(', ')}) ${withRights} AS
    SELECT ${selected.join(', ')} FROM ${from.replaceAll('base.', `${base}.`)}
    COMMENT ${literal(description)}`;
}

function literal(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}
