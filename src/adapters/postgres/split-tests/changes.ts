import type postgres from 'postgres';
import type { JSONValue } from 'postgres';
import { dayText, type Shares } from '#core/split-tests/counts';
import type { SplitTest, SplitTestChange, SplitTests } from '#core/split-tests/ports';
import type { NamedLink } from '#core/links/link-cache';
import type { Rotation } from '#core/links/link';
import { changeLinkIn } from '#adapters/postgres/links/link-change';
import { nameDestinations } from './names.ts';

type Changes = Pick<SplitTests, 'change' | 'plan' | 'beginAnew' | 'end' | 'judged'>;

/** What changes split tests, and how their links share visits. */
export function splitTestChanges(sql: postgres.Sql): Changes {
  return {
    change: (test, change) => sql.begin((tx) => changeTest(tx, test, change)),
    plan: (test, shares) => sql.begin((tx) => plan(tx, test, shares)),
    beginAnew: (test, change) => sql.begin((tx) => beginAnew(tx, test, change)),
    end: (test, place, at) => sql.begin((tx) => endTest(tx, test, { place, at })),
    judged: (test, judgement) => sql.begin((tx) => storeJudgement(tx, test, judgement)),
  };
}

type Owned = { readonly id: string; readonly userId: string };

type Locked = Pick<SplitTest, 'mode'> & { readonly isRunning: boolean; readonly linkUrl: string };

/**
 * Locks the test's link, as an edit of the link does. Then a separate statement locks and reads the
 * test, because another transaction may have ended it while this one waited for the link. Returns
 * undefined when there is no such test.
 */
async function locked(
  tx: postgres.TransactionSql,
  { id, userId }: Owned,
): Promise<Locked | undefined> {
  const [link] = await tx<{ linkUrl: string }[]>`
    SELECT original_url AS "linkUrl" FROM links WHERE user_id = ${userId}
      AND id = (SELECT link_id FROM split_tests WHERE id = ${id}) FOR UPDATE`;
  const [test] = await tx<Omit<Locked, 'linkUrl'>[]>`
    SELECT mode, ended_at IS NULL AS "isRunning" FROM split_tests
    WHERE id = ${id} AND user_id = ${userId} FOR UPDATE`;
  return link && test && { ...test, ...link };
}

/** Names may change after the end. */
async function changeTest(
  tx: postgres.TransactionSql,
  test: Owned,
  change: SplitTestChange,
): Promise<boolean> {
  const { id } = test;
  const found = await locked(tx, test);
  const isRenaming = Object.keys(change).every((field) => field === 'names');
  if (found === undefined || !(found.isRunning || isRenaming)) return false;
  if (change.window !== undefined && (await isJudged(tx, id))) return false;
  const set = columnsOf(change);
  // Also for names and shares: readers of changed tests look at this row alone.
  await tx`UPDATE split_tests SET ${tx({ id, ...set })} WHERE id = ${id}`;
  await nameDestinations(tx, id, change.names ?? []);
  if (change.shares !== undefined) {
    await tx`
      ${newShares(tx, id, change.shares)} ON CONFLICT (test_id, from_day)
      DO UPDATE SET slots = excluded.slots, is_automatic = excluded.is_automatic`;
  }
  const { shares, isShuffled, isSticky } = change;
  if (shares !== undefined || isShuffled !== undefined || isSticky !== undefined) {
    await rotate(tx, id);
  }
  return true;
}

async function isJudged(tx: postgres.TransactionSql, testId: string): Promise<boolean> {
  const judged = await tx`SELECT FROM split_judgements WHERE test_id = ${testId} LIMIT 1`;
  return judged.length > 0;
}

function newShares(
  tx: postgres.TransactionSql,
  id: string,
  { fromDay, slots, isAutomatic }: Shares,
) {
  return tx`
    INSERT INTO split_shares (test_id, from_day, slots, is_automatic)
    VALUES (${id}, ${dayText(fromDay)}, ${[...slots]}, ${isAutomatic})`;
}

async function plan(tx: postgres.TransactionSql, test: Owned, shares: Shares): Promise<void> {
  const found = await locked(tx, test);
  if (found === undefined || !found.isRunning || found.mode !== 'automatic') return;
  await tx`${newShares(tx, test.id, shares)} ON CONFLICT (test_id, from_day) DO NOTHING`;
  await rotate(tx, test.id);
}

function columnsOf(change: SplitTestChange): Record<string, string | number | boolean | null> {
  const { goal, currency, mode, isShuffled, isSticky, window, endsOn } = change;
  return {
    ...(goal !== undefined && { goal }),
    ...(currency !== undefined && { currency }),
    ...(mode !== undefined && { mode }),
    ...(isShuffled !== undefined && { is_shuffled: isShuffled }),
    ...(isSticky !== undefined && { is_sticky: isSticky }),
    ...(window !== undefined && { window_days: window }),
    ...(endsOn !== undefined && { ends_on: endsOn === null ? null : dayText(endsOn) }),
  };
}

/**
 * Writes how the running test's link shares its visits: the shares of yesterday, today and later days.
 * An instance whose clock is behind at midnight still needs those of yesterday.
 */
