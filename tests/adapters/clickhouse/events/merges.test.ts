import { afterAll, expect, test } from 'bun:test';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { holdMerges } from '#adapters/clickhouse/events/merges';
import { testClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { eventSchema } from '#tests/support/databases/schema';

const database = await testClickHouse(eventSchema);
const clickHouse = connectClickHouse(urlOf(database));

afterAll(async () => {
  await clickHouse.command({ query: 'SYSTEM START MERGES' });
  await clickHouse.close();
  await database.drop();
});

const canMerge = () =>
  clickHouse.command({ query: 'OPTIMIZE TABLE parts FINAL' }).then(
    () => true,
    () => false,
  );

test('merges stop while disk space is low, and resume afterwards', async () => {
  await clickHouse.command({ query: 'CREATE TABLE parts (n UInt8) ENGINE = MergeTree ORDER BY n' });
  for (const n of [1, 2]) {
    await clickHouse.command({ query: `INSERT INTO parts VALUES (${n})` });
  }
  let isLow = true;
  const hold = holdMerges(clickHouse, () => isLow);

  await hold();
  const whileLow = await canMerge();
  isLow = false;
  await hold();

  expect(whileLow).toBe(false);
  expect(await canMerge()).toBe(true);
});

test('merges continue despite low space before the number of parts delays inserts', async () => {
  await clickHouse.command({
    query: 'CREATE TABLE crowded (n UInt16) ENGINE = MergeTree ORDER BY n',
  });
  await clickHouse.command({ query: 'SYSTEM STOP MERGES' });
  await clickHouse.command({
    query: 'INSERT INTO crowded SELECT number FROM numbers(600)',
    clickhouse_settings: { max_block_size: '1', min_insert_block_size_rows: '1' },
  });

  await holdMerges(clickHouse, () => true)();

  const merged = await clickHouse.command({ query: 'OPTIMIZE TABLE crowded FINAL' }).then(
    () => true,
    () => false,
  );
  expect(merged).toBe(true);
});
