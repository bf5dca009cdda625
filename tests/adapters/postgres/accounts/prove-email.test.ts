import { afterAll, expect, test } from 'bun:test';
import { postgresEmailProofs } from '#adapters/postgres/accounts/email-proofs';
import { proveEmail } from '#adapters/postgres/accounts/prove-email';
import { hourMs } from '#core/shared/time';
import { noBans, newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { testSeal } from '#tests/support/seal';
import { schema } from '#tests/support/databases/schema';

const database = await testDatabase(schema);
const { sql } = database;
afterAll(() => database.drop());

const at = new Date(Date.UTC(2026, 5, 1));
const expiresAt = new Date(at.getTime() + hourMs);
const digestOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex');
const viaGoogle = { provider: 'google', passwordHash: null } as const;

/** A person with a session, an API key, a pending reset and a pending change of address. */
async function somebody() {
  const userId = await newUser(sql);
  await sql`
    INSERT INTO sessions (sid, sess, expire, user_id, created_at)
    VALUES (${digestOf(`session ${userId}`)}, '{}', ${expiresAt}, ${userId}, ${at})`;
  await sql`
    INSERT INTO api_keys (id, user_id, name, key_digest, ending, scopes, created_at)
    VALUES (gen_random_uuid(), ${userId}, 'Shop', ${digestOf(`key ${userId}`)}, 'beef', '{}', ${at})`;
  await sql`
    INSERT INTO password_resets (token_digest, user_id, created_at, expires_at)
    VALUES (${digestOf(`reset ${userId}`)}, ${userId}, ${at}, ${expiresAt})`;
  const tokenDigest = digestOf(`change ${userId}`);
  const change = {
    tokenDigest,
    userId,
    email: `new.${userId}@example.com`,
    cause: 'change',
  } as const;
  await postgresEmailProofs(sql, testSeal, noBans).open(
    { ...change, createdAt: at, expiresAt },
    [],
  );
  return userId;
}

async function stateOf(userId: string) {
  const [user] = await sql`SELECT verified, provider, password FROM users WHERE id = ${userId}`;
  const [left] = await sql`
    SELECT
      (SELECT count(*)::int FROM sessions WHERE user_id = ${userId}) AS sessions,
      (SELECT count(*)::int FROM api_keys WHERE user_id = ${userId}) AS keys,
      (SELECT count(*)::int FROM password_resets
        WHERE user_id = ${userId} AND ended_at IS NULL) AS resets,
      (SELECT count(*)::int FROM email_proofs
        WHERE user_id = ${userId} AND ended_at IS NULL) AS proofs`;
  return { ...user, ...left };
}

const everything = { sessions: 1, keys: 1, resets: 1, proofs: 1 };
const nothing = { sessions: 0, keys: 0, resets: 0, proofs: 0 };

test('[proven-addresses] confirming an address from elsewhere removes every way in of the person who opened the account', async () => {
  const [userId, other] = [await somebody(), await somebody()];

  await sql.begin((tx) => proveEmail(tx, { userId, at, successor: viaGoogle }));

  const proven = { verified: true, provider: 'google', password: null };
  expect(await stateOf(userId)).toEqual({ ...proven, ...nothing });
  expect(await stateOf(other)).toMatchObject({ verified: false, ...everything });
});

test('confirming with the link mailed for the account keeps everything', async () => {
  const userId = await somebody();

  await sql.begin((tx) => proveEmail(tx, { userId, at, successor: null }));

  expect(await stateOf(userId)).toEqual({
    verified: true,
    provider: 'email',
    password: 'none',
    ...everything,
  });
});

test('[proven-addresses] confirming an already confirmed address removes nothing', async () => {
  const userId = await somebody();
  await sql`UPDATE users SET verified = true WHERE id = ${userId}`;

  await sql.begin((tx) => proveEmail(tx, { userId, at, successor: viaGoogle }));

  expect(await stateOf(userId)).toEqual({
    verified: true,
    provider: 'email',
    password: 'none',
    ...everything,
  });
});
