import type postgres from 'postgres';

/** Does the work unless somebody else, on any instance, is at it; says whether it was done. */
export type JobLock = (name: string, work: () => Promise<void>) => Promise<boolean>;

/**
 * Background work that one instance at a time does. The lock lives in a connection of its own, so
 * the end of the process, however it comes, gives it back.
 */
export function postgresJobLock(sql: postgres.Sql): JobLock {
  return async (name, work) => {
    const connection = await sql.reserve();
    try {
      const [row] = await connection<{ locked: boolean }[]>`
        SELECT pg_try_advisory_lock(hashtextextended(${`waypost job: ${name}`}, 0)) AS locked`;
      if (!row?.locked) return false;
      try {
        await work();
        return true;
      } finally {
        await connection`
          SELECT pg_advisory_unlock(hashtextextended(${`waypost job: ${name}`}, 0))`;
      }
    } finally {
      connection.release();
    }
  };
}
