import type postgres from 'postgres';

/** What is known of a pool without asking it. */
export type PoolWatch = {
  /** False once a query was not answered in time, until one is answered again. */
  isAnswering(): boolean;
  stop(): void;
};

/**
 * Asks the pool for one row, and again `pauseMs` after each answer. Neither a server that hangs nor
 * connections that are all taken answer within `limitMs`.
 */
export function watchPool(
  sql: postgres.Sql,
  { pauseMs, limitMs }: { pauseMs: number; limitMs: number },
): PoolWatch {
  let isAnswering = true;
  let next: Timer | undefined;
  let isStopped = false;
  const poll = async (): Promise<void> => {
    const late = setTimeout(() => {
      isAnswering = false;
    }, limitMs);
    isAnswering = await sql`SELECT 1`.then(
      () => true,
      () => false,
    );
    clearTimeout(late);
    if (!isStopped) next = setTimeout(() => void poll(), pauseMs);
  };
  void poll();

  return {
    isAnswering: () => isAnswering,
    stop() {
      isStopped = true;
      clearTimeout(next);
    },
  };
}
