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

/** Sets how parts of `clicks` are written and merged, as far as this server can. Repeatable. */
export async function setPartSettings(client: ClickHouse): Promise<void> {
  for (const settings of [lateProjections, largeMerges]) {
    const names = Object.keys(settings);
    if (!(await canSet(client, names))) continue;
    const changes = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    await client.command({ query: `ALTER TABLE clicks MODIFY SETTING ${changes.join(', ')}` });
  }
}

async function canSet(client: ClickHouse, names: readonly string[]): Promise<boolean> {
  const answer = await client.query({
    query: `
      SELECT
        (SELECT toUInt8(count()) FROM system.merge_tree_settings WHERE name IN {names:Array(String)}),
        (SELECT toUInt8(count()) FROM system.tables WHERE database = currentDatabase() AND name = 'clicks')`,
    query_params: { names },
    format: 'JSONCompactEachRow',
  });
  const [[settings, tables] = [0, 0]] = await answer.json<[settings: number, tables: number]>();
  return settings === names.length && tables === 1;
}
