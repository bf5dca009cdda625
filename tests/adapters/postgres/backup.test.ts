import { expect, test } from 'bun:test';
import { dumpAccounts, othersSentUntil, readLedger } from '#adapters/postgres/backup/dump';
import { holdsNothing, knownPictures, loadAccounts } from '#adapters/postgres/backup/load';
import { countDeletions, lastBackup, lastBackupCompletedMs } from '#adapters/postgres/backup/runs';
import { postgresErasedLinks } from '#adapters/postgres/links/erased-links';
import { connect, type Sql } from '#adapters/postgres/connect';
import { cleanUps } from '#tests/support/clean-ups';
import { newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { backupFiles } from '#tests/support/memory/backup-files';

const cleanUp = cleanUps();
const noDeletions = { links: [], accounts: [] };

async function aDatabase(): Promise<Sql> {
  const database = await testDatabase(schema);
  const sql = connect(database.url, { connections: 2 });
  cleanUp.add(async () => {
    await sql.end();
    await database.drop();
  });
  return sql;
}

/** Everything that a line of COPY has to escape. */
const strange = `tab\t backslash \\ \\N \\. line\nreturn\r quote ' " ünï 🪧`;

async function newLink(sql: Sql, userId: string, title: string | null): Promise<string> {
  const id = Bun.randomUUIDv7();
  await sql`
    INSERT INTO links (id, user_id, original_url, short_code, title, split_test_urls, created_at, updated_at)
    VALUES (${id}, ${userId}, 'https://shop.example/', ${id.slice(-10)}, ${title},
      ${sql.json(['https://a.example', strange])}, now(), now())`;
  await sql`
    INSERT INTO link_names ${sql({ folded_name: id.slice(-10), link_id: id, kind: 'code' })}`;
  return id;
}

/** All rows of the tables in the dump, as text, without what each database has of its own. */
async function everythingIn(
  sql: Sql,
  tables: readonly { table: string; columns: readonly string[] }[],
) {
  const rows: Record<string, string[]> = {};
  for (const { table, columns } of tables) {
    const found = await sql<{ line: string }[]>`
      SELECT kept::text AS line FROM (SELECT ${sql([...columns])} FROM ${sql(table)}) AS kept
      ORDER BY line`;
    rows[table] = found.map(({ line }) => line);
  }
  return rows;
}

test('[backup-whole] a database is restored with every row and any text, and continues its numbers', async () => {
  const [source, target] = [await aDatabase(), await aDatabase()];
  const userId = await newUser(source);
  const [kept, gone] = [
    await newLink(source, userId, strange),
    await newLink(source, userId, null),
  ];
  await source`DELETE FROM links WHERE id = ${gone}`;
  await source`
    INSERT INTO visitor_salts (day, salt) VALUES (current_date, ${Buffer.alloc(32, 7)})`;
  const { put, get } = backupFiles();

  const { migrations, ledger, ...accounts } = await dumpAccounts(source, put);
  expect(await holdsNothing(target)).toBe(true);
  const counts = await loadAccounts(target, {
    accounts,
    startedAt: new Date().toISOString(),
    ledger: noDeletions,
    get,
  });

  const expected = await everythingIn(source, accounts.tables);
  expect(await everythingIn(target, accounts.tables)).toEqual(expected);
  expect(counts).toEqual(
    Object.fromEntries(accounts.tables.map(({ table, rows }) => [table, rows])),
  );
  expect(await holdsNothing(target)).toBe(false);
  expect(await target`SELECT * FROM visitor_salts`).toHaveLength(0);
  expect(migrations.length).toBeGreaterThan(20);
  expect(ledger.links.map(({ id }) => id)).toEqual([gone]);
  const next = await newLink(target, userId, null);
  const numbers = await target<{ id: string; number: string }[]>`
    SELECT id, number FROM links ORDER BY number`;
  expect(numbers.map(({ id }) => id)).toEqual([kept, next]);
  expect(Number(numbers[1]?.number)).toBe(Number(numbers[0]?.number) + 2);
});

test('[backup-whole] a restored database checks its rows and stamps its changes as before', async () => {
  const [source, target] = [await aDatabase(), await aDatabase()];
  const link = await newLink(source, await newUser(source), 'x');
  const { put, get } = backupFiles();
  const { migrations: _, ledger: __, ...accounts } = await dumpAccounts(source, put);
  await loadAccounts(target, {
    accounts,
    startedAt: new Date().toISOString(),
    ledger: noDeletions,
    get,
  });

  await target`UPDATE links SET title = 'y' WHERE id = ${link}`;
  const [row] = await target<{ version: string; fresh: boolean }[]>`
    SELECT version::text, changed_xid > '3'::xid8 AND changed_xid < pg_snapshot_xmax(pg_current_snapshot()) AS fresh
    FROM links`;
  expect(row).toEqual({ version: '2', fresh: true });
  const orphan = newLink(target, crypto.randomUUID(), null);
  expect(orphan).rejects.toThrow('foreign key');
});

test('[backup-whole] [complete-erasure] what was deleted after the backup is deleted again, and its names stay taken', async () => {
  const [source, target] = [await aDatabase(), await aDatabase()];
  const [userId, leaver] = [await newUser(source), await newUser(source)];
  const [kept, doomed, left] = [
    await newLink(source, userId, null),
    await newLink(source, userId, null),
    await newLink(source, leaver, null),
  ];
  const { put, get } = backupFiles();
  const { migrations: _, ledger: early, ...accounts } = await dumpAccounts(source, put);
  await source`DELETE FROM links WHERE id = ${doomed}`;
  await source`DELETE FROM users WHERE id = ${leaver}`;
  const { ledger } = await dumpAccounts(source, put);

  await loadAccounts(target, {
    accounts,
    startedAt: new Date().toISOString(),
    ledger,
    get,
  });

  expect(early).toEqual({ links: [], accounts: [] });
  expect((await target<{ id: string }[]>`SELECT id FROM links`).map(({ id }) => id)).toEqual([
    kept,
  ]);
  expect(await target`SELECT id FROM users WHERE id = ${leaver}`).toHaveLength(0);
  const pending = await target<{ id: string }[]>`
    SELECT link_id AS id FROM erasures WHERE finished_at IS NULL`;
  expect(pending.map(({ id }) => id).toSorted()).toEqual([doomed, left].toSorted());
  const tombstones = await target`SELECT folded_name FROM link_names WHERE link_id IS NULL`;
  expect(tombstones).toHaveLength(2);
});

test('[complete-erasure] a link that was made and deleted after the backup is known as deleted, for visits that come later', async () => {
  const [source, target] = [await aDatabase(), await aDatabase()];
  const userId = await newUser(source);
  const { put, get } = backupFiles();
  const { migrations: _, ledger: __, ...accounts } = await dumpAccounts(source, put);
  const link = await newLink(source, userId, null);
  await source`DELETE FROM links`;

  await loadAccounts(target, {
    accounts,
    startedAt: new Date().toISOString(),
    ledger: await readLedger(source),
    get,
  });

  const erased = postgresErasedLinks(target);
  await erased.refresh();
  expect(erased.has(link)).toBe(true);
});

test('[backup-whole] pictures are known by their keys until they are removed', async () => {
  const sql = await aDatabase();
  const userId = await newUser(sql);
  const [kept, gone] = [`avatars/${'a'.repeat(32)}`, `avatars/${'b'.repeat(32)}`];
  await sql`
    INSERT INTO objects (key, user_id, created_at, remove_at, removed_at)
    VALUES (${kept}, ${userId}, now(), NULL, NULL), (${gone}, ${userId}, now(), now(), now())`;

  expect([...(await knownPictures(sql))]).toEqual([kept]);
});

test('[backup-whole] an erasure that ended while the events were copied begins again', async () => {
  const [source, target] = [await aDatabase(), await aDatabase()];
  const userId = await newUser(source);
  const links = [await newLink(source, userId, null), await newLink(source, userId, null)];
  await source`DELETE FROM links`;
  const startedAt = new Date().toISOString();
  await source`UPDATE erasures SET finished_at = now() WHERE link_id = ${links[0] ?? ''}`;
  await source`
    UPDATE erasures SET finished_at = now() - interval '2 days' WHERE link_id = ${links[1] ?? ''}`;
  const { put, get } = backupFiles();
  const { migrations: _, ledger, ...accounts } = await dumpAccounts(source, put);

  await loadAccounts(target, { accounts, startedAt, ledger, get });

  const pending = await target<{ id: string }[]>`
    SELECT link_id AS id FROM erasures WHERE finished_at IS NULL`;
  expect(pending.map(({ id }) => id)).toEqual(links.slice(0, 1));
});

test('[backup-whole] [complete-erasure] a deletion is noticed that is committed after a later one, or dated before it', async () => {
  const sql = await aDatabase();
  const slow = await newLink(sql, await newUser(sql), null);
  const quick = await newLink(sql, await newUser(sql), null);
  const counts = [await countDeletions(sql)];
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();

  const slowDeletion = sql.begin(async (tx) => {
    await tx`DELETE FROM links WHERE id = ${slow}`;
    begun.resolve();
    await mayEnd.promise;
  });
  await begun.promise;
  await sql`DELETE FROM links WHERE id = ${quick}`;
  counts.push(await countDeletions(sql));
  mayEnd.resolve();
  await slowDeletion;
  counts.push(await countDeletions(sql));
  await sql`INSERT INTO deleted_accounts VALUES (${crypto.randomUUID()}, now() - interval '1 day')`;
  counts.push(await countDeletions(sql));

  expect(counts).toEqual([0, 1, 2, 3]);
});

test('[backup-whole] a backup that a wrong clock dated ahead does not stop the schedule', async () => {
  const sql = await aDatabase();
  const [past, future] = ['2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  for (const at of [past, future]) {
    await sql`INSERT INTO backups VALUES (${at}, ${at}, ${at}, '/backups', 1)`;
  }

  expect(await lastBackup(sql, '/backups')).toEqual(new Date(past));
  expect(await lastBackupCompletedMs(sql)).toBe(Date.parse(past));
});

test('[backup-whole] a backup waits for the visits of the other living instances alone', async () => {
  const sql = await aDatabase();
  const [own, other, dead] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const seen = new Date(Date.now() - 5000);
  const unsent = new Date(Date.now() - 9000);
  await sql`INSERT INTO instances VALUES (${own}, now(), NULL),
    (${dead}, now() - interval '2 minutes', now() - interval '1 hour')`;

  expect(await othersSentUntil(sql, own)).toBeNull();
  await sql`INSERT INTO instances VALUES (${other}, ${seen}, NULL)`;
  expect(await othersSentUntil(sql, own)).toBe(seen.getTime());
  await sql`UPDATE instances SET oldest_unsent_at = ${unsent} WHERE id = ${other}`;
  expect(await othersSentUntil(sql, own)).toBe(unsent.getTime());
});
