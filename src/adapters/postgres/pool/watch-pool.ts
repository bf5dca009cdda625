import type postgres from 'postgres';

/** The known state of a pool, without a query. */
export type PoolWatch = {
  /** False after a query that was not answered in time, until one is answered again. */
  isAnswering(): boolean;
  /** How long the last answered query took in milliseconds, the wait for a connection included. */
  waitMs(): number;
  /** How many queries were not answered in time. */
  timeouts(): number;
  stop(): void;
};

/**
 * Queries one row, and again `pauseMs` after each answer. No answer within `limitMs` means that the
 * server hangs, or that all connections are busy.
 */
export function watchPool(
  sql: postgres.Sql,
  { pauseMs, limitMs }: { pauseMs: number; limitMs: number },
): PoolWatch {
  let isAnswering = true;
  let waitMs = 0;
  let timeouts = 0;
  let next: Timer | undefined;
  let isStopped = false;
  const poll = async (): Promise<void> => {
    const sinceMs = performance.now();
    const late = setTimeout(() => {
      timeouts += 1;
      isAnswering = false;
    }, limitMs);
    isAnswering = await sql`SELECT 1`.then(
      () => true,
      () => false,
    );
    clearTimeout(late);
    waitMs = performance.now() - sinceMs;
    if (!isStopped) next = setTimeout(() => void poll(), pauseMs);
  };
  void poll();

  return {
    isAnswering: () => isAnswering,
    waitMs: () => waitMs,
    timeouts: () => timeouts,
    stop() {
      isStopped = true;
      clearTimeout(next);
    },
  };
}
