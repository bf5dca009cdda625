import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresClockMark } from '#adapters/postgres/clock-mark';
import { dayMs } from '#core/shared/time';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

test('[retention] the last run moves to later times only, and stands beside the time of the database', async () => {
  const mark = postgresClockMark(database.sql);
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  expect((await mark.read()).lastRun).toBeNull();

  for (const day of [20, 22, 21]) await mark.advance(at(day));

  const { lastRun, now } = await mark.read();
  expect(lastRun).toEqual(at(22));
  expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(dayMs);
});
