import type { ClickHouse } from '#adapters/clickhouse/connect';

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

/**
 * Sets how parts of `clicks` are written and merged, as far as this server can. The table's definition
 * is rewritten only when that changes it: a start on a full disk must not touch it.
 */
export async function setPartSettings(client: ClickHouse): Promise<void> {
  for (const settings of [lateProjections, largeMerges]) {
    const changes = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const { canBeSet, definition } = await stateOf(client, Object.keys(settings));
    const isSet = changes.every((change) => definition.includes(change));
    if (!canBeSet || isSet) continue;
    await client.command({ query: `ALTER TABLE clicks MODIFY SETTING ${changes.join(', ')}` });
  }
}

type State = {
  /** The table is there, and this server knows all these settings. */
  readonly canBeSet: boolean;
  /** The parts of the table's engine and settings: `index_granularity = 8192`. */
  readonly definition: readonly string[];
};

async function stateOf(client: ClickHouse, names: readonly string[]): Promise<State> {
  const answer = await client.query({
    query: `
      SELECT splitByRegexp(', | SETTINGS ', engine_full), (
        SELECT toUInt8(count()) FROM system.merge_tree_settings WHERE name IN {names:Array(String)})
      FROM system.tables WHERE database = currentDatabase() AND name = 'clicks'`,
    query_params: { names },
    format: 'JSONCompactEachRow',
  });
  const [row] = await answer.json<[definition: string[], known: number]>();
  return { canBeSet: row?.[1] === names.length, definition: row?.[0] ?? [] };
}
