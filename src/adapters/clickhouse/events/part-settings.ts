import type { ClickHouse } from '#adapters/clickhouse/connect';
import { hourMs, secondMs } from '#core/shared/time';

/**
 * The projections of a part of `clicks` are built when the part is first merged, and not when it is
 * inserted: an insert then writes far fewer files. Until that merge its few clicks are counted one
 * by one. An older ClickHouse than 26.4 has no such settings, and builds them at each insert.
 */
const lateProjections = {
  materialize_projections_on_insert: 0,
  materialize_projections_on_merge: 1,
};

/**
 * About as many parts of one size are merged at once; by default 5. Each click is then rewritten
 * half as often, which was most of what storing it costs. A partition has a few parts more: 11 to 22
 * were seen at a steady load, and 5 to 10 with the default.
 */
const largeMerges = { merge_selector_base: 10 };

/** After this time without a new part, a partition is merged into a single part. */
export const settledAfterMs = 6 * hourMs;

/**
 * A month that has ended becomes a single part. Each part has its own counts in its projections, so
 * that a question about ten million clicks of 90 days reads a quarter of the rows and takes half as
 * long; the merge costs 2.4 microseconds of CPU a click, once (measured). Months larger than the
 * server's `max_bytes_to_merge_at_max_space_in_pool` keep several parts.
 */
const wholeMonths = {
  min_age_to_force_merge_seconds: settledAfterMs / secondMs,
  min_age_to_force_merge_on_partition_only: 1,
};

/**
 * Expired addresses are removed once a day. That rewrites the part, and in the 30 days in which a
 * month's addresses expire the default of four hours would do it 180 times.
 */
const dailyExpiry = { merge_with_ttl_timeout: 86_400 };

const settingsOf = {
  clicks: [lateProjections, largeMerges, wholeMonths, dailyExpiry],
  conversions: [dailyExpiry],
};

/**
 * Sets how the parts of the tables are written and merged, if this server supports the settings. A
 * table's definition is rewritten only when that changes it: a start on a full disk must not touch
 * it.
 */
export async function setPartSettings(client: ClickHouse): Promise<void> {
  for (const [table, groups] of Object.entries(settingsOf)) {
    for (const settings of groups) await set(client, table, settings);
  }
}

async function set(client: ClickHouse, table: string, settings: object): Promise<void> {
  const changes = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const { canBeSet, definition } = await stateOf(client, table, Object.keys(settings));
  const isSet = changes.every((change) => definition.includes(change));
  if (!canBeSet || isSet) return;
  await client.command({ query: `ALTER TABLE ${table} MODIFY SETTING ${changes.join(', ')}` });
}

type State = {
  /** The table is there, and this server knows all these settings. */
  readonly canBeSet: boolean;
  /**
   * The entries of the table's engine definition, such as `index_granularity = 8192`. On a cluster,
   * those of the `…_local` table.
   */
  readonly definition: readonly string[];
};

async function stateOf(
  client: ClickHouse,
  table: string,
  names: readonly string[],
): Promise<State> {
  const answer = await client.query({
    query: `
      SELECT splitByRegexp(', | SETTINGS ', engine_full), (
        SELECT toUInt8(count()) FROM system.merge_tree_settings WHERE name IN {names:Array(String)})
      FROM system.tables
      WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
        AND name IN ({table:String}, concat({table:String}, '_local'))`,
    query_params: { table, names },
    format: 'JSONCompactEachRow',
  });
  const [row] = await answer.json<[definition: string[], known: number]>();
  return { canBeSet: row?.[1] === names.length, definition: row?.[0] ?? [] };
}
