import type postgres from 'postgres';
import type { Links } from '#core/links/ports';
import { serialized } from '#core/shared/serialized';
import { brokenOfLinks } from './health/link-health.ts';
import { labelsOfLinks, missingLabels } from './labels/link-labels.ts';
import { addLink } from './link-add.ts';
import { changeLink } from './link-change.ts';
import { idsOfLinks, pageOfLinks, someLinks } from './link-page.ts';
import { edition, linkColumns, linkFromRow, type LinkRow } from './link-row.ts';

/** Default limit of links per account, which the operator can change. */
export const usualMostLinks = 100_000;

/**
 * Links in Postgres. Triggers there set the version of each write, bury deleted links, count each
 * account's links and notify the caches. Concurrent inserts of one account wait for each other
 * without a connection.
 */
export function postgresLinks(sql: postgres.Sql, { mostLinks = usualMostLinks } = {}): Links {
  const oneByOne = serialized();

  return {
    add: (link, labels = {}, testNames) =>
      oneByOne(link.userId, () => addLink(sql, link, { labels, testNames, mostLinks })),
    change: (edit) => changeLink(sql, edit),
    idsOf: (userId, filter) => idsOfLinks(sql, userId, filter),
    some: (userId, linkIds) => someLinks(sql, userId, linkIds),
    labelsOf: (userId, linkIds) => labelsOfLinks(sql, userId, linkIds),
    brokenOf: (userId, linkIds) => brokenOfLinks(sql, userId, linkIds),
    missingLabels: (userId, wanted) => missingLabels(sql, userId, wanted),
    page: (userId, query, ranking) => pageOfLinks(sql, userId, { query, ranking }),

    async find(userId, linkId) {
      const [row] = await sql<LinkRow[]>`
        SELECT ${linkColumns(sql)} FROM links WHERE id = ${linkId} AND user_id = ${userId}`;
      return row ? linkFromRow(row) : null;
    },

    async remove(userId, linkId, seen) {
      const removed = await sql`
        DELETE FROM links WHERE id = ${linkId} AND user_id = ${userId}
          ${seen === undefined ? sql`` : sql`AND ${edition(sql)} = ${seen}`}
        RETURNING id`;
      return removed.length > 0;
    },

    async takenNames(domain, names) {
      const rows = await sql<{ name: string }[]>`
        SELECT folded_name AS name FROM link_names
        WHERE domain_id = ${domain?.number ?? 0} AND folded_name = ANY (${[...names]})`;
      return new Set(rows.map(({ name }) => name));
    },

    async idOfExternal(userId, externalId) {
      const [found] = await sql<{ id: string }[]>`
        SELECT id FROM links WHERE user_id = ${userId} AND external_id = ${externalId}`;
      return found?.id ?? null;
    },
  };
}
