import { expect, test } from 'bun:test';
import { testClickHouse, urlOf, type TestClickHouse } from './clickhouse.ts';
import { eventSchema } from './schema.ts';

/** Every table's definition and number of rows. */
async function tablesOf({ client }: TestClickHouse) {
  const answer = await client.query({
    query: `SELECT name, replaceAll(create_table_query, currentDatabase(), 'database') AS definition,
        toUInt32(total_rows) AS rows
      FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    format: 'JSONEachRow',
  });
  return answer.json<{ name: string; definition: string; rows: number }>();
}

test('a copied database has the tables and rows of a migrated one, and shares none', async () => {
  const migrated = await testClickHouse();
  await eventSchema(urlOf(migrated));
  const [one, other] = [await testClickHouse(eventSchema), await testClickHouse(eventSchema)];

  await one.client.command({ query: `INSERT INTO lasting_visitors VALUES ('2020-01-01')` });

  const tables = await tablesOf(other);
  expect(tables.map(({ name }) => name)).toContain('clicks');
  expect(tables).toEqual(await tablesOf(migrated));
  await Promise.all([migrated, one, other].map(({ drop }) => drop()));
});
