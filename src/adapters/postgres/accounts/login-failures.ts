import type { LoginFailures } from '#core/accounts/ports';
import type postgres from 'postgres';
import type { LoginAttempt } from '#core/accounts/sign-in/guessing/open-attempt';
import {
  failureMemoryMs,
  failuresToKnow,
  type FailureHistory,
} from '#core/accounts/sign-in/guessing/pauses';
import { Refusal } from '#core/shared/refusal';
import { serialized, type Serialized } from '#core/shared/serialized';
import { TooLate, within } from '#adapters/postgres/within';

/** How long a sign-in waits for its turn, or for a server that hangs. */
const openLimitMs = 3000;
/** Attempts of one address that wait in this process; further ones are refused. */
const mostInLine = 20;
const retryAfterSeconds = 2;
/** Expired rows that each attempt deletes, at most. */
const clearedAtOnce = 100;

/**
 * Failed sign-ins in Postgres, shared by all instances. Attempts of one address wait for each other
 * in this process, so that a flood from one address takes one connection of the pool. `open` refuses
 * `too_many_requests` when too many wait.
 */
export function postgresLoginFailures(sql: postgres.Sql): LoginFailures {
  const inLine = shortLines();
  const withdraw = async (id: string): Promise<void> => {
    await sql`DELETE FROM login_failures WHERE id = ${id}`;
  };

  return {
    async open(...attempt) {
      let isGivenUp = false;
      const opened = inLine(attempt[0].addressKey, async () => {
        if (isGivenUp) throw new TooLate('The sign-in was given up before its turn');
        const answer = await openAttempt(sql, ...attempt);
        if (isGivenUp && answer.kind === 'open') await withdraw(answer.id);
        return answer;
      });
      try {
        return await within(openLimitMs, opened);
      } catch (error) {
        isGivenUp = true;
        throw error;
      }
    },

    withdraw,

    async forgive({ addressKey, accountKey }) {
      await sql`
        DELETE FROM login_failures
        WHERE account_key = ${accountKey} AND address_key = ${addressKey}`;
    },

    async forgiveAccount(accountKey) {
      await sql`DELETE FROM login_failures WHERE account_key = ${accountKey}`;
    },
  };
}

/** Runs the work of one key sequentially. Refuses `too_many_requests` when too much of it waits. */
function shortLines(): Serialized {
  const oneByOne = serialized();
  const lengths = new Map<string, number>();

  return async (key, work) => {
    const length = lengths.get(key) ?? 0;
    if (length >= mostInLine) throw tooMany();
    lengths.set(key, length + 1);
    try {
      return await oneByOne(key, work);
    } finally {
      const left = (lengths.get(key) ?? 1) - 1;
      if (left === 0) lengths.delete(key);
      else lengths.set(key, left);
    }
  };
}

function tooMany(): Refusal {
  const message = 'Too many people are signing in right now. Please try again in a moment.';
  return new Refusal('too_many_requests', message, { retryAfterSeconds });
}

/**
 * Attempts of one address run one after the other, on all instances together. Those of different
 * addresses do not wait for each other, so that attackers of an account do not delay its owner.
 */
function openAttempt(
  sql: postgres.Sql,
  ...[attempt, pauseOf]: Parameters<LoginFailures['open']>
): ReturnType<LoginFailures['open']> {
  return sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtextextended(${attempt.addressKey}, 0))`;
    const pauseMs = pauseOf(await historyOf(tx, attempt));
    if (pauseMs > 0) return { kind: 'paused', pauseMs } as const;
    return { kind: 'open', id: await record(tx, attempt) } as const;
  });
}

async function historyOf(
  tx: postgres.TransactionSql,
  { addressKey, siteKey, accountKey, atMs }: LoginAttempt,
): Promise<FailureHistory> {
  const since = new Date(atMs - failureMemoryMs);
  const latest = async (
    whose: postgres.PendingQuery<postgres.Row[]>,
    limit: number,
  ): Promise<number[]> => {
    const rows = await tx<{ failed_at: Date }[]>`
      SELECT failed_at FROM login_failures
      WHERE ${whose} AND failed_at > ${since}
      ORDER BY failed_at DESC LIMIT ${limit}`;
    return rows.map((row) => row.failed_at.getTime());
  };
  const [address, site, pair, account] = await Promise.all([
    latest(tx`address_key = ${addressKey}`, failuresToKnow.address),
    siteKey === null ? [] : latest(tx`site_key = ${siteKey}`, failuresToKnow.site),
    latest(tx`account_key = ${accountKey} AND address_key = ${addressKey}`, failuresToKnow.pair),
    latest(tx`account_key = ${accountKey}`, failuresToKnow.account),
  ]);
  return { address, site, pair, account };
}

/** Stores the attempt, and deletes expired rows. */
async function record(tx: postgres.TransactionSql, attempt: LoginAttempt): Promise<string> {
  const { addressKey, siteKey, accountKey, atMs } = attempt;
  const [row] = await tx<[{ id: string }]>`
    WITH old AS (
      DELETE FROM login_failures WHERE id IN (
        SELECT id FROM login_failures WHERE failed_at <= ${new Date(atMs - failureMemoryMs)}
        LIMIT ${clearedAtOnce} FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO login_failures (address_key, site_key, account_key, failed_at)
    VALUES (${addressKey}, ${siteKey}, ${accountKey}, ${new Date(atMs)})
    RETURNING id`;
  return row.id;
}
