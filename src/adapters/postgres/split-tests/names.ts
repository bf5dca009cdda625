import type postgres from 'postgres';
import type { TestNames } from '#core/links/link';

/** Names the destinations of a test, as far as names are given. */
export async function nameDestinations(
  tx: postgres.TransactionSql,
  testId: string,
  names: TestNames,
): Promise<void> {
  for (const [place, name] of names.entries()) {
    // One after the other: the connection does one statement at a time. oxlint-disable-next-line no-await-in-loop
    await tx`
      UPDATE split_destinations SET name = ${name}
      WHERE test_id = ${testId} AND place = ${place + 1}`;
  }
}

/** Names the destinations of the test that runs on a link, in the transaction that writes the link. */
export async function nameRunningTest(
  tx: postgres.TransactionSql,
  linkId: string,
  names: TestNames,
): Promise<void> {
  // Readers of changed tests look at the row of the test alone.
  const [test] = await tx<{ id: string }[]>`
    UPDATE split_tests SET id = id WHERE link_id = ${linkId} AND ended_at IS NULL RETURNING id`;
  if (test) await nameDestinations(tx, test.id, names);
}
