import { expect, test } from 'bun:test';
import { testDatabase } from './postgres.ts';

test('each test database starts from the requested template, separate from the others', async () => {
  const prepare = async (url: string) => {
    const shaping = new Bun.SQL(url, { max: 1 });
    await shaping`CREATE TABLE signs (name text)`;
    await shaping.close();
  };

  const one = await testDatabase(prepare);
  const other = await testDatabase(prepare);
  await one.sql`INSERT INTO signs VALUES ('north')`;

  expect(await one.sql`SELECT name FROM signs`).toHaveLength(1);
  expect(await other.sql`SELECT name FROM signs`).toHaveLength(0);
  await one.drop();
  await other.drop();
});
