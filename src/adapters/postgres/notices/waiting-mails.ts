import type postgres from 'postgres';

/** How many mails of all instances wait to be sent. */
export function postgresWaitingMails(sql: postgres.Sql) {
  return async (): Promise<number> => {
    const [row] = await sql<{ waiting: string }[]>`
      SELECT count(*) AS waiting FROM outbox WHERE settled_at IS NULL`;
    return Number(row?.waiting ?? 0);
  };
}
