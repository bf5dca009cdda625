import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresAudit } from '#adapters/postgres/accounts/audit';
import type { Sql } from '#adapters/postgres/connect';
import { auditQueue } from '#adapters/postgres/accounts/audit-queue';
import type { AuditEntry } from '#core/accounts/audit';
import { dayMs } from '#core/shared/time';
import { memoryLog } from '#tests/support/calls';
import { newUser } from '#tests/support/builders/people';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { eventually } from '#tests/support/waiting';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

function entry(more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    atMs: Date.now(),
    event: 'signed_in',
    outcome: 'done',
    actor: 'session',
    account: { kind: 'unknown' },
    network: '203.0.113.0',
    requestId: crypto.randomUUID(),
    detail: null,
    ...more,
  };
}

const all = { limit: 50, statements: 50, strangers: 50 };

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => String(error),
  );

test('[audit-trail] an entry can be found by its account, by its address, or without either', async () => {
  const { sql } = database;
  const userId = await newUser(sql);
  const audit = postgresAudit(sql);

  await audit.add([
    entry({ account: { kind: 'known', userId }, network: '' }),
    entry({
      event: 'reset_requested',
      actor: 'nobody',
      account: { kind: 'named', email: ` ${userId}@EXAMPLE.com` },
    }),
    entry({ account: { kind: 'named', email: 'nobody@example.com' } }),
    entry({ account: { kind: 'unknown' } }),
  ]);

  const newest = await audit.newest(userId, all);
  expect(newest.map(({ event, network }) => [event, network])).toEqual([
    ['reset_requested', '203.0.113.0'],
    ['signed_in', null],
  ]);
  expect(await audit.newest(userId, { limit: 1, statements: 1, strangers: 0 })).toHaveLength(1);
  const [row] = await sql<{ unknown: number }[]>`
    SELECT count(*)::int AS unknown FROM audit_events WHERE user_id IS NULL`;
  expect(row?.unknown).toBe(2);
});

test('[audit-trail] what strangers do with an address pushes nothing out of the person’s list', async () => {
  const { sql } = database;
  const userId = await newUser(sql);
  const audit = postgresAudit(sql);
  const known = { kind: 'known', userId } as const;
  const named = { kind: 'named', email: `${userId}@example.com` } as const;
  const asked = { event: 'reset_requested', actor: 'nobody', account: named } as const;
  const guessed = { outcome: 'refused', actor: 'nobody', account: named } as const;

  await audit.add([
    entry({ account: known }),
    entry({ event: 'password_reset', actor: 'nobody', account: known }),
    ...Array.from({ length: 60 }, (_, n) => entry(n % 2 ? asked : guessed)),
  ]);

  const newest = await audit.newest(userId, { limit: 2, statements: 5, strangers: 3 });
  expect(newest.map(({ event, outcome }) => [event, outcome])).toEqual([
    ['reset_requested', 'done'],
    ['signed_in', 'refused'],
    ['reset_requested', 'done'],
    ['password_reset', 'done'],
    ['signed_in', 'done'],
  ]);
});

test('[audit-trail] the list reads no more entries than it shows, however many strangers cause', async () => {
  const { sql } = database;
  const [userId, others] = [await newUser(sql), await newUser(sql)];
  await sql`
    INSERT INTO audit_events (at, event, outcome, actor, user_id, network)
    SELECT now(), cause.event, cause.outcome, cause.actor, person.id, ''
    FROM (VALUES
      ('signed_in', 'done', 'session', 40),
      ('signed_in', 'refused', 'nobody', 10000),
      ('reset_requested', 'done', 'nobody', 5000),
      ('statement_run', 'done', 'session', 3000)
    ) AS cause (event, outcome, actor, times),
      unnest(ARRAY[${userId}::uuid, ${others}::uuid]) AS person (id),
      generate_series(1, cause.times)`;

  for (const isAnalyzed of [false, true]) {
    if (isAnalyzed) await sql`ANALYZE audit_events`;
    const { found, read } = await entriesRead(sql, (own) =>
      postgresAudit(own).newest(userId, { limit: 50, statements: 50, strangers: 20 }),
    );

    expect({ isAnalyzed, found, read }).toEqual({ isAnalyzed, found: 110, read: 110 });
  }
});

/** The number of results, and of rows of the trail that Postgres read for them. */
async function entriesRead(
  sql: Sql,
  work: (own: Sql) => Promise<readonly unknown[]>,
): Promise<{ readonly found: number; readonly read: number }> {
  const own = await sql.reserve();
  const readSoFar = async () => {
    const [row] = await own<{ read: number }[]>`
      SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables
      WHERE relname = 'audit_events'`;
    return row?.read ?? 0;
  };
  try {
    await own`BEGIN`;
    // The counters of a connection leave out what its parallel workers read.
    await own`SET LOCAL max_parallel_workers_per_gather = 0`;
    const before = await readSoFar();
    const found = (await work(own)).length;
    const read = (await readSoFar()) - before;
    await own`ROLLBACK`;
    return { found, read };
  } finally {
    own.release();
  }
}

