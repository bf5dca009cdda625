import type postgres from 'postgres';
import type { CreateLinkPorts } from '#core/links/create-link';
import type { DeleteLinkPorts } from '#core/links/delete-link';
import type { EditLinkPorts } from '#core/links/edit-link';
import type { GetLinkPorts } from '#core/links/get-link';
import type { ListLinksPorts } from '#core/links/list-links';
import type { PageLinksPorts } from '#core/links/page-links';
import { addLink } from './link-add.ts';
import { changeLink } from './link-change.ts';
import { pageOfLinks, slicesOfLinks } from './link-page.ts';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';

/** Everything that the use cases ask of the place where links are kept. */
export type Links = CreateLinkPorts['links'] &
  EditLinkPorts['links'] &
  DeleteLinkPorts['links'] &
  GetLinkPorts['links'] &
  ListLinksPorts['links'] &
  PageLinksPorts['links'];

/** Links in Postgres: triggers there stamp each write, bury the deleted and wake the caches. */
export function postgresLinks(sql: postgres.Sql): Links {
  return {
    add: (link) => addLink(sql, link),
    change: (edit) => changeLink(sql, edit),
    allOf: (userId) => slicesOfLinks(sql, userId),
    page: (userId, query) => pageOfLinks(sql, userId, query),

    async find(userId, linkId) {
      const [row] = await sql<LinkRow[]>`
        SELECT ${linkColumns(sql)} FROM links WHERE id = ${linkId} AND user_id = ${userId}`;
      return row ? linkFromRow(row) : null;
    },

    async remove(userId, linkId) {
      const removed = await sql`
        DELETE FROM links WHERE id = ${linkId} AND user_id = ${userId} RETURNING id`;
      return removed.length > 0;
    },
  };
}
