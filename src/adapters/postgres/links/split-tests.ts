import type postgres from 'postgres';
import type { VariantsPorts } from '#core/analytics/variants';

type Row = { split_version: number; split_test_urls: string[] };

/** The split tests of links, for analytics. */
export function postgresSplitTests(sql: postgres.Sql): VariantsPorts['splitTests'] {
  return {
    async running(userId, linkId) {
      const [row] = await sql<Row[]>`
        SELECT split_version, split_test_urls FROM links
        WHERE id = ${linkId} AND user_id = ${userId} AND split_test_enabled
          AND split_test_urls != '[]'`;
      return row ? { version: row.split_version, urls: row.split_test_urls } : null;
    },
  };
}
