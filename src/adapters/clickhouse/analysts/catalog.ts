import { catalogDatabase, viewDatabase } from './views.ts';
import { nameOf, type Token } from './lexer.ts';

/**
 * What clients may know about the server: these tables of the engine, with the rows of the views'
 * database alone and without the columns that name files or the base tables.
 */
const described: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  system: {
    databases: `SELECT name, engine, '' AS data_path, '' AS metadata_path, uuid, comment
      FROM system.databases WHERE name = '${viewDatabase}'`,
    tables: `SELECT database, name, uuid, engine, is_temporary, comment, total_rows, total_bytes,
        has_own_data, '' AS create_table_query, '' AS as_select, '' AS partition_key,
        '' AS sorting_key, '' AS primary_key, '' AS sampling_key, '' AS engine_full
      FROM system.tables WHERE database = '${viewDatabase}'`,
    columns: `SELECT database, table, name, type, position, default_kind, default_expression,
        comment, is_in_primary_key, is_in_partition_key, is_in_sorting_key, is_in_sampling_key,
        numeric_precision, numeric_precision_radix, numeric_scale, datetime_precision,
        character_octet_length
      FROM system.columns WHERE database = '${viewDatabase}'`,
    // Clients read these when they connect, and accept that they are empty.
    settings:
      'SELECT name, value, changed, description, readonly, type FROM system.settings WHERE 0',
    functions: `SELECT name, is_aggregate, case_insensitive, alias_to, origin, description, syntax,
        arguments, returned_value, examples, categories FROM system.functions WHERE 0`,
    table_engines: 'SELECT name FROM system.table_engines WHERE 0',
    data_type_families: 'SELECT name, case_insensitive, alias_to FROM system.data_type_families',
  },
  information_schema: {
    schemata: `SELECT * FROM information_schema.schemata WHERE schema_name = '${viewDatabase}'`,
    tables: `SELECT * FROM information_schema.tables WHERE table_schema = '${viewDatabase}'`,
    columns: `SELECT * FROM information_schema.columns WHERE table_schema = '${viewDatabase}'`,
  },
};

/** The views of the catalog with their statements. */
export const catalogViews: readonly { readonly name: string; readonly select: string }[] =
  Object.entries(described).flatMap(([database, tables]) =>
    Object.entries(tables).map(([table, select]) => ({
      name: viewName(database, table),
      select,
    })),
  );

/**
 * A canonical statement with every `system.tables` and the like replaced by its view in the catalog.
 * The check of the tables comes after it, so a name that is missed here is only refused.
 */
export function withCatalog(text: string, tokens: readonly Token[]): string {
  let answer = '';
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    const table = tokens[index + 2];
    if (tokens[index + 1]?.text !== '.' || tokens[index - 1]?.text === '.' || !table) continue;
    const [database, name] = [nameOf(token)?.toLowerCase(), nameOf(table)?.toLowerCase()];
    if (database === undefined || name === undefined) continue;
    if (described[database]?.[name] === undefined) continue;
    answer += `${text.slice(from, token.at)}${catalogDatabase}.${viewName(database, name)}`;
    from = table.at + table.text.length;
  }
  return answer + text.slice(from);
}

function viewName(database: string, table: string): string {
  return database === 'system' ? table : `schema_${table}`;
}
