import type postgres from 'postgres';
import type { LinkLabel } from '#contract/analytics/query-words';
import { mostFoundLinks, type ReportedLinks } from '#core/analytics/ports';
import type { LinkSet, Periods } from '#core/analytics/reading';
import { findLabels, havingLabels } from '#adapters/postgres/links/labels/label-filter';
import { linkColumns, linkFromRow, type LinkRow } from '#adapters/postgres/links/link-row';

type CountRow = { total: number; before: number; recent: number };
type TestRow = { split_version: number; split_test_urls: string[] };

/** The links that reports show and filter by, in Postgres. */
export function postgresReportedLinks(sql: postgres.Sql): Omit<ReportedLinks, 'find'> {
  return {
    async tracking({ userId, linkId }) {
      if (linkId === null) {
        const { set, inside } = await linkSetOf(sql, userId, sql`track_conversions`);
        return { count: inside, among: set };
      }
      const own = await sql`SELECT 1 FROM links WHERE user_id = ${userId} AND id = ${linkId}`;
      const among = { ids: linkId.replaceAll('-', ''), isComplement: false };
      return own.length === 0 ? null : { count: 1, among };
    },

    async named(userId, linkIds) {
      if (linkIds.length === 0) return new Map();
      const rows = await sql<LinkRow[]>`
        SELECT ${linkColumns(sql)} FROM links WHERE user_id = ${userId} AND id IN ${sql(linkIds)}`;
      return new Map(rows.map((row) => [row.id, linkFromRow(row)]));
    },

    count: (scope, periods) => countLinks(sql, scope, periods),
    containing: (userId, text) => linksContaining(sql, userId, text),

    async having(userId, labels, most) {
      const found = await findLabels(sql, userId, { labels, search: '' });
      const has = sql`true ${havingLabels(sql, labels, found)}`;
      const { set, inside, outside } = await linkSetOf(sql, userId, has);
      return Math.min(inside, outside) > most ? null : set;
    },

    labelled: (userId, label, most) => linksByLabel(sql, userId, { label, most }),

    async runningTest(userId, linkId) {
      const [row] = await sql<TestRow[]>`
        SELECT split_version, split_test_urls FROM links
        WHERE id = ${linkId} AND user_id = ${userId} AND split_test_enabled
          AND split_test_urls != '[]'`;
      return row ? { version: row.split_version, urls: row.split_test_urls } : null;
    },
  };
}

async function countLinks(
  sql: postgres.Sql,
  { userId, linkId }: Parameters<ReportedLinks['count']>[0],
  { beforeMs, beforeEndMs, sinceMs, untilMs }: Periods,
): ReturnType<ReportedLinks['count']> {
  const [before, beforeEnd] = [new Date(beforeMs), new Date(beforeEndMs)];
  const [since, until] = [new Date(sinceMs), new Date(untilMs)];
  const [row = { total: 0, before: 0, recent: 0 }] = await sql<CountRow[]>`
    SELECT
      count(*)::int AS total,
      (count(*) FILTER (
        WHERE created_at >= ${before} AND created_at < ${beforeEnd}))::int AS before,
      (count(*) FILTER (WHERE created_at >= ${since} AND created_at < ${until}))::int AS recent
    FROM links
    WHERE user_id = ${userId} ${linkId === null ? sql`` : sql`AND id = ${linkId}`}`;
  return linkId !== null && row.total === 0 ? null : row;
}

async function linksContaining(
  sql: postgres.Sql,
  userId: string,
  text: string,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM links
    WHERE user_id = ${userId} AND (position(lower(${text}) IN lower(
        concat_ws(E'\n', title, original_url, short_code, custom_alias, notes))) > 0
      OR id IN (SELECT link_id FROM link_tags JOIN tags ON tags.id = tag_id
        WHERE tags.user_id = ${userId} AND position(lower(${text}) IN lower(tags.name)) > 0))
    ORDER BY created_at DESC LIMIT ${mostFoundLinks}`;
  return rows.map(({ id }) => id);
}

type LabelledRow = { names: string[]; pairs: string; count: number };

async function linksByLabel(
  sql: postgres.Sql,
  userId: string,
  { label, most }: { readonly label: LinkLabel; readonly most: number },
): ReturnType<ReportedLinks['labelled']> {
  const labels = label === 'tag' ? sql`tags` : sql`folders`;
  const links = label === 'tag' ? sql`link_tags` : sql`link_folders`;
  const id = label === 'tag' ? sql`tag_id` : sql`folder_id`;
  const [{ names, pairs, count } = { names: [], pairs: '', count: 0 }] = await sql<LabelledRow[]>`
    WITH own AS (
      SELECT id, name, row_number() OVER (ORDER BY lower(name), id) AS place
      FROM ${labels} WHERE user_id = ${userId}),
    pairs AS (
      SELECT encode(uuid_send(link_id), 'hex') || place AS pair
      FROM ${links} JOIN own ON own.id = ${id} LIMIT ${most + 1})
    SELECT ARRAY(SELECT name FROM own ORDER BY place) AS names,
      coalesce((SELECT string_agg(pair, ',') FROM pairs), '') AS pairs,
      (SELECT count(*)::int FROM pairs) AS count`;
  return count > most ? null : { names, pairs };
}

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A set of an account's links, and how many links are in it and outside it. */
type CountedLinkSet = {
  readonly set: LinkSet;
  readonly inside: number;
  readonly outside: number;
};

type SetRow = { ids: string; inside: number; outside: number };

/**
 * The account's links for which `has` is true. The result lists their ids or those of all other
 * links, whichever are fewer.
 */
async function linkSetOf(
  sql: postgres.Sql,
  userId: string,
  has: Fragment,
): Promise<CountedLinkSet> {
  const joined = sql`string_agg(encode(uuid_send(id), 'hex'), ',')`;
  const [{ ids, inside, outside } = { ids: '', inside: 0, outside: 0 }] = await sql<SetRow[]>`
    SELECT coalesce(CASE WHEN outside < inside THEN ids_outside ELSE ids_inside END, '') AS ids,
      inside, outside
    FROM (
      SELECT (count(*) FILTER (WHERE has))::int AS inside,
        (count(*) FILTER (WHERE NOT has))::int AS outside,
        ${joined} FILTER (WHERE has) AS ids_inside,
        ${joined} FILTER (WHERE NOT has) AS ids_outside
      FROM (SELECT id, (${has}) AS has FROM links WHERE user_id = ${userId}) AS own) AS counted`;
  return { set: { ids, isComplement: outside < inside }, inside, outside };
}
