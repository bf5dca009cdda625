import type postgres from 'postgres';
import { type Folder, mostFolders, mostTags, type Tag } from '#contract/links/labels';
import { mostUtmTemplates, type UtmTemplate } from '#contract/links/utm-templates';
import type { LabelPorts } from '#core/links/ports';
import { type ListParts, postgresAccountList } from '#adapters/postgres/account-list';

/**
 * Links that one transaction takes a removed label from. A hundred thousand at once would exceed the
 * time limit of a statement.
 */
const linksAtOnce = 1000;

/** An account's tags, folders and UTM templates in Postgres. */
export function postgresLabels(parts: ListParts): LabelPorts {
  const { sql } = parts;
  const byName = sql`lower(name), id`;
  return {
    tags: postgresAccountList<Tag>(parts, {
      table: 'tags',
      columns: sql`id, name, color,
        (SELECT count(*)::int FROM link_tags WHERE tag_id = tags.id) AS links`,
      order: byName,
      most: mostTags,
      one: 'tag',
      many: 'tags',
      takeOff: (tx, id, at) => takeOff(tx, { table: 'link_tags', column: 'tag_id', id, at }),
    }),
    folders: postgresAccountList<Folder>(parts, {
      table: 'folders',
      columns: sql`id, name,
        (SELECT count(*)::int FROM link_folders WHERE folder_id = folders.id) AS links`,
      order: byName,
      most: mostFolders,
      one: 'folder',
      many: 'folders',
      takeOff: (tx, id, at) => takeOff(tx, { table: 'link_folders', column: 'folder_id', id, at }),
    }),
    utmTemplates: postgresAccountList<UtmTemplate>(parts, {
      table: 'utm_templates',
      columns: sql`id, name, utm_source, utm_medium, utm_campaign, utm_term, utm_content`,
      order: byName,
      most: mostUtmTemplates,
      one: 'template',
      many: 'templates',
    }),
  };
}

type Label = {
  readonly table: 'link_tags' | 'link_folders';
  readonly column: 'tag_id' | 'folder_id';
  readonly id: string;
  readonly at: Date;
};

/**
 * Takes a label from some of its links, which get a new version, and returns whether more may have it.
 * Links are locked before their labels, as a deletion locks them.
 */
async function takeOff(
  tx: postgres.TransactionSql,
  { table, column, id, at }: Label,
): Promise<boolean> {
  const [taken] = await tx<[{ count: number }]>`
    WITH held AS MATERIALIZED (
      SELECT id AS held_id FROM links WHERE id IN (
        SELECT link_id FROM ${tx(table)} WHERE ${tx(column)} = ${id} LIMIT ${linksAtOnce})
      ORDER BY id FOR UPDATE
    ), taken AS (
      DELETE FROM ${tx(table)} USING held WHERE link_id = held_id AND ${tx(column)} = ${id}
      RETURNING link_id
    ), written AS (
      UPDATE links SET updated_at = ${at} FROM taken WHERE id = link_id
    )
    SELECT count(*)::int AS count FROM held`;
  return taken.count === linksAtOnce;
}