test('[audit-trail] entries of the trail cannot be changed or deleted', async () => {
  const { sql } = database;
  const userId = await newUser(sql);
  const audit = postgresAudit(sql);
  await audit.add([entry({ account: { kind: 'known', userId } })]);
  const before = await sql`SELECT * FROM audit_events ORDER BY id`;

  const refusals = [
    await refusal(sql`UPDATE audit_events SET outcome = 'refused'`.execute()),
    await refusal(sql`UPDATE audit_events SET user_id = NULL WHERE user_id = ${userId}`.execute()),
    await refusal(sql`DELETE FROM audit_events`.execute()),
    await refusal(sql`TRUNCATE audit_events`.execute()),
  ];

  expect(refusals.map((text) => text?.includes('only added to'))).toEqual([true, true, true, true]);
  expect([...(await sql`SELECT * FROM audit_events ORDER BY id`)]).toEqual([...before]);
});

test('[audit-trail] [complete-erasure] deleting an account keeps its entries, without person and network', async () => {
  const { sql } = database;
  const userId = await newUser(sql);
  const audit = postgresAudit(sql);
  const own = entry({ account: { kind: 'known', userId } });
  await audit.add([own]);

  await sql`DELETE FROM users WHERE id = ${userId}`;
  const late = entry({ event: 'account_deleted', account: { kind: 'known', userId } });
  await audit.add([late]);

  const rows = await sql`
    SELECT event, user_id, network FROM audit_events
    WHERE request_id IN (${own.requestId}, ${late.requestId}) ORDER BY id`;
  expect([...rows]).toEqual([
    { event: 'signed_in', user_id: null, network: '' },
    { event: 'account_deleted', user_id: null, network: '' },
  ]);
});

test('[retention] an entry is deleted after a year, and not before', async () => {
  const audit = postgresAudit(database.sql);
  const old = entry({ atMs: Date.now() - 367 * dayMs });
  const young = entry({ atMs: Date.now() - 360 * dayMs });
  await audit.add([old, young]);
  await database.sql`
    INSERT INTO audit_events (at, event, outcome, actor, network)
    SELECT now() - interval '2 years', 'denied', 'refused', 'nobody', ''
    FROM generate_series(1, 12000)`;

  await audit.forget();
  await audit.forget();

  const kept = await database.sql`
    SELECT request_id FROM audit_events WHERE request_id IN (${old.requestId}, ${young.requestId})`;
  expect([...kept]).toEqual([{ request_id: young.requestId }]);
  expect([
    ...(await database.sql`SELECT FROM audit_events WHERE at < now() - interval '1 year'`),
  ]).toEqual([]);
});

test('[audit-trail] changes of address and plan are logged for every cause', async () => {
  const { sql } = database;
  const userId = await newUser(sql);
  await sql`UPDATE users SET first_name = 'Augusta', email = email WHERE id = ${userId}`;
  await sql`UPDATE users SET email = ${`new-${userId}@example.com`} WHERE id = ${userId}`;
  await sql`UPDATE users SET subscription_status = 'lifetime' WHERE id = ${userId}`;

  const newest = await postgresAudit(sql).newest(userId, all);

  expect(newest.map(({ event, actor }) => [event, actor])).toEqual([
    ['plan_changed', 'system'],
    ['email_changed', 'system'],
  ]);
});

test('[audit-trail] entries wait in order during a database outage, and none is written twice', async () => {
  const stored: AuditEntry[] = [];
  let isAway = true;
  const log = memoryLog();
  const queue = auditQueue({
    log,
    add: async (entries) => {
      if (isAway) throw new Error('away');
      stored.push(...entries);
    },
  });
  const entries = Array.from({ length: 450 }, () => entry());

  entries.forEach(queue.record);
  await eventually(
    () => log.lines.length,
    (lines) => lines > 0,
  );
  isAway = false;
  await queue.stop();

  expect(stored.map(({ requestId }) => requestId)).toEqual(
    entries.map(({ requestId }) => requestId),
  );
});

test('[audit-trail] an entry that the database rejects for its content stops no other entry', async () => {
  const { sql } = database;
  const audit = postgresAudit(sql);
  const log = memoryLog();
  const queue = auditQueue({ log, add: audit.add });
  const userId = await newUser(sql);
  const account = { kind: 'known', userId } as const;
  const bad = entry({ event: 'statement_run', account, detail: 'SELECT 1 \0' });
  const before = [entry({ account }), bad, entry({ account })];
  const later = [entry({ account }), { ...bad, requestId: crypto.randomUUID() }];

  before.forEach(queue.record);
  await eventually(queue.waiting, (count) => count === 0);
  later.forEach(queue.record);
  await queue.stop();

  const rows = await sql<{ request_id: string }[]>`
    SELECT request_id FROM audit_events WHERE user_id = ${userId} ORDER BY id`;
  const good = [...before, ...later].filter(({ event }) => event === 'signed_in');
  expect(rows.map((row) => row.request_id)).toEqual(good.map(({ requestId }) => requestId));
  expect(log.lines.filter((line) => line.includes('was lost'))).toHaveLength(2);
});
