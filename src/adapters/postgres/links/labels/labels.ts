import { type Folder, mostFolders, mostTags, type Tag } from '#contract/links/labels';
import { mostUtmTemplates, type UtmTemplate } from '#contract/links/utm-templates';
import type { LabelPorts } from '#core/links/ports';
import { type ListParts, postgresAccountList } from '#adapters/postgres/account-list';

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
    }),
    folders: postgresAccountList<Folder>(parts, {
      table: 'folders',
      columns: sql`id, name,
        (SELECT count(*)::int FROM link_folders WHERE folder_id = folders.id) AS links`,
      order: byName,
      most: mostFolders,
      one: 'folder',
      many: 'folders',
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
