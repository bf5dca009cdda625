import type { ClickHouse } from '#adapters/clickhouse/connect';

/**
 * Has the projections of a part of `clicks` built when the part is first merged, and not when it is
 * inserted: an insert then writes far fewer files. Until that merge its few clicks are counted one
 * by one. An older ClickHouse than 26.4 has no such settings, and builds them at each insert.
 */
export async function buildProjectionsLate(client: ClickHouse): Promise<void> {
  if (!(await canBuildLate(client))) return;
  await client.command({
    query: `ALTER TABLE clicks
      MODIFY SETTING materialize_projections_on_insert = 0, materialize_projections_on_merge = 1`,
  });
}

async function canBuildLate(client: ClickHouse): Promise<boolean> {
  const answer = await client.query({
    query: `
      SELECT
        (SELECT toUInt8(count()) FROM system.merge_tree_settings WHERE name IN
          ('materialize_projections_on_insert', 'materialize_projections_on_merge')),
        (SELECT toUInt8(count()) FROM system.tables WHERE database = currentDatabase() AND name = 'clicks')`,
    format: 'JSONCompactEachRow',
  });
  const [[settings, tables] = [0, 0]] = await answer.json<[settings: number, tables: number]>();
  return settings === 2 && tables === 1;
}
