import type postgres from 'postgres';
import { shortUrlOf } from '#core/links/link-domain';
import type { ChangedLinks, LinkRecord } from '#core/analytics/sql/changed-links';
import { changedTests } from '#adapters/postgres/split-tests/changed-tests';

const rowsAtOnce = 500;

type Row = Omit<LinkRecord, 'shortUrl'> & { domainHost: string | null };
type Horizon = { horizon: string; erased: string[] };

/**
 * The changes of an account's links and split tests since an earlier read, found by transaction id:
 * a transaction that commits late is found by the next read. `shortOrigin`: SHORT_URL.
 */
export function postgresChangedLinks(sql: postgres.Sql, shortOrigin: string): ChangedLinks {
  return {
    async since(userId, position) {
      // The erasures are read in the same snapshot as the horizon, before the links.
      const [{ horizon, erased } = { horizon: position, erased: [] }] = await sql<Horizon[]>`
        SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
          ARRAY(SELECT link_id::text FROM erasures
            WHERE user_id = ${userId} AND changed_xid >= ${position}::text::xid8) AS erased`;
      return {
        position: horizon,
        erasedLinkIds: erased,
        links: pages(sql, { userId, position, shortOrigin }),
        splitTests: changedTests(sql, userId, position),
      };
    },
  };
}

type Reading = { readonly userId: string; readonly position: string; readonly shortOrigin: string };

async function* pages(
  sql: postgres.Sql,
  { userId, position, shortOrigin }: Reading,
): AsyncGenerator<LinkRecord, void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await sql<Row[]>`
      SELECT id, version::text, short_code AS code, custom_alias AS alias,
        (SELECT host FROM domains WHERE domains.number = domain_id) AS "domainHost", title,
        original_url AS "originalUrl", split_test_urls AS destinations,
        split_test_enabled AS "isSplitTest", split_version AS "splitVersion",
        is_active AS "isActive", track_clicks AS "tracksClicks",
        track_conversions AS "tracksConversions", expires_at AS "expiresAt",
        created_at AS "createdAt", updated_at AS "updatedAt"
      FROM links
      WHERE user_id = ${userId} AND changed_xid >= ${position}::text::xid8 AND id > ${after}
      ORDER BY id LIMIT ${rowsAtOnce}`;
    for (const { domainHost, ...row } of rows) {
      yield { ...row, shortUrl: shortUrlOf(shortOrigin, domainHost, row.alias ?? row.code) };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last.id;
  }
}
