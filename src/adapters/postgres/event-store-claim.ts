import postgres from 'postgres';

/**
 * Claims, for as long as `sql`'s connection lives, that this instance's own ClickHouse is the only
 * place where this database's events go. False when another instance has claimed it: with two
 * ClickHouses behind one Postgres, each would show half of the numbers.
 */
export async function claimEventStore(url: string): Promise<{
  readonly isOurs: boolean;
  release(): Promise<void>;
}> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  const [row] = await sql<{ claimed: boolean }[]>`
    SELECT pg_try_advisory_lock(hashtextextended('waypost event store', 0)) AS claimed`;
  return { isOurs: row?.claimed === true, release: () => sql.end({ timeout: 1 }) };
}
