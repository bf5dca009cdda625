import type postgres from 'postgres';
import { within } from '#adapters/postgres/within';
import { secondMs } from '#core/shared/time';

const limitMs = 2 * secondMs;

/** Finds accounts by their e-mail addresses, which must be folded. */
export function accountsOf(sql: postgres.Sql) {
  return async (emails: readonly string[]): Promise<string[]> => {
    const rows = await within(limitMs, idsOf(sql, emails));
    return rows.map(({ id }) => id);
  };
}

async function idsOf(sql: postgres.Sql, emails: readonly string[]): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`SELECT id FROM users WHERE lower(email) = ANY (${[...emails]})`;
}
