import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { argon2idPasswords } from '#adapters/passwords/argon2id';
import { accountApp } from '#tests/support/worlds/accounts/account-app';
import { ada } from '#tests/support/worlds/accounts/account-world';
import { call, type Answers } from '#tests/support/calls';
import { testSeal } from '#tests/support/seal';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { noBans } from '#tests/support/builders/people';
import { schema } from '#tests/support/databases/schema';

/** Part of every request; no response may contain it. */
const marker = 'marker-7f3a';

const noFirstName = 'First name is required';
const noLastName = 'Last name is required';
const badEmail = 'Please enter a valid email address';
const badLoginEmail = 'Please enter a valid email';
const shortPassword = 'Password must be at least 6 characters';
const longPassword = 'Password must be at most 256 characters';
const guessable = 'This password is too easy to guess. Please choose another one.';
const noObject = 'Send a JSON object';
const badJson = 'The request body must be valid JSON';
const badText = 'Text contains characters that cannot be stored';
const deepJson = 'The JSON is nested too deeply';
const longName = 'First name must be at most 100 characters';
const oddName = 'First name contains characters that are not allowed';

type Row = readonly [body: unknown, status: number, message: string];

const notText: readonly unknown[] = [undefined, null, 5, true, [], {}, [marker], { $ne: marker }];
const notEmail = [
  '',
  ' ',
  marker,
  `${marker}@`,
  '@example.com',
  `${marker}@example`,
  `${marker}@example..com`,
  `a b${marker}@example.com`,
  `${marker}@example.com\r\nBcc: x@example.com`,
  `${marker}@exämple.com`,
  `${marker}@example.com,b@example.com`,
  `"${marker}"@example.com`,
  `${'a'.repeat(250)}@example.com`,
  `${'a.'.repeat(30_000)}@example.com`,
];

const registrations: Row[] = [
  ...notText.map((firstName): Row => [{ firstName }, 422, noFirstName]),
  ...['', '   ', '\n'].map((firstName): Row => [{ firstName }, 422, noFirstName]),
  ...notText.map((lastName): Row => [{ lastName }, 422, noLastName]),
  [{ lastName: ' ' }, 422, noLastName],
  [{ firstName: 'x'.repeat(101) }, 422, longName],
  [{ firstName: `a\u0007${marker}` }, 422, oddName],
  [{ firstName: `a\r\nb${marker}` }, 422, oddName],
  [{ firstName: `a\u0000${marker}` }, 422, badText],
  [{ firstName: `\ud800${marker}` }, 422, badText],
  ...[...notText, ...notEmail].map((email): Row => [{ email }, 422, badEmail]),
  ...notText.map((password): Row => [{ password }, 422, shortPassword]),
  [{ password: '' }, 422, shortPassword],
  [{ password: 'abcde' }, 422, shortPassword],
  [{ password: 'x1'.repeat(128) + 'y' }, 422, longPassword],
  [{ password: 'x1'.repeat(20_000) }, 422, longPassword],
  [{ password: 'password123' }, 422, guessable],
  [{ password: 'Waypost1!' }, 422, guessable],
  [{ email: 'TAKEN@example.com' }, 409, 'An account with this email already exists'],
];

const logins: Row[] = [
  ...[...notText, ...notEmail].map((email): Row => [{ email }, 422, badLoginEmail]),
  ...notText.map((password): Row => [{ password }, 422, shortPassword]),
  [{ password: 'abcde' }, 422, shortPassword],
  [{ password: 'x1'.repeat(128) + 'y' }, 422, longPassword],
  [{ email: "' OR 1=1 --@example.com" }, 422, badLoginEmail],
  [{ password: "' OR '1'='1" }, 401, 'Invalid email or password'],
  [{ password: marker, email: 'taken@example.com' }, 401, 'Invalid email or password'],
];

/** Wrong as a whole, on both routes. */
const wholes: Row[] = [
  ['', 422, noObject],
  ['[]', 422, noObject],
  ['null', 422, noObject],
  [`"${marker}"`, 422, noObject],
  ['5', 422, noObject],
  [`{"email": ${marker}}`, 400, badJson],
  [`{"email": "${marker}",}`, 400, badJson],
  ['{', 400, badJson],
  ["{'email': 1}", 400, badJson],
  ['['.repeat(30_000), 400, badJson],
  [`${'['.repeat(30)}${']'.repeat(30)}`, 422, deepJson],
  [{ email: Array(1001).fill(marker) }, 422, 'A list may have at most 1,000 entries'],
  [{ email: 'a'.repeat(70_000) }, 413, 'The request body must be at most 64 KB'],
];

let database: TestDatabase;
let app: Answers;

beforeAll(async () => {
  database = await testDatabase(schema);
  const { sql } = database;
  const stores = {
    users: postgresUsers(sql, testSeal, noBans),
    sessions: postgresSessions(sql, noBans),
    failures: postgresLoginFailures(sql),
    passwords: argon2idPasswords({ memoryKib: 8, passes: 1 }, { parallel: 1, waiting: 10 }),
  };
  const taken = accountApp({ stores });
  app = taken.app;
  await call(app, '/api/register', { json: { ...ada, email: 'taken@example.com' } });
});
afterAll(() => database.drop());

async function stored(): Promise<unknown> {
  const [counts] = await database.sql`
    SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM sessions) AS sessions`;
  return counts;
}

function check(path: string, whole: object, [body, status, message]: Row): void {
  const json = typeof body === 'object' ? { ...whole, ...body } : body;

  test(`${JSON.stringify(body).slice(0, 60)} answers ${status}: ${message}`, async () => {
    const before = await stored();

    const response = await call(app, path, { json });

    const text = await response.text();
    expect(response.status).toBe(status);
    expect(JSON.parse(text)).toMatchObject({ status, message });
    expect(text).not.toContain(marker);
    expect(text).not.toMatch(/\/src\/|postgres|\\n *at |DB::/i);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await stored()).toEqual(before);
  });
}

describe('[wrong-input] POST /api/register refuses', () => {
  const whole = { ...ada, email: 'new@example.com' };
  for (const row of [...wholes, ...registrations]) check('/api/register', whole, row);
});

describe('[wrong-input] POST /api/auth/login refuses', () => {
  const whole = { email: 'nobody@example.com', password: `${marker}-password` };
  for (const row of [...wholes, ...logins]) check('/api/auth/login', whole, row);
});

describe('[server-assigned] server-assigned fields', () => {
  test('are ignored in a registration', async () => {
    const json = {
      ...ada,
      email: 'assigned@example.com',
      id: marker,
      subscriptionStatus: 'lifetime',
      trialEndsAt: '2999-01-01T00:00:00Z',
      verified: true,
      provider: 'google',
      role: 'admin',
    };

    const response = await call(app, '/api/register', { json });

    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      id: expect.not.stringContaining(marker),
      subscriptionStatus: 'trial',
      trialEndsAt: expect.stringMatching(/^2026-07-01/),
      verified: false,
      provider: 'email',
    });
  });
});

describe('[plain-errors] other methods', () => {
  const rows: [string, string, string][] = [
    ['GET', '/api/register', 'POST'],
    ['PUT', '/api/auth/login', 'POST'],
    ['GET', '/api/auth/logout', 'POST'],
    ['DELETE', '/api/auth/user', 'GET, HEAD'],
    ['OPTIONS', '/api/auth/user', 'GET, HEAD'],
  ];
  for (const [method, path, allow] of rows) {
    test(`${method} ${path} returns 405 and lists ${allow}`, async () => {
      const response = await call(app, path, { method });

      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe(allow);
    });
  }
});
