import type postgres from 'postgres';
import { type Folder, mostFolders, mostTags, type Tag } from '#contract/links/labels';
import { mostUtmTemplates, type UtmTemplate } from '#contract/links/utm-templates';
import { linksPerSlice } from '#core/links/bulk';
import type { LabelPorts } from '#core/links/ports';
import { type ListParts, postgresAccountList } from '#adapters/postgres/account-list';
import { held, restamped } from '#adapters/postgres/links/bulk/slice-parts';

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
      detachSome: (tx, id, at) => detachSome(tx, { table: 'link_tags', column: 'tag_id', id, at }),
    }),
    folders: postgresAccountList<Folder>(parts, {
      table: 'folders',
      columns: sql`id, name,
        (SELECT count(*)::int FROM link_folders WHERE folder_id = folders.id) AS links`,
      order: byName,
      most: mostFolders,
      one: 'folder',
      many: 'folders',
      detachSome: (tx, id, at) =>
        detachSome(tx, { table: 'link_folders', column: 'folder_id', id, at }),
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

/** Detaches a label from as many links as one slice of a bulk action changes; true: more remain. */
async function detachSome(
  tx: postgres.TransactionSql,
  { table, column, id, at }: Label,
): Promise<boolean> {
  const some = tx`
    ARRAY(SELECT link_id FROM ${tx(table)} WHERE ${tx(column)} = ${id} LIMIT ${linksPerSlice})`;
  await tx`
    WITH ${held(tx, tx`id = ANY(${some})`)}, changed AS (
      DELETE FROM ${tx(table)} USING held WHERE link_id = held_id AND ${tx(column)} = ${id}
      RETURNING link_id AS changed_id
    ), ${restamped(tx, at)}
    SELECT 1`;
  // Not by the number of held links: somebody may have deleted some of them meanwhile.
  const more = await tx`SELECT 1 FROM ${tx(table)} WHERE ${tx(column)} = ${id} LIMIT 1`;
  return more.length > 0;
}
