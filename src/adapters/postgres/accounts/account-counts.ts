import type postgres from 'postgres';

/** How much this installation holds. */
export type AccountCounts = {
  readonly accounts: number;
  readonly disabled: number;
  readonly links: number;
  readonly waiting_mails: number;
  readonly reports: number;
  /** The last migration's file. */
  readonly schema: string;
};

export function postgresAccountCounts(sql: postgres.Sql) {
  return async (): Promise<AccountCounts> => {
    const [counts] = await sql<AccountCounts[]>`
      SELECT
        (SELECT count(*)::int FROM users) AS accounts,
        (SELECT count(*)::int FROM users WHERE disabled_at IS NOT NULL) AS disabled,
        (SELECT coalesce(sum(links), 0)::int FROM link_counts) AS links,
        (SELECT count(*)::int FROM outbox WHERE settled_at IS NULL) AS waiting_mails,
        (SELECT count(*)::int FROM link_reports) AS reports,
        (SELECT max(name) FROM schema_migrations) AS schema`;
    if (counts === undefined) throw new Error('a query of counts returned nothing');
    return counts;
  };
}
