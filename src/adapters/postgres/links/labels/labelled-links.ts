import type postgres from 'postgres';
import type { ScopePorts } from '#core/analytics/report/report-scope';
import { linkSetOf } from '#adapters/postgres/links/link-set';
import { findLabels, havingLabels } from './label-filter.ts';

/** The links with some labels, for analytics. */
export function postgresLabelledLinks(sql: postgres.Sql): Pick<ScopePorts['links'], 'having'> {
  return {
    async having(userId, labels, most) {
      const found = await findLabels(sql, userId, { labels, search: '' });
      const has = sql`true ${havingLabels(sql, labels, found)}`;
      const { set, inside, outside } = await linkSetOf(sql, userId, has);
      return Math.min(inside, outside) > most ? null : set;
    },
  };
}
