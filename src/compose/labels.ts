import type { Sql } from '#adapters/postgres/connect';
import { postgresFolders } from '#adapters/postgres/links/labels/folders';
import { postgresTags } from '#adapters/postgres/links/labels/tags';
import { foldersOf } from '#core/links/labels/folders';
import { tagsOf } from '#core/links/labels/tags';
import { newId, systemClock as clock } from './system.ts';

/** How accounts organise their links. */
export function composeLabels({ sql }: { readonly sql: Sql }) {
  return {
    tags: tagsOf({ clock, newId, tags: postgresTags(sql) }),
    folders: foldersOf({ clock, newId, folders: postgresFolders(sql) }),
  };
}
