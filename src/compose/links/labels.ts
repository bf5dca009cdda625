import type { Sql } from '#adapters/postgres/connect';
import { postgresFolders } from '#adapters/postgres/links/labels/folders';
import { postgresTags } from '#adapters/postgres/links/labels/tags';
import { postgresUtmTemplates } from '#adapters/postgres/links/labels/utm-templates';
import { foldersOf } from '#core/links/labels/folders';
import { tagsOf } from '#core/links/labels/tags';
import { utmTemplatesOf } from '#core/links/labels/utm-templates';
import { newId, systemClock as clock } from '#roots/compose/system';

/** How accounts organise their links. */
export function composeLabels({ sql }: { readonly sql: Sql }) {
  return {
    tags: tagsOf({ clock, newId, tags: postgresTags(sql) }),
    utmTemplates: utmTemplatesOf({ clock, newId, templates: postgresUtmTemplates(sql) }),
    folders: foldersOf({ clock, newId, folders: postgresFolders(sql) }),
  };
}
