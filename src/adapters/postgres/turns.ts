import type postgres from 'postgres';

/**
 * Runs the work while nobody else, on any machine, runs work of that name; waits for its turn. The
 * lock belongs to a connection of its own, so a kill gives it back.
 */
export function takeTurns(sql: postgres.Sql, name: string) {
  return async (work: () => Promise<void>): Promise<void> => {
    await sql.begin(async (tx) => {
      await tx`SET LOCAL statement_timeout = 0`;
      await tx`SET LOCAL lock_timeout = 0`;
      await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
      await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`waypost turn: ${name}`}, 0))`;
      await work();
    });
  };
}
