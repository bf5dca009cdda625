import { afterAll, expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { postgresJobLock } from '#adapters/postgres/job-lock';
import { testDatabase } from '#tests/support/postgres';

const database = await testDatabase();
const one = connect(database.url);
const other = connect(database.url);
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await database.drop();
});

test('while one instance is at a job another does not begin it', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = postgresJobLock(one)('tidy', () => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;

  expect(await postgresJobLock(other)('tidy', () => Promise.reject(new Error('twice')))).toBe(
    false,
  );
  expect(await postgresJobLock(other)('sweep', () => Promise.resolve())).toBe(true);

  end.resolve();
  expect(await first).toBe(true);
  expect(await postgresJobLock(other)('tidy', () => Promise.resolve())).toBe(true);
});

test('a job that fails gives its lock back and its failure on', async () => {
  const failed = postgresJobLock(one)('tidy', () => Promise.reject(new Error('away')));

  await expect(failed).rejects.toThrow('away');
  expect(await postgresJobLock(other)('tidy', () => Promise.resolve())).toBe(true);
});
