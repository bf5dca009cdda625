import type { Cluster } from '#core/shared/cluster-url';

/**
 * Small tables without accounts, of which every server has a full copy. All other tables are
 * sharded by account.
 */
const whole = /^(?:archive_folds|lasting_visitors|migrations|token_probe_\w+)$/;
const make = 'CREATE TABLE IF NOT EXISTS';
/** How long a cluster recognizes a repeated insert: longer than a server may be away. */
const rememberedSeconds = 30 * 24 * 60 * 60;

/**
 * Turns a statement for a single server into those for a cluster. A divided table `clicks` is
 * `clicks_local` on each server, replicated within its shard, and `clicks` is the Distributed table
 * over them: queries and inserts name the same tables as on a single server.
 *
 * @throws Error for a statement that changes tables and has no form for clusters.
 */
export function clusterStatements(statement: string, cluster: Cluster): readonly string[] {
  const text = statement.trim();
  const created = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)\s/.exec(text)?.[1];
  if (created !== undefined) return creating(text, { table: created, cluster });
  const altered = /^ALTER TABLE (\w+)\s/.exec(text)?.[1];
  if (altered !== undefined) return altering(text, { table: altered, cluster });
  const [, act, named, more] =
    /^((?:TRUNCATE|DROP|OPTIMIZE) TABLE (?:IF EXISTS )?)(\w+)( FINAL)?$/.exec(text) ?? [];
  if (named !== undefined) return [`${act}${stored(named, cluster)}${more ?? ''}`];
  if (/^CREATE DATABASE IF NOT EXISTS \S+$/.test(text)) return [`${text} ${everywhere(cluster)}`];
  if (/^(?:CREATE|ALTER|DROP|TRUNCATE|RENAME|OPTIMIZE)\b/i.test(text)) {
    throw new Error(`a statement has no form for clusters: ${text.slice(0, 60)}`);
  }
  return [text];
}

/** Turns a query of system tables into one of all servers, about the tables that hold the rows. */
export function clusterQuery(query: string, { name, database }: Cluster): string {
  if (!/\bsystem\.(?:parts|mutations)\b/.test(query)) return query;
  return query
    .replaceAll(/\bsystem\.(parts|mutations)\b/g, `clusterAllReplicas(${quoted(name)}, system.$1)`)
    .replaceAll('currentDatabase()', `'${database.replaceAll(/[\\']/g, String.raw`\$&`)}'`)
    .replaceAll(
      'table = {table:String}',
      "table IN ({table:String}, concat({table:String}, '_local'))",
    );
}

type Change = { readonly table: string; readonly cluster: Cluster };

function creating(text: string, { table, cluster }: Change): string[] {
  const own = text
    .replace(/^CREATE TABLE (?:IF NOT EXISTS )?\w+/, `${make} ${stored(table, cluster)}`)
    .replace(/ENGINE = (Replacing)?MergeTree(?:\(([^)]*)\))?/, (_, kind = '', version = '') =>
      replicated({ table, kind: String(kind), version: String(version) }),
    )
    .replace(
      /\bnon_replicated_deduplication_window = (\d+)/,
      `replicated_deduplication_window = $1,\n  replicated_deduplication_window_seconds = ${rememberedSeconds}`,
    );
  return whole.test(table) ? [own] : [own, `${make} ${distributed({ table, cluster })}`];
}

/**
 * Columns and constraints concern the Distributed table too, which has its own copy of them. It has
 * no rows, and is replaced as a whole.
 */
function altering(text: string, { table, cluster }: Change): string[] {
  const own = text.replace(/^ALTER TABLE \w+/, `ALTER TABLE ${stored(table, cluster)}`);
  const isOfBoth = /\b(?:ADD|DROP|MODIFY|RENAME)\s+(?:COLUMN|CONSTRAINT)\b/.test(text);
  if (!isOfBoth || whole.test(table)) return [own];
  return [own, `CREATE OR REPLACE TABLE ${distributed({ table, cluster })}`];
}

/** `{shard}` and `{replica}` are macros of each server, the other two the engine's own. */
function replicated(engine: {
  readonly table: string;
  readonly kind: string;
  readonly version: string;
}): string {
  const isWhole = whole.test(engine.table);
  const path = `/clickhouse/tables/${isWhole ? 'all' : '{shard}'}/{database}/{table}`;
  const replica = isWhole ? '{shard}-{replica}' : '{replica}';
  const version = engine.version === '' ? '' : `, ${engine.version}`;
  return `ENGINE = Replicated${engine.kind}MergeTree('${path}', '${replica}'${version})`;
}

function distributed({ table, cluster }: Change): string {
  const { name, database } = cluster;
  return `${quoted(database)}.${table} ${everywhere(cluster)} AS ${quoted(database)}.${table}_local
ENGINE = Distributed(${quoted(name)}, ${quoted(database)}, ${table}_local, cityHash64(user_id))`;
}

/** The table with the rows, on all servers. */
function stored(table: string, cluster: Cluster): string {
  const suffix = whole.test(table) ? '' : '_local';
  return `${quoted(cluster.database)}.${table}${suffix} ${everywhere(cluster)}`;
}

function everywhere({ name }: Cluster): string {
  return `ON CLUSTER ${quoted(name)}`;
}

function quoted(name: string): string {
  return `\`${name.replaceAll(/[\\`]/g, String.raw`\$&`)}\``;
}
