import postgres from 'postgres';
import { foldName } from '#core/links/alias';
import type { CreateLinkPorts, NewLink } from '#core/links/create-link';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';
import { optionsDocument } from './option-row.ts';

type Added = Awaited<ReturnType<CreateLinkPorts['links']['add']>>;

/**
 * Adds a link, its names and its labels in one statement (`add` in the links port), unless the account has
 * `mostLinks` links.
 */
export async function addLink(sql: postgres.Sql, link: NewLink, mostLinks: number): Promise<Added> {
  try {
    const row = await insertLink(sql, link, mostLinks);
    if (row === undefined) return { kind: 'full', mostLinks };
    const aliases = link.customAlias === null ? [] : [foldName(link.customAlias)];
    return { kind: 'added', named: { link: linkFromRow(row), aliases } };
  } catch (error) {
    if (!isTaken(error)) throw error;
    // Names never leave the table, so the answer cannot change between the statements.
    return { kind: (await isNameTaken(sql, link.customAlias)) ? 'alias_taken' : 'code_taken' };
  }
}

/**
 * Returns no row when the account is full. Each insert locks the account's row in `link_counts`, so
 * concurrent inserts count each other. The account itself is locked first, in the order in which
 * its deletion locks both; an account that is being deleted counts as full.
 */
async function insertLink(
  sql: postgres.Sql,
  link: NewLink,
  mostLinks: number,
): Promise<LinkRow | undefined> {
  const alias = link.customAlias === null ? null : foldName(link.customAlias);
  const { tagIds, folderId } = link.labels;
  const [row] = await sql<LinkRow[]>`
    WITH owner AS MATERIALIZED (
      SELECT id FROM users WHERE id = ${link.userId} FOR KEY SHARE
    ), room AS (
      INSERT INTO link_counts AS held (user_id, links) SELECT id, 0 FROM owner
      ON CONFLICT (user_id) DO UPDATE SET links = held.links WHERE held.links < ${mostLinks}
      RETURNING user_id
    ), added AS (
      INSERT INTO links (
        id, user_id, original_url, short_code, custom_alias, title, description, notes, expires_at,
        is_active, track_clicks, track_conversions, auto_track_profit, profit_per_sale, profit_per_sale_currency,
        split_test_enabled, split_test_urls, created_at, updated_at,
        starts_at, expires_after_clicks, options)
      SELECT
        ${link.id}::uuid, user_id, ${link.originalUrl}, ${link.shortCode}, ${link.customAlias},
        ${link.title}, ${link.description}, ${link.notes}, ${link.expiresAt}::timestamptz,
        ${link.isActive}::boolean, ${link.trackClicks}::boolean,
        ${link.trackConversions}::boolean, ${link.autoTrackProfit}::boolean,
        ${link.profitPerSaleCents}::integer, ${link.profitPerSaleCurrency},
        ${link.splitTestEnabled}::boolean, ${sql.json([...link.splitTestUrls])}::jsonb,
        ${link.createdAt}::timestamptz, ${link.createdAt}::timestamptz,
        ${link.startsAt}::timestamptz, ${link.expiresAfterClicks}::integer,
        ${sql.json(optionsDocument(link))}::jsonb
      FROM room
      RETURNING ${linkColumns(sql)}
    ), named AS (
      INSERT INTO link_names (folded_name, link_id, kind)
      SELECT name.folded, added.id, name.kind
      FROM added, (VALUES (${foldName(link.shortCode)}, 'code'), (${alias}, 'alias')) AS name (folded, kind)
      WHERE name.folded IS NOT NULL
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

/** SQLSTATE 23505, unique_violation. */
function isTaken(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '23505';
}

async function isNameTaken(sql: postgres.Sql, name: string | null): Promise<boolean> {
  if (name === null) return false;
  const found = await sql`
    SELECT 1 FROM link_names WHERE domain_id = 0 AND folded_name = ${foldName(name)}`;
  return found.length > 0;
}
