import type postgres from 'postgres';
import type { LoginAttempt, LoginFailures } from '#core/accounts/log-in';
import {
  failureMemoryMs,
  failuresToKnow,
  type FailureHistory,
} from '#core/accounts/login-throttle';
import { within } from './within.ts';

/** A sign-in waits so long for its turn, or for a server that hangs. */
const openLimitMs = 3000;

/** Failed sign-ins in Postgres, the same for every instance. */
export function postgresLoginFailures(sql: postgres.Sql): LoginFailures {
  return {
    open: (...attempt) => within(openLimitMs, openAttempt(sql, ...attempt)),

    async withdraw(id) {
      await sql`DELETE FROM login_failures WHERE id = ${id}`;
    },

    async forgive(accountKey) {
      await sql`DELETE FROM login_failures WHERE account_key = ${accountKey}`;
    },
  };
}

function openAttempt(
  sql: postgres.Sql,
  ...[attempt, pauseOf]: Parameters<LoginFailures['open']>
): ReturnType<LoginFailures['open']> {
  return sql.begin(async (tx) => {
    await takeTurn(tx, attempt);
    const pauseMs = pauseOf(await historyOf(tx, attempt));
    if (pauseMs > 0) return { kind: 'paused', pauseMs } as const;
    return { kind: 'open', id: await record(tx, attempt) } as const;
  });
}

/** Attempts of one address or on one account follow each other; always the lower lock first. */
async function takeTurn(tx: postgres.TransactionSql, attempt: LoginAttempt): Promise<void> {
  const [first = '', second = ''] = [attempt.addressKey, attempt.accountKey].sort();
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${first}, 0))`;
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${second}, 0))`;
}

async function historyOf(
  tx: postgres.TransactionSql,
  { addressKey, accountKey, atMs }: LoginAttempt,
): Promise<FailureHistory> {
  const since = new Date(atMs - failureMemoryMs);
  const [ofAddress, ofAccount] = await Promise.all([
    tx<{ failed_at: Date }[]>`
      SELECT failed_at FROM login_failures
      WHERE address_key = ${addressKey} AND failed_at > ${since}
      ORDER BY failed_at DESC LIMIT ${failuresToKnow.address}`,
    tx<{ failed_at: Date }[]>`
      SELECT failed_at FROM login_failures
      WHERE account_key = ${accountKey} AND failed_at > ${since}
      ORDER BY failed_at DESC LIMIT ${failuresToKnow.account}`,
  ]);
  return { address: ofAddress.map(instantOf), account: ofAccount.map(instantOf) };
}

function instantOf(row: { failed_at: Date }): number {
  return row.failed_at.getTime();
}

/** Writes the attempt down, and clears away what no longer matters. */
async function record(tx: postgres.TransactionSql, attempt: LoginAttempt): Promise<string> {
  const [row] = await tx<[{ id: string }]>`
    WITH old AS (
      DELETE FROM login_failures WHERE failed_at <= ${new Date(attempt.atMs - failureMemoryMs)}
    )
    INSERT INTO login_failures (address_key, account_key, failed_at)
    VALUES (${attempt.addressKey}, ${attempt.accountKey}, ${new Date(attempt.atMs)})
    RETURNING id`;
  return row.id;
}
