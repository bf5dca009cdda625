import { expect, test } from 'bun:test';
import { connect, isPostgresOutage } from '#adapters/postgres/connect';
import { forgetExpiredSessions, postgresSessions } from '#adapters/postgres/accounts/sessions';
import { hourMs, secondMs } from '#core/shared/time';
import { testDatabase } from '#tests/support/databases/postgres';
import { noBans, newUser } from '#tests/support/builders/people';
import { schema } from '#tests/support/databases/schema';
import { waitsForLock } from '#tests/support/databases/waits-for-lock';

const sid = 'a'.repeat(64);

test('[database-outages] a database that hangs is reported as an outage after one second', async () => {
  const { url, drop } = await testDatabase(schema);
  const pool = connect(url, { connections: 1 });
  const hanging = pool`SELECT pg_sleep(1.6)`.execute();

  const error = await postgresSessions(pool, noBans)
    .find(sid)
    .catch((reason: unknown) => reason);

  expect(isPostgresOutage(error)).toBe(true);
  await hanging;
  expect(await postgresSessions(pool, noBans).find(sid)).toBeNull();
  await pool.end();
  await drop();
});

test('[sensitive-changes] a new session waits for a running password change, and is not created', async () => {
  const { sql, url, drop } = await testDatabase(schema);
  const pool = connect(url, { connections: 2 });
  const userId = await newUser(sql);
  const createdAt = new Date();
  const dates = {
    createdAt,
    expiresAt: new Date(createdAt.getTime() + hourMs),
    provenAt: createdAt,
  };
  const session = { sid, userId, userAgent: '', ...dates };

  const adding = await sql.begin(async (tx) => {
    await tx`UPDATE users SET password = 'another' WHERE id = ${userId}`;
    await tx`DELETE FROM sessions WHERE user_id = ${userId}`;
    const isAdded = postgresSessions(pool, noBans).add(session, 'none');
    await waitsForLock(pool);
    return { isAdded };
  });

  expect(await adding.isAdded).toBe(false);
  expect(await sql`SELECT sid FROM sessions`).toHaveLength(0);
  expect(await postgresSessions(sql, noBans).add(session, 'another')).toBe(true);
  await pool.end();
  await drop();
});

test('[retention] expired sessions are deleted, and no others', async () => {
  const { sql, drop } = await testDatabase(schema);
  const sessions = postgresSessions(sql, noBans);
  const userId = await newUser(sql);
  const startMs = Date.UTC(2026, 5, 1);
  const at = (seconds: number) => new Date(startMs + seconds * secondMs);
  const add = (id: string, [createdAt, expiresAt]: [Date, Date]) => {
    const session = { sid: id, userId, userAgent: '', createdAt, expiresAt, provenAt: createdAt };
    return sessions.add(session, null);
  };
  await add(sid, [at(0), at(10)]);
  await add('b'.repeat(64), [at(11), at(20)]);

  expect(await forgetExpiredSessions(sql, at(10))).toBe(1);

  expect(await sql`SELECT sid FROM sessions`).toHaveLength(1);
  expect(await sessions.find(sid)).toBeNull();
  await drop();
});

test('[retention] an expired session that another transaction holds is left for the next run', async () => {
  const { sql, url, drop } = await testDatabase(schema);
  const pool = connect(url, { connections: 1 });
  const userId = await newUser(sql);
  const createdAt = new Date(Date.UTC(2026, 5, 1));
  const expiresAt = new Date(createdAt.getTime() + hourMs);
  const session = { sid, userId, userAgent: '', createdAt, expiresAt, provenAt: createdAt };
  await postgresSessions(pool, noBans).add(session, null);

  const deleted = await sql.begin(async (tx) => {
    await tx`SELECT 1 FROM sessions WHERE sid = ${sid} FOR UPDATE`;
    return forgetExpiredSessions(pool, expiresAt);
  });

  expect([deleted, await forgetExpiredSessions(pool, expiresAt)]).toEqual([0, 1]);
  await pool.end();
  await drop();
});
