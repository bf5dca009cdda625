import postgres from 'postgres';
import { foldName } from '#core/links/names/alias';
import { lockAccount } from '#adapters/postgres/lock-account';
import { isUniqueViolation } from '#adapters/postgres/or-taken';
import type { AddedLink, NewLink } from '#core/links/ports';
import { nameRunningTest } from '#adapters/postgres/split-tests/names';
import { type WantedLabels } from '#core/links/labels';
import type { NamedLink } from '#core/links/link-cache';
import { nameOn } from '#core/links/link-domain';
import type { Link, TestNames } from '#core/links/link';
import { isExternalIdTaken } from './link-row.ts';
import { knownLabels, type LabelIds, refusedLabels, writeLabels } from './labels/link-labels.ts';
import { namedLink } from './link-names.ts';
import { linkColumns, linkFromRow, type LinkRow, newColumns, rowsJson } from './link-row.ts';

type Adding = {
  readonly labels: WantedLabels;
  readonly testNames: TestNames | undefined;
  readonly mostLinks: number;
};

/**
 * Adds a link, its names and its labels (`add` in the links port), unless the account has `mostLinks`
 * links: in one statement, or in a transaction when the account does not have all of the labels, or
 * destinations have names.
 */
export async function addLink(
  sql: postgres.Sql,
  link: NewLink,
  adding: Adding,
): Promise<AddedLink> {
  const { labels, testNames, mostLinks } = adding;
  const known = await knownLabels(sql, link.userId, labels);
  if (known !== null && 'kind' in known) return known;
  try {
    if (known === null || testNames) return await addInSteps(sql, link, adding);
    const { userId } = link;
    return addedOf(
      await addLinks(sql, [{ ...link, labels: known }], { userId, mostLinks }),
      mostLinks,
    );
  } catch (error) {
    if (isWithoutDomain(error)) return { kind: 'domain_gone' };
    if (!isUniqueViolation(error)) throw error;
    if (isExternalIdTaken(error)) return { kind: 'external_id_taken' };
    // Names never leave the table, so the answer cannot change between the statements.
    return { kind: (await isAliasTaken(sql, link)) ? 'alias_taken' : 'code_taken' };
  }
}

/** The labels are added after the link, so that a refused link adds no labels. */
function addInSteps(
  sql: postgres.Sql,
  link: NewLink,
  { labels, testNames, mostLinks }: Adding,
): Promise<AddedLink> {
  const { id: linkId, userId, createdAt: at } = link;
  return sql.begin(async (tx): Promise<AddedLink> => {
    await lockAccount(tx, userId);
    const refused = await refusedLabels(tx, userId, labels);
    if (refused !== null) return refused;
    const added = await addLinks(tx, [{ ...link, labels: {} }], { userId, mostLinks });
    if (added.length > 0) {
      await writeLabels(tx, { userId, linkId, at }, labels);
      await nameRunningTest(tx, linkId, testNames ?? []);
    }
    return addedOf(added, mostLinks);
  });
}

function addedOf([named]: readonly NamedLink[], mostLinks: number): AddedLink {
  return named === undefined ? { kind: 'full', mostLinks } : { kind: 'added', named };
}

type LabelledLink = NewLink & { readonly labels: LabelIds };
type Room = { readonly userId: string; readonly mostLinks: number };

/**
 * Adds links of one account with their names and labels, in one statement. Returns none when the
 * account has no room for all of them. Each insert locks the account's row in `link_counts`, so
 * concurrent inserts count each other. The account itself is locked first, in the order in which
 * its deletion locks both; an account that is being deleted counts as full.
 * @throws PostgresError 23505 when a name was taken a moment ago
 */
