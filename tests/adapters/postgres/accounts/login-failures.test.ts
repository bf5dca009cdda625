import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { connect } from '#adapters/postgres/connect';
import { within } from '#adapters/postgres/within';
import { Refusal } from '#core/shared/refusal';
import { cleanUps } from '#tests/support/clean-ups';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

const cleanUp = cleanUps();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

function someAttempt() {
  const keys = { addressKey: crypto.randomUUID(), accountKey: crypto.randomUUID() };
  return { ...keys, siteKey: null, atMs: Date.now() };
}

/** Another instance that is opening an attempt of the address; the result lets it end. */
async function elsewhere(addressKey: string): Promise<() => Promise<void>> {
  const sql = connect(database.url, { connections: 1 });
  cleanUp.add(() => sql.end());
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const work = sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtextextended(${addressKey}, 0))`;
    begun.resolve();
    await ending.promise;
  });
  await begun.promise;
  return async () => {
    ending.resolve();
    await work;
  };
}

test('[login-floods] a flood of logins of one address leaves connections to everybody else', async () => {
  const sql = connect(database.url);
  cleanUp.add(() => sql.end());
  const failures = postgresLoginFailures(sql);
  const attempt = someAttempt();
  const end = await elsewhere(attempt.addressKey);

  const flood = Promise.allSettled(
    Array.from({ length: 100 }, () => failures.open(attempt, () => 0)),
  );
  const other = await within(
    2000,
    failures.open(someAttempt(), () => 0),
  );
  await end();
  const outcomes = await flood;

  expect(other.kind).toBe('open');
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(
    refusals.every((error) => error instanceof Refusal && error.code === 'too_many_requests'),
  ).toBe(true);
});

test('[no-lock-outs] logins that the server answered too late do not count as failures', async () => {
  const sql = connect(database.url);
  cleanUp.add(() => sql.end());
  const failures = postgresLoginFailures(sql);
  const attempt = someAttempt();
  const end = await elsewhere(attempt.addressKey);
  const counts: number[] = [];

  const late = await Promise.allSettled([1, 2, 3].map(() => failures.open(attempt, () => 0)));
  await end();
  await failures.open(attempt, ({ address }) => {
    counts.push(address.length);
    return 0;
  });

  expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(counts).toEqual([0]);
});
