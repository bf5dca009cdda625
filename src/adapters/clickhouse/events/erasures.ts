import type { LinkEvents } from '#core/links/erase-links';
import type { ClickHouse } from '#adapters/clickhouse/connect';

/**
 * The archive comes before the clicks that it counts, so that a fold never sees too few of them.
 */
const tables = [
  ...(['clicks_archive', 'conversions', 'clicks', 'analyst_links', 'analyst_split_tests'] as const),
];
type Table = (typeof tables)[number];

const linksPerStatement = 5000;

/**
 * Erases events permanently. A delete rewrites every part that contains one of the links, so all
 * links go in one statement per table, and only when a table contains one of them.
 */
export function clickhouseEvents(client: ClickHouse): LinkEvents {
  return {
    async erase(links) {
      for (let start = 0; start < links.length; start += linksPerStatement) {
        const some = links.slice(start, start + linksPerStatement);
        const linkIds = some.map(({ linkId }) => linkId);
        const userIds = [...new Set(some.map(({ userId }) => userId))];
        for (const table of tables) await eraseFrom(client, table, { userIds, linkIds });
      }
    },
  };
}

type Doomed = { readonly userIds: readonly string[]; readonly linkIds: readonly string[] };

const ofTheLinks = 'user_id IN {userIds:Array(UUID)} AND link_id IN {linkIds:Array(UUID)}';

async function eraseFrom(client: ClickHouse, table: Table, doomed: Doomed): Promise<void> {
  const found = await client.query({
    query: `SELECT 1 FROM ${table} WHERE ${ofTheLinks} LIMIT 1`,
    query_params: doomed,
    format: 'JSONCompactEachRow',
    use_multipart_params_auto: true,
  });
  if ((await found.json()).length === 0) return;

  await refuseToQueue(client, table);
  await client.command({
    query: `ALTER TABLE ${table} DELETE WHERE ${ofTheLinks}`,
    query_params: doomed,
    clickhouse_settings: { mutations_sync: '2' },
  });
}

/**
 * A long delete continues after its caller's time limit. A second one behind it would only repeat
 * it.
 */
async function refuseToQueue(client: ClickHouse, table: Table): Promise<void> {
  const running = await client.query({
    query: `SELECT 1 FROM system.mutations
      WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done LIMIT 1`,
    query_params: { table },
    format: 'JSONCompactEachRow',
  });
  if ((await running.json()).length > 0)
    throw new Error(`${table}: an earlier erasure is still running`);
}
