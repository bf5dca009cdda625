import type postgres from 'postgres';
import type { OwnDomains } from '#core/links/choose-domain';
import type { LinkDomain } from '#core/links/link-domain';

type Row = { number: string; host: string };

/** The proven domains of accounts, for the links that use them. */
export function postgresOwnDomains(sql: postgres.Sql): OwnDomains {
  return {
    async proven(userId, host) {
      const [row] = await sql<Row[]>`
        SELECT number, host FROM domains
        WHERE user_id = ${userId} AND host = ${host} AND state = 'proven'`;
      return domainFromRow(row);
    },

    async usual(userId) {
      const [row] = await sql<Row[]>`
        SELECT number, host FROM domains
        WHERE user_id = ${userId} AND is_default AND state = 'proven'`;
      return domainFromRow(row);
    },
  };
}

function domainFromRow(row: Row | undefined): LinkDomain | null {
  return row === undefined ? null : { number: Number(row.number), host: row.host };
}