export async function addLinks(
  sql: postgres.ISql,
  links: readonly LabelledLink[],
  { userId, mostLinks }: Room,
): Promise<NamedLink[]> {
  if (links.length === 0) return [];
  const tagIds = links.flatMap(({ labels }) => labels.tagIds ?? []);
  const folderIds = links.flatMap(({ labels }) => labels.folderId ?? []);
  const rows = await sql<LinkRow[]>`
    WITH owner AS MATERIALIZED (
      SELECT id FROM users WHERE id = ${userId} FOR KEY SHARE
    ), room AS (
      INSERT INTO link_counts AS held (user_id, links) SELECT id, 0 FROM owner
      ON CONFLICT (user_id) DO UPDATE SET links = held.links
        WHERE held.links <= ${mostLinks - links.length}
      RETURNING user_id AS owner_id
    ), added AS (
      INSERT INTO links (${newColumns(sql)})
      SELECT ${newColumns(sql)}
      FROM room, jsonb_populate_recordset(NULL::links, ${rowsJson(links.map(asCreated))}::text::jsonb)
      RETURNING ${linkColumns(sql)}
    ), named AS (
      INSERT INTO link_names (domain_id, folded_name, link_id, kind)
      SELECT names.domain_id, names.folded_name, added.id, names.kind
      FROM jsonb_populate_recordset(NULL::link_names, ${JSON.stringify(links.flatMap(nameRows))}::text::jsonb) AS names
        JOIN added ON added.id = names.link_id
    ), wanted_tags AS (
      SELECT id FROM tags WHERE user_id = ${userId} AND id = ANY(${tagIds}::uuid[])
      FOR KEY SHARE
    ), wanted_folders AS (
      SELECT id FROM folders WHERE user_id = ${userId} AND id = ANY(${folderIds}::uuid[])
      FOR KEY SHARE
    ), tagged AS (
      INSERT INTO link_tags (link_id, tag_id)
      SELECT added.id, wanted_tags.id
      FROM jsonb_populate_recordset(NULL::link_tags, ${JSON.stringify(links.flatMap(tagRows))}::text::jsonb) AS wanted
        JOIN added ON added.id = wanted.link_id JOIN wanted_tags ON wanted_tags.id = wanted.tag_id
      ON CONFLICT DO NOTHING
    ), filed AS (
      INSERT INTO link_folders (link_id, folder_id)
      SELECT added.id, wanted_folders.id
      FROM jsonb_populate_recordset(NULL::link_folders, ${JSON.stringify(links.flatMap(folderRows))}::text::jsonb) AS wanted
        JOIN added ON added.id = wanted.link_id
        JOIN wanted_folders ON wanted_folders.id = wanted.folder_id
    )
    SELECT * FROM added`;
  const names = Map.groupBy(links.flatMap(nameRows), (name) => name.link_id);
  return rows.map((row) => {
    const link = linkFromRow(row);
    return namedLink(
      link,
      (names.get(link.id) ?? []).flatMap((name) => shownName(link, name)),
    );
  });
}

function asCreated(link: NewLink) {
  return { ...link, updatedAt: link.createdAt };
}

type NameRow = ReturnType<typeof nameRows>[number];

/** The names of a new link: its code, also on its domain, and its alias. */
function nameRows({ id, shortCode, customAlias, domain }: NewLink) {
  const code = { folded_name: foldName(shortCode), link_id: id, kind: 'code' };
  const on = domain?.number ?? 0;
  return [
    { domain_id: 0, ...code },
    ...(domain === null ? [] : [{ domain_id: on, ...code }]),
    ...(customAlias === null
      ? []
      : [{ domain_id: on, folded_name: foldName(customAlias), link_id: id, kind: 'alias' }]),
  ];
}

/**
 * A name in the form that the caches use; empty for the code on the short host, which they find by
 * itself.
 */
function shownName({ shortCode }: Link, name: NameRow): string[] {
  const text = name.kind === 'code' ? shortCode : name.folded_name;
  if (name.domain_id !== 0) return [nameOn(name.domain_id, text)];
  return name.kind === 'code' ? [] : [text];
}

function tagRows({ id, labels: { tagIds = [] } }: LabelledLink) {
  return tagIds.map((tagId) => ({ link_id: id, tag_id: tagId }));
}

function folderRows({ id, labels: { folderId } }: LabelledLink) {
  return folderId ? [{ link_id: id, folder_id: folderId }] : [];
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
