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
    if (!(await canSet(client, Object.keys(settings)))) continue;
    if (await areSet(client, changes)) continue;
    await client.command({ query: `ALTER TABLE clicks MODIFY SETTING ${changes.join(', ')}` });
  }
}

/** Whether the table's definition has these settings: `index_granularity = 8192, other = 1`. */
async function areSet(client: ClickHouse, wanted: readonly string[]): Promise<boolean> {
  const answer = await client.query({
    query: `
      SELECT engine_full FROM system.tables
      WHERE database = currentDatabase() AND name = 'clicks'`,
    format: 'JSONCompactEachRow',
  });
  const [[definition] = ['']] = await answer.json<[string]>();
  const settings = definition
    .slice(definition.indexOf('SETTINGS ') + 'SETTINGS '.length)
    .split(', ');
  return wanted.every((setting) => settings.includes(setting));
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
