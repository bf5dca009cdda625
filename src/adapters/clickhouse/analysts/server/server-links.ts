import type { ChangedLinks } from '#core/analytics/sql/changed-links';
import type { RunStatementPorts } from '#core/analytics/sql/run-statement';
import { recentMap } from '#core/shared/recent-map';
import { copyLinks, copyTests, recordErased } from '#adapters/clickhouse/analysts/link-copy';
import type { ClickHouse } from '#adapters/clickhouse/connect';

/**
 * The copy of accounts' links and split tests on a server, which several instances write: the
 * greatest version wins. An instance's first refresh of an account compares the whole copy with
 * Postgres, because it may be from before a restored backup; later ones copy what changed.
 */
export function serverLinks(client: ClickHouse, source: ChangedLinks): RunStatementPorts['links'] {
  const positions = recentMap<string, string>(10_000);
  return {
    async refresh(userId) {
      const known = positions.get(userId);
      // The copy is read before Postgres. So a link that is in the copy and not in Postgres was
      // deleted.
      const before = known === undefined ? await idsIn(client, userId) : null;
      const { position, erasedLinkIds, links, splitTests } = await source.since(
        userId,
        known ?? '0',
      );
      await recordErased(client, userId, erasedLinkIds);
      const present = await copyLinks(client, userId, links);
      const presentTests = await copyTests(client, userId, splitTests);
      if (before !== null) {
        await compare(client, userId, { ...before, present });
        await removeTests(
          client,
          userId,
          before.tests.filter((id) => !presentTests.has(id)),
        );
      }
      positions.set(userId, position);
    },
  };
}

type Compared = {
  readonly copied: readonly string[];
  readonly erased: readonly string[];
  readonly present: ReadonlySet<string>;
};

async function compare(client: ClickHouse, userId: string, ids: Compared): Promise<void> {
  const { copied, erased, present } = ids;
  await recordErased(
    client,
    userId,
    copied.filter((id) => !present.has(id)),
  );
  const returned = erased.filter((id) => present.has(id));
  if (returned.length === 0) return;
  await client.command({
    query: `DELETE FROM analyst_erasures
      WHERE user_id = {userId:UUID} AND link_id IN {returned:Array(UUID)}`,
    query_params: { userId, returned },
  });
}

/** Tests that Postgres does not have, although their links are there. */
async function removeTests(
  client: ClickHouse,
  userId: string,
  gone: readonly string[],
): Promise<void> {
  if (gone.length === 0) return;
  await client.command({
    query: `DELETE FROM analyst_split_tests
      WHERE user_id = {userId:UUID} AND test_id IN {gone:Array(UUID)}`,
    query_params: { userId, gone },
  });
}

async function idsIn(
  client: ClickHouse,
  userId: string,
): Promise<Pick<Compared, 'copied' | 'erased'> & { readonly tests: readonly string[] }> {
  const idsOf = async (table: string, id = 'link_id'): Promise<string[]> => {
    const answer = await client.query({
      query: `SELECT DISTINCT ${id} FROM ${table} WHERE user_id = {userId:UUID}`,
      query_params: { userId },
      format: 'JSONCompactEachRow',
    });
    return (await answer.json<[string]>()).flat();
  };
  return {
    copied: await idsOf('analyst_links'),
    erased: await idsOf('analyst_erasures'),
    tests: await idsOf('analyst_split_tests', 'test_id'),
  };
}
