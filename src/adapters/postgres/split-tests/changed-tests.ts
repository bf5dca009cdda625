import type postgres from 'postgres';
import type { SplitTestRecord } from '#core/analytics/sql/changed-links';
import { dayText } from '#core/split-tests/counts';
import { saidOf } from '#core/split-tests/shown-test';
import { columns, type Row, testFromRow } from './split-tests.ts';

const testsAtOnce = 100;

/** The account's split tests that were changed in the transaction `position` or a later one. */
export async function* changedTests(
  sql: postgres.Sql,
  userId: string,
  position: string,
): AsyncGenerator<SplitTestRecord, void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await sql<(Row & { changes: string })[]>`
      SELECT ${columns(sql)}, changes::text FROM split_tests AS test
      WHERE user_id = ${userId} AND changed_xid >= ${position}::text::xid8 AND id > ${after}
      ORDER BY id LIMIT ${testsAtOnce}`;
    for (const row of rows) yield recordOf(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < testsAtOnce) return;
    after = last.id;
  }
}

function recordOf({ changes, ...row }: Row & { readonly changes: string }): SplitTestRecord {
  const test = testFromRow(row);
  const { state, sentence, winner } = saidOf({
    ...test,
    destinations: test.destinations.length,
  });
  return {
    id: test.id,
    linkId: test.linkId,
    version: changes,
    splitVersion: test.version,
    goal: test.goal,
    currency: test.currency,
    mode: test.mode,
    windowDays: test.window,
    beganAt: test.beganAt,
    endedAt: test.endedAt,
    state,
    sentence: `${sentence.lead} ${sentence.rest}`,
    winner,
    decidedOn: test.verdict && dayText(test.verdict.day),
    destinations: test.destinations.map(({ name, addresses }) => ({
      name,
      url: addresses.at(-1)?.url ?? '',
    })),
    shares: test.shares.map(({ fromDay, slots }) => ({ fromDay: dayText(fromDay), slots })),
  };
}
