import postgres from 'postgres';
import { foldName } from '#core/links/names/alias';
import { lockAccount } from '#adapters/postgres/lock-account';
import { isUniqueViolation } from '#adapters/postgres/or-taken';
import type { CreateLinkPorts, NewLink } from '#core/links/create-link';
import { type WantedLabels } from '#core/links/labels';
import { nameOn } from '#core/links/link-domain';
import { knownLabels, type LabelIds, refusedLabels, writeLabels } from './labels/link-labels.ts';
import { namedLink } from './link-names.ts';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';
import { optionsDocument } from './option-row.ts';

type Added = Awaited<ReturnType<CreateLinkPorts['links']['add']>>;

type Adding = { readonly labels: WantedLabels; readonly mostLinks: number };

/**
 * Adds a link, its names and its labels (`add` in the links port), unless the account has `mostLinks`
 * links: in one statement, or in a transaction when the account does not have all of the labels.
 */
export async function addLink(
  sql: postgres.Sql,
  link: NewLink,
  { labels, mostLinks }: Adding,
): Promise<Added> {
  const known = await knownLabels(sql, link.userId, labels);
  if (known !== null && 'kind' in known) return known;
  try {
    if (known === null) return await addWithNewLabels(sql, link, { labels, mostLinks });
    return addedOf(link, await insertLink(sql, link, { labels: known, mostLinks }), mostLinks);
  } catch (error) {
    if (isWithoutDomain(error)) return { kind: 'domain_gone' };
    if (!isUniqueViolation(error)) throw error;
    // Names never leave the table, so the answer cannot change between the statements.
    return { kind: (await isAliasTaken(sql, link)) ? 'alias_taken' : 'code_taken' };
  }
}

/** The labels come after the link: a link that is refused leaves none behind. */
function addWithNewLabels(
  sql: postgres.Sql,
  link: NewLink,
  { labels, mostLinks }: Adding,
): Promise<Added> {
  const { id: linkId, userId, createdAt: at } = link;
  return sql.begin(async (tx): Promise<Added> => {
    await lockAccount(tx, userId);
    const refused = await refusedLabels(tx, userId, labels);
    if (refused !== null) return refused;
    const row = await insertLink(tx, link, { labels: {}, mostLinks });
    if (row !== undefined) await writeLabels(tx, { userId, linkId, at }, labels);
    return addedOf(link, row, mostLinks);
  });
}

function addedOf(link: NewLink, row: LinkRow | undefined, mostLinks: number): Added {
  if (row === undefined) return { kind: 'full', mostLinks };
  return { kind: 'added', named: namedLink(linkFromRow(row), namesOf(link)) };
}

/**
 * Returns no row when the account is full. Each insert locks the account's row in `link_counts`, so
 * concurrent inserts count each other. The account itself is locked first, in the order in which
 * its deletion locks both; an account that is being deleted counts as full.
 */
async function insertLink(
  sql: postgres.ISql,
  link: NewLink,
  { labels, mostLinks }: { readonly labels: LabelIds; readonly mostLinks: number },
): Promise<LinkRow | undefined> {
  const [code, domain] = [foldName(link.shortCode), link.domain?.number ?? null];
  const alias = link.customAlias === null ? null : foldName(link.customAlias);
  const { tagIds = [], folderId = null } = labels;
  const [row] = await sql<LinkRow[]>`
    WITH owner AS MATERIALIZED (
      SELECT id FROM users WHERE id = ${link.userId} FOR KEY SHARE
    ), room AS (
      INSERT INTO link_counts AS held (user_id, links) SELECT id, 0 FROM owner
      ON CONFLICT (user_id) DO UPDATE SET links = held.links WHERE held.links < ${mostLinks}
      RETURNING user_id
    ), added AS (
      INSERT INTO links (
        id, user_id, original_url, short_code, custom_alias, domain_id, title, description, notes,
        expires_at,
        is_active, track_clicks, track_conversions, auto_track_profit, profit_per_sale, profit_per_sale_currency,
        split_test_enabled, split_test_urls, imported_clicks, created_at, updated_at,
        starts_at, expires_after_clicks, options)
      SELECT
        ${link.id}::uuid, user_id, ${link.originalUrl}, ${link.shortCode}, ${link.customAlias},
        ${domain}::bigint,
        ${link.title}, ${link.description}, ${link.notes}, ${link.expiresAt}::timestamptz,
        ${link.isActive}::boolean, ${link.trackClicks}::boolean,
        ${link.trackConversions}::boolean, ${link.autoTrackProfit}::boolean,
        ${link.profitPerSaleCents}::integer, ${link.profitPerSaleCurrency},
        ${link.splitTestEnabled}::boolean, ${sql.json([...link.splitTestUrls])}::jsonb,
        ${link.importedClicks}::integer,
        ${link.createdAt}::timestamptz, ${link.createdAt}::timestamptz,
        ${link.startsAt}::timestamptz, ${link.expiresAfterClicks}::integer,
        ${sql.json(optionsDocument(link))}::jsonb
      FROM room
      RETURNING ${linkColumns(sql)}
    ), named AS (
      INSERT INTO link_names (domain_id, folded_name, link_id, kind)
      SELECT name.domain, name.folded, added.id, name.kind
      FROM added, (VALUES
        (0, ${code}, 'code'), (${domain}::bigint, ${code}, 'code'),
        (coalesce(${domain}::bigint, 0), ${alias}, 'alias')
      ) AS name (domain, folded, kind)
      WHERE name.domain IS NOT NULL AND name.folded IS NOT NULL
    ), wanted_tags AS (
      SELECT id FROM tags WHERE user_id = ${link.userId} AND id = ANY(${[...tagIds]}::uuid[])
      FOR KEY SHARE
    ), wanted_folder AS (
      SELECT id FROM folders WHERE user_id = ${link.userId} AND id = ${folderId}::uuid FOR KEY SHARE
    ), tagged AS (
      INSERT INTO link_tags (link_id, tag_id) SELECT added.id, wanted_tags.id FROM added, wanted_tags
    ), filed AS (
      INSERT INTO link_folders (link_id, folder_id)
      SELECT added.id, wanted_folder.id FROM added, wanted_folder
    )
    SELECT * FROM added`;
  return row;
}

/** As `named` inserts them, without the code on the short host. */
export function namesOf({ shortCode, customAlias, domain }: NewLink): string[] {
  const on = (name: string) => (domain === null ? name : nameOn(domain.number, name));
  return [
    ...(domain === null ? [] : [on(shortCode)]),
    ...(customAlias === null ? [] : [on(foldName(customAlias))]),
  ];
}

/** SQLSTATE 23503, foreign_key_violation: the domain was removed meanwhile. */
function isWithoutDomain(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '23503';
}

async function isAliasTaken(sql: postgres.Sql, link: NewLink): Promise<boolean> {
  if (link.customAlias === null) return false;
  const found = await sql`
    SELECT 1 FROM link_names
    WHERE domain_id = ${link.domain?.number ?? 0} AND folded_name = ${foldName(link.customAlias)}`;
  return found.length > 0;
}
