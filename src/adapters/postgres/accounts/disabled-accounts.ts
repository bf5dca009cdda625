import type postgres from 'postgres';
import { within } from '#adapters/postgres/within';

const limitMs = 1000;

/** Returns the ids of the accounts that an operator has disabled. Rejects when it takes too long. */
export function disabledAccounts(sql: postgres.Sql) {
  return async (): Promise<string[]> => {
    const rows = await within(limitMs, idsOf(sql));
    return rows.map(({ id }) => id);
  };
}

async function idsOf(sql: postgres.Sql): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`SELECT id FROM users WHERE disabled_at IS NOT NULL`;
}
