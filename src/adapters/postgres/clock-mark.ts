import type postgres from 'postgres';
import type { ClockMark } from '#core/shared/trusted-clock';

/** The last run with a plausible clock, in Postgres, shared by all instances. */
export function postgresClockMark(sql: postgres.Sql): ClockMark {
  return {
    async read() {
      const [row] = await sql<{ last_run_at: Date | null; now: Date }[]>`
        SELECT now(), (SELECT last_run_at FROM clock_marks)`;
      if (row === undefined) throw new Error('Postgres returned no time');
      return { lastRun: row.last_run_at, now: row.now };
    },

    async advance(at) {
      await sql`
        INSERT INTO clock_marks (last_run_at) VALUES (${at})
        ON CONFLICT (is_only) DO UPDATE
        SET last_run_at = greatest(clock_marks.last_run_at, excluded.last_run_at)`;
    },
  };
}
