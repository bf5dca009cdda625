import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import type { CheckDestinationsPorts, DueDestination } from '#core/links/health/check-destinations';

type Checks = CheckDestinationsPorts['destinations'];
type Enrolment = Parameters<Checks['enrol']>[0];

type DueRow = {
  id: string;
  url: string;
  host: string;
  failures: number;
  failing_since: Date | null;
  broken_since: Date | null;
};

/** The destinations of links in Postgres, with the state of their checks. */
export function postgresDestinationChecks(sql: postgres.Sql): Checks {
  return {
    enrol: (wanted) => enrol(sql, wanted),

    async due({ at, perHost, limit }) {
      const rows = await sql<DueRow[]>`
        SELECT id, url, host, failures, failing_since, broken_since FROM (
          SELECT *, row_number() OVER (PARTITION BY host ORDER BY next_check_at, id) AS place
          FROM destinations WHERE next_check_at <= ${at}) AS waiting
        WHERE place <= ${perHost} ORDER BY next_check_at, id LIMIT ${limit}`;
      return rows.map(dueFromRow);
    },

    async settle(id, { failures, failingSince, brokenSince, seen, checkedAt, nextCheckAt }) {
      await sql`
        UPDATE destinations SET failures = ${failures}, failing_since = ${failingSince},
          broken_since = ${brokenSince}, seen = ${seen === null ? null : sql.json(seen)},
          checked_at = ${checkedAt}, next_check_at = ${nextCheckAt},
          told_at = CASE WHEN ${brokenSince}::timestamptz IS NOT NULL THEN told_at END
        WHERE id = ${id}`;
    },

    async postpone(id, nextCheckAt) {
      await sql`UPDATE destinations SET next_check_at = ${nextCheckAt} WHERE id = ${id}`;
    },

    async postponeIdle(due, nextCheckAt) {
      await sql`
        UPDATE destinations SET next_check_at = ${nextCheckAt}
        WHERE next_check_at <= ${due} AND NOT EXISTS (
          SELECT FROM link_destinations JOIN links ON links.id = link_id
          WHERE destination_id = destinations.id AND is_active
            AND (expires_at IS NULL OR expires_at > ${due}) AND clicks_reached_at IS NULL)`;
    },

    async answering({ except, limit }) {
      const rows = await sql<{ url: string }[]>`
        SELECT url FROM (
          SELECT DISTINCT ON (host) url, checked_at FROM destinations
          WHERE checked_at IS NOT NULL AND failures = 0 AND host <> ALL(${[...except]}::text[])
          ORDER BY host, checked_at DESC) AS latest
        ORDER BY checked_at DESC LIMIT ${limit}`;
      return rows.map(({ url }) => url);
    },
  };
}

/**
 * Deletes all results of checks: when the operator switches the check off, no link may stay marked
 * as broken.
 */
export async function forgetDestinationChecks(sql: postgres.Sql): Promise<void> {
  await sql`DELETE FROM destinations`;
}

type LinkRow = { readonly id: string; readonly user_id: string; readonly urls: string[] };
type Noted = { readonly id: string; readonly userId: string; readonly linkId: string } & {
  readonly url: string;
  readonly digest: string;
  readonly host: string;
};

/**
 * Accounts are locked before links, as the removal of an account does. Links that somebody changes
 * now are left for the next time.
 */
async function enrol(sql: postgres.Sql, wanted: Enrolment): Promise<number> {
  const fresh = await sql<{ id: string; user_id: string }[]>`
    SELECT id, user_id FROM links
    WHERE NOT EXISTS (SELECT FROM link_destinations WHERE link_id = links.id)
    LIMIT ${wanted.limit}`;
  if (fresh.length === 0) return 0;
  const userIds = [...new Set(fresh.map((link) => link.user_id))];
  await sql.begin(async (tx) => {
    const held = await tx<{ id: string }[]>`
      SELECT id FROM users WHERE id = ANY(${userIds}::uuid[]) ORDER BY id FOR KEY SHARE SKIP LOCKED`;
    const links = await tx<LinkRow[]>`
      SELECT id, user_id, ${urlsOf(tx)} AS urls FROM links
      WHERE id = ANY(${fresh.map(({ id }) => id)}::uuid[])
        AND user_id = ANY(${held.map(({ id }) => id)}::uuid[])
      ORDER BY id FOR SHARE SKIP LOCKED`;
    await record(tx, links.flatMap(notedFrom), wanted);
  });
  return fresh.length;
}

/** Each web address to which a link can lead: of the link, its split test, its rules, its apps. */
function urlsOf(tx: postgres.TransactionSql) {
  return tx`ARRAY(
    SELECT url FROM (
      SELECT original_url WHERE NOT split_test_enabled OR split_test_urls = '[]'
      UNION SELECT jsonb_array_elements_text(split_test_urls) WHERE split_test_enabled
      UNION SELECT rule ->> 'url' FROM jsonb_array_elements(coalesce(options -> 'rules', '[]')) AS rule
      UNION SELECT options ->> field FROM unnest(${['expiredUrl', 'iosUrl', 'iosFallbackUrl', 'androidUrl', 'androidFallbackUrl']}::text[]) AS field
    ) AS destinations (url) WHERE url ~ '^https?://')`;
}

function notedFrom({ id: linkId, user_id: userId, urls }: LinkRow): Noted[] {
  return urls.map((url) => ({
    id: crypto.randomUUID(),
    userId,
    linkId,
    url,
    digest: createHash('sha256').update(url).digest('hex'),
    host: URL.parse(url)?.hostname ?? '',
  }));
}

async function record(
  tx: postgres.TransactionSql,
  noted: readonly Noted[],
  { at, changedAfter, spreadMs }: Enrolment,
): Promise<void> {
  const rows = JSON.stringify(noted);
  const notedRows = tx`
    jsonb_to_recordset(${rows}::text::jsonb) AS noted (
      id uuid, "userId" uuid, "linkId" uuid, url text, digest text, host text)`;
  await tx`
    INSERT INTO destinations (id, user_id, url, url_digest, host, next_check_at)
    SELECT DISTINCT ON ("userId", digest) noted.id, "userId", url, decode(digest, 'hex'), host,
      ${at}::timestamptz + CASE WHEN links.updated_at > ${changedAfter} THEN interval '0'
        ELSE random() * ${spreadMs} * interval '1 millisecond' END
    FROM ${notedRows} JOIN links ON links.id = "linkId"
    ORDER BY "userId", digest
    ON CONFLICT (user_id, url_digest) DO NOTHING`;
  await tx`
    INSERT INTO link_destinations (link_id, destination_id)
    SELECT DISTINCT "linkId", destinations.id FROM ${notedRows}
    JOIN destinations ON destinations.user_id = "userId" AND url_digest = decode(digest, 'hex')
    ORDER BY 2, 1
    ON CONFLICT DO NOTHING`;
}

function dueFromRow(row: DueRow): DueDestination {
  const { id, url, host, failures } = row;
  return {
    id,
    url,
    host,
    failures,
    failingSince: row.failing_since,
    brokenSince: row.broken_since,
  };
}
