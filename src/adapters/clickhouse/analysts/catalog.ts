import type { SqlDatabases } from './databases.ts';
import { nameOf, type Token } from './lexer.ts';
import { analystViews } from './views.ts';

/**
 * What clients may know about the server: these tables of the engine, with the rows of the views'
 * database (`DATABASE`) alone and without the columns that name files or the base tables.
 */
const described: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  system: {
    databases: `SELECT name, engine, '' AS data_path, '' AS metadata_path, uuid, comment
      FROM system.databases WHERE name = DATABASE`,
    tables: `SELECT database, name, uuid, engine, is_temporary, comment, total_rows, total_bytes,
        has_own_data, '' AS create_table_query, '' AS as_select, '' AS partition_key,
        '' AS sorting_key, '' AS primary_key, '' AS sampling_key, '' AS engine_full
      FROM system.tables WHERE database = DATABASE`,
    columns: `SELECT database, table, name, type, position, default_kind, default_expression,
        comment, is_in_primary_key, is_in_partition_key, is_in_sorting_key, is_in_sampling_key,
        numeric_precision, numeric_precision_radix, numeric_scale, datetime_precision,
        character_octet_length
      FROM system.columns WHERE database = DATABASE`,
    // Clients read these when they connect, and accept that they are empty.
    settings:
      'SELECT name, value, changed, description, readonly, type FROM system.settings WHERE 0',
    functions: `SELECT name, is_aggregate, case_insensitive, alias_to, origin, description, syntax,
        arguments, returned_value, examples, categories FROM system.functions WHERE 0`,
    table_engines: 'SELECT name FROM system.table_engines WHERE 0',
    data_type_families: 'SELECT name, case_insensitive, alias_to FROM system.data_type_families',
    clusters: nothing({
      ...{ cluster: 'String', shard_num: 'UInt32', shard_weight: 'UInt32', replica_num: 'UInt32' },
      ...{ host_name: 'String', host_address: 'String', port: 'UInt16', is_local: 'UInt8' },
      ...{ user: 'String', default_database: 'String', errors_count: 'UInt32' },
    }),
    dictionaries: nothing({
      ...{ database: 'String', name: 'String', uuid: 'UUID', status: 'String', origin: 'String' },
      ...{ type: 'String', bytes_allocated: 'UInt64', element_count: 'UInt64', source: 'String' },
      ...{ comment: 'String' },
    }),
    parts: nothing({
      ...{ partition: 'String', name: 'String', active: 'UInt8', marks: 'UInt64', rows: 'UInt64' },
      ...{ bytes_on_disk: 'UInt64', data_compressed_bytes: 'UInt64' },
      ...{ data_uncompressed_bytes: 'UInt64', modification_time: 'DateTime', database: 'String' },
      ...{ table: 'String', engine: 'String', disk_name: 'String', path: 'String' },
    }),
  },
  information_schema: {
    schemata: `SELECT * FROM information_schema.schemata WHERE schema_name = DATABASE`,
    tables: `SELECT * FROM information_schema.tables WHERE table_schema = DATABASE`,
    columns: `SELECT * FROM information_schema.columns WHERE table_schema = DATABASE`,
  },
};

/** A query without rows, with these columns. It reads nothing that needs a grant. */
function nothing(columns: Readonly<Record<string, string>>): string {
  const selected = Object.entries(columns).map(
    ([name, type]) => `defaultValueOfTypeName('${type}') AS ${name}`,
  );
  return `SELECT ${selected.join(', ')} FROM system.one WHERE 0`;
}

/**
 * The views of the catalog with their statements. `database`: an expression, the name of the views'
 * database.
 */
export function catalogViews(
  database: string,
): readonly { readonly name: string; readonly select: string }[] {
  return Object.entries(described).flatMap(([from, tables]) =>
    Object.entries(tables).map(([table, select]) => ({
      name: viewName(from, table),
      select: select.replaceAll('DATABASE', database),
    })),
  );
}

/** The views of the catalog, by their qualified names. */
export function catalogNames(catalog: string): string[] {
  return catalogViews('').map(({ name }) => `${catalog}.${name}`);
}

/**
 * A canonical statement with every `system.tables` and the like replaced by its view in the catalog,
 * and other names of the views' database by its own. The check of the tables comes after it, so a
 * name that is missed here is only refused.
 */
export function withCatalog(
  text: string,
  tokens: readonly Token[],
  { views, catalog, aliases }: SqlDatabases,
): string {
  let answer = '';
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    const table = tokens[index + 2];
    if (tokens[index + 1]?.text !== '.' || tokens[index - 1]?.text === '.' || !table) continue;
    const [database, name] = [nameOf(token)?.toLowerCase(), nameOf(table)?.toLowerCase()];
    if (database === undefined || name === undefined) continue;
    const isView = aliases.includes(database) && analystViews.some((view) => view.name === name);
    if (!isView && described[database]?.[name] === undefined) continue;
    const meant = isView ? `${views}.${name}` : `${catalog}.${viewName(database, name)}`;
    answer += text.slice(from, token.at) + meant;
    from = table.at + table.text.length;
  }
  return answer + text.slice(from);
}

function viewName(database: string, table: string): string {
  return database === 'system' ? table : `schema_${table}`;
}
