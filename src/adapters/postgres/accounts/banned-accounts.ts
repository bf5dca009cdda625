import type postgres from 'postgres';
import { within } from '#adapters/postgres/within';
import { secondMs } from '#core/shared/time';

const disabledWithinMs = secondMs;
const namedWithinMs = 2 * secondMs;

/**
 * Finds the accounts of e-mail addresses, which must be folded, and the accounts that an operator
 * has disabled. Rejects after a time limit.
 */
export function bannedAccounts(sql: postgres.Sql) {
  return async (emails: readonly string[]): Promise<ReadonlySet<string>> => {
    const named = emails.length === 0 ? [] : await within(namedWithinMs, accountsOf(sql, emails));
    const disabled = await within(disabledWithinMs, disabledAccounts(sql));
    return new Set([...named, ...disabled].map(({ id }) => id));
  };
}

async function accountsOf(sql: postgres.Sql, emails: readonly string[]) {
  return sql<{ id: string }[]>`SELECT id FROM users WHERE lower(email) = ANY (${[...emails]})`;
}

async function disabledAccounts(sql: postgres.Sql) {
  return sql<{ id: string }[]>`SELECT id FROM users WHERE disabled_at IS NOT NULL`;
}
