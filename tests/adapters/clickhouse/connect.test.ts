import { expect, test } from 'bun:test';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { startClickHouse } from '#tests/support/databases/clickhouse';

test('every statement of a connection tells the engine to compile no conditions', async () => {
  const { url, user, password, stop } = await startClickHouse();
  const address = new URL(url);
  address.username = user;
  address.password = password;
  const client = connectClickHouse(address.href);
  try {
    const query = `SELECT toString(getSetting('compile_expressions'))`;
    const answer = await client.query({ query, format: 'JSONCompactEachRow' });

    expect(await answer.json<unknown>()).toEqual([['false']]);
  } finally {
    await client.close();
    await stop();
  }
});