async function rotate(tx: postgres.TransactionSql, testId: string): Promise<void> {
  const [test] = await tx<Required<Rotation>[]>`
    SELECT is_shuffled AS "isShuffled", is_sticky AS "isSticky", (
      SELECT json_agg(json_build_object('fromDay', from_day, 'slots', slots) ORDER BY from_day)
      FROM split_shares WHERE test_id = test.id AND from_day >= coalesce((
        SELECT max(from_day) FROM split_shares
        WHERE test_id = test.id AND from_day < (now() AT TIME ZONE 'UTC')::date), from_day)) AS shares
    FROM split_tests AS test WHERE id = ${testId} AND ended_at IS NULL`;
  if (test === undefined) return;
  const isInTurn = test.shares.every(({ slots }) => slots.every((n) => n === 1));
  const isPlain = isInTurn && !test.isShuffled && !test.isSticky;
  const rotation = isPlain ? null : json(tx, test);
  await tx`
    UPDATE links SET split_rotation = ${rotation}
    WHERE id = (SELECT link_id FROM split_tests WHERE id = ${testId})
      AND split_rotation IS DISTINCT FROM ${rotation}`;
}

async function beginAnew(
  tx: postgres.TransactionSql,
  { id, userId }: Owned,
  change: SplitTestChange,
): Promise<boolean> {
  await tx`SELECT set_config('waypost.split_test', 'anew', true)`;
  const [link] = await tx<{ id: string; version: number }[]>`
    UPDATE links SET updated_at = now()
    WHERE user_id = ${userId} AND split_test_enabled
      AND id = (SELECT link_id FROM split_tests WHERE id = ${id} AND ended_at IS NULL)
      AND split_version = (SELECT version FROM split_tests WHERE id = ${id})
    RETURNING id, split_version AS version`;
  await tx`SELECT set_config('waypost.split_test', '', true)`;
  if (link === undefined) return false;
  const [test] = await tx<{ id: string; isSticky: boolean }[]>`
    UPDATE split_tests AS begun SET goal = old.goal, currency = old.currency
    FROM split_tests AS old
    WHERE begun.link_id = ${link.id} AND begun.version = ${link.version} AND old.id = ${id}
    RETURNING begun.id, old.is_sticky AS "isSticky"`;
  if (test === undefined) return false;
  await tx`
    UPDATE split_destinations AS begun SET name = old.name FROM split_destinations AS old
    WHERE begun.test_id = ${test.id} AND old.test_id = ${id} AND begun.place = old.place`;
  const { isSticky } = test;
  return changeTest(tx, { id: test.id, userId }, { isSticky, ...change });
}

async function endTest(
  tx: postgres.TransactionSql,
  test: SplitTest,
  { place, at }: { readonly place: number | null; readonly at: Date },
): Promise<NamedLink | null> {
  const { id, userId, linkId } = test;
  const found = await locked(tx, test);
  if (found === undefined || !found.isRunning) return null;
  const originalUrl = place === null ? undefined : await presentUrl(tx, id, place);
  const change = { splitTestEnabled: false, ...(originalUrl !== undefined && { originalUrl }) };
  const changed = await changeLinkIn(tx, { userId, linkId, change, at });
  if (changed.kind !== 'changed') throw new Error(`The link of an ended test: ${changed.kind}`);
  await tx`
    UPDATE split_tests SET sent_to = ${place === null ? null : place + 1},
      former_url = ${found.linkUrl}
    WHERE id = ${id}`;
  return changed.named;
}

/** The address of a destination, which may have been corrected since the test was read. */
async function presentUrl(
  tx: postgres.TransactionSql,
  testId: string,
  place: number,
): Promise<string | undefined> {
  const [present] = await tx<{ url: string }[]>`
    SELECT url FROM split_addresses JOIN split_destinations AS destination
      ON destination.id = destination_id
    WHERE test_id = ${testId} AND place = ${place + 1} ORDER BY since DESC LIMIT 1`;
  return present?.url;
}

/**
 * Nothing is stored when the time to convert is not the one that was judged with, or when the link was
 * deleted meanwhile with its test.
 */
async function storeJudgement(
  tx: postgres.TransactionSql,
  { id, window, capCents, capFromDay }: Parameters<SplitTests['judged']>[0],
  judgement: Parameters<SplitTests['judged']>[1],
): Promise<void> {
  const { verdict } = judgement;
  const stored = await tx`
    UPDATE split_tests SET window_days = greatest(window_days, ${judgement.window}),
      verdict = ${verdict === null ? null : json(tx, verdict)}, cap_cents = ${capCents},
      cap_from_day = ${capFromDay === null ? null : dayText(capFromDay)}
    WHERE id = ${id} AND window_days IS NOT DISTINCT FROM ${window}
    RETURNING 1`;
  if (stored.length === 0) return;
  await tx`
    INSERT INTO split_judgements (test_id, day, judgement)
    VALUES (${id}, ${dayText(judgement.day)}, ${json(tx, judgement)})
    ON CONFLICT (test_id, day) DO NOTHING`;
}

function json(tx: postgres.TransactionSql, value: object) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- numbers, texts, lists and objects
  return tx.json(value as JSONValue);
}
