import postgres from 'postgres';
import { connect } from '#adapters/postgres/connect';
import { TooLate, within } from '#adapters/postgres/within';
import { secondMs } from '#core/shared/time';
import { refuseHolders } from './one-connection.ts';

/**
 * Named locks, each held by one caller at a time on all instances together. They use their own
 * connection, which runs only short statements: the work under a lock has the whole pool, and
 * waiting for a lock takes no connection. The end of the process, also by a kill, releases them.
 */
export type Locks = {
  /** Runs the work unless the lock is held; returns whether it ran. */
  unlessHeld(name: string, work: () => Promise<void>): Promise<boolean>;
  /**
   * Runs the work when the lock is free. Throws `TooLate` after `waitMs`; then the work does not
   * run. Must not be called inside a transaction.
   */
  exclusively<T>(turn: { name: string; waitMs: number }, work: () => Promise<T>): Promise<T>;
  /** Releases all locks. Callers that wait for one get the error of an ended connection. */
  close(): Promise<void>;
};

/**
 * Time limit of a statement about a lock. Such a statement does not wait for the lock, so a longer
 * time means that Postgres hangs.
 */
const statementMs = 3 * secondMs;
/**
 * How long finished work waits for the release of its lock. After that the release continues in the
 * background.
 */
const releaseMs = secondMs;
const firstPauseMs = 10;
const longestPauseMs = 250;

/**
 * Connects at the first lock, and again after a lost connection. When the connection is lost, its
 * locks are released.
 */
export function openLocks(url: string): Locks {
  const sql = connect(url, { connections: 1, isLasting: true });
  const lines = new Map<string, Promise<void>>();
  const held = async <T>(lock: Lock, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      await within(releaseMs, release(sql, lock)).catch(() => {});
    }
  };

  return {
    async unlessHeld(name, work) {
      refuseHolders();
      if (lines.has(name)) return false;
      const leave = await standInLine(lines, name, statementMs);
      try {
        const lock = await take(sql, name, statementMs);
        if (lock === null) return false;
        await held(lock, work);
        return true;
      } finally {
        leave();
      }
    },

    async exclusively({ name, waitMs }, work) {
      refuseHolders();
      const untilMs = performance.now() + waitMs;
      const leave = await standInLine(lines, name, waitMs);
      try {
        return await held(await takeBy(sql, name, untilMs), work);
      } finally {
        leave();
      }
    },

    close: () => sql.end({ timeout: 1 }),
  };
}

/** A lock belongs to the server process that took it, and ends with that process. */
type Lock = { readonly name: string; readonly pid: number };

/**
 * Waits until earlier callers on this instance have finished. Returns a function that lets the next
 * one continue.
 */
async function standInLine(
  lines: Map<string, Promise<void>>,
  name: string,
  waitMs: number,
): Promise<() => void> {
  const before = lines.get(name) ?? Promise.resolve();
  const left = Promise.withResolvers<void>();
  const line = before.then(() => left.promise);
  lines.set(name, line);
  void line.finally(() => lines.get(name) === line && lines.delete(name));
  try {
    await within(waitMs, before);
  } catch {
    left.resolve();
    throw taken(waitMs);
  }
  return left.resolve;
}

/** Polls, because waiting inside Postgres would block the connection for the others. */
async function takeBy(sql: postgres.Sql, name: string, untilMs: number): Promise<Lock> {
  const beganMs = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const lock = await take(sql, name, Math.min(statementMs, untilMs - performance.now()));
    if (lock !== null) return lock;
    if (performance.now() + pauseMs >= untilMs) throw taken(performance.now() - beganMs);
    await Bun.sleep(pauseMs);
  }
}

/** The lock, or null when another instance has it. A lock that arrives too late is released. */
async function take(sql: postgres.Sql, name: string, limitMs: number): Promise<Lock | null> {
  const asked = sql<{ pid: number; isTaken: boolean }[]>`
    SELECT pg_backend_pid() AS pid,
      pg_try_advisory_lock(hashtextextended(${name}, 0)) AS "isTaken"`.then(([row]) =>
    row?.isTaken ? { name, pid: row.pid } : null,
  );
  try {
    return await within(limitMs, asked);
  } catch (error) {
    void asked.then(
      (lock) => lock && release(sql, lock),
      () => null,
    );
    throw error;
  }
}

/**
 * Resolves when the lock is released. A statement that Postgres cancelled is retried. A lost
 * connection has released the lock; a lock with the same name on a newer connection belongs to
 * another caller and is not touched.
 */
async function release(sql: postgres.Sql, { name, pid }: Lock): Promise<void> {
  try {
    await sql`
      SELECT pg_advisory_unlock(hashtextextended(${name}, 0)) WHERE pg_backend_pid() = ${pid}`;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) return;
    await Bun.sleep(secondMs);
    await release(sql, { name, pid });
  }
}

function taken(waitedMs: number): TooLate {
  return new TooLate(`The lock did not become free within ${Math.round(waitedMs)} ms`);
}
