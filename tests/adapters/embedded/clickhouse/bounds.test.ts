import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { testClickHouse } from '#tests/support/databases/clickhouse';
import { until } from '#tests/support/until';

setDefaultTimeout(30_000);

const clickhouse = await testClickHouse();
const { client, url, user, password } = clickhouse;

afterAll(() => clickhouse.drop());

const ENDLESS = 'SELECT count() FROM numbers(100000000000000) WHERE number % 7 = 3';
const headers = { Authorization: `Basic ${btoa(`${user}:${password}`)}` };

function endless(seconds: number, more: { headers?: Record<string, string> } = {}) {
  return fetch(`${url}/?max_execution_time=${seconds}&max_threads=1`, {
    method: 'POST',
    body: ENDLESS,
    headers: { ...headers, ...more.headers },
  });
}

async function one(lane: Record<string, string> = {}): Promise<number[]> {
  const result = await client.query({
    query: 'SELECT 1 AS n',
    format: 'JSONEachRow',
    http_headers: lane,
  });
  return (await result.json<{ n: number }>()).map((row) => row.n);
}

test('each of 200 concurrent statements gets its own result', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const result = await client.query({
        query: 'SELECT {n:UInt32} AS n, {s:String} AS s, getSetting({k:String}) AS token',
        query_params: { n, s: `text ${n}`, k: 'insert_deduplication_token' },
        clickhouse_settings: { insert_deduplication_token: `token ${n}` },
        format: 'JSONEachRow',
      });
      return result.json<unknown>();
    }),
  );

  expect(answers).toEqual(
    Array.from({ length: 200 }, (_, n) => [{ n, s: `text ${n}`, token: `token ${n}` }]),
  );
});

test('a statement that exceeds its time limit fails, and the next ones succeed', async () => {
  const query = client.query({ query: ENDLESS, clickhouse_settings: { max_execution_time: 1 } });

  await expect(query).rejects.toMatchObject({ code: '159', type: 'TIMEOUT_EXCEEDED' });
  expect(await one()).toEqual([1]);
});

test('a statement that exceeds its memory limit fails, and the next ones succeed', async () => {
  const query = client.query({
    query: 'SELECT groupArray(number) FROM numbers(100000000)',
    clickhouse_settings: { max_memory_usage: '50000000' },
  });

  await expect(query).rejects.toMatchObject({ code: '241', type: 'MEMORY_LIMIT_EXCEEDED' });
  expect(await one()).toEqual([1]);
});

test('merges are few, and bounded by a part of the memory', async () => {
  const server = 'SELECT name, toFloat64OrZero(value) AS value FROM system.server_settings';
  const merges = 'SELECT name, toFloat64OrZero(value) AS value FROM system.merge_tree_settings';
  const answer = await client.query({
    query: `${server} UNION ALL ${merges} WHERE name = 'max_bytes_to_merge_at_max_space_in_pool'`,
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ name: string; value: number }>();
  const settings = new Map(rows.map(({ name, value }) => [name, value]));
  const memory = settings.get('max_server_memory_usage') ?? 0;

  expect(memory).toBeGreaterThan(0);
  expect(settings.get('merges_mutations_memory_usage_soft_limit')).toBe(Math.floor(memory / 2));
  expect(settings.get('max_bytes_to_merge_at_max_space_in_pool')).toBe(Math.floor(memory / 4));
  expect(settings.get('background_pool_size')).toBe(2);
  expect(settings.get('background_merges_mutations_concurrency_ratio')).toBe(1);
});

test('what merges and mutations write of projections is held in small blocks', async () => {
  await client.command({
    query: 'CREATE TABLE blocks (n UInt64, rows UInt64) ENGINE = MergeTree ORDER BY n',
  });
  await client.command({ query: 'INSERT INTO blocks VALUES (1, 0)' });
  await client.command({
    query: `ALTER TABLE blocks UPDATE rows = getSetting('min_insert_block_size_rows') WHERE n = 1`,
    clickhouse_settings: { mutations_sync: '2' },
  });
  const answer = await client.query({
    query: `SELECT rows, getSetting('min_insert_block_size_rows') FROM blocks`,
    format: 'JSONCompactEachRow',
  });

  // Inserts keep the engine's own size.
  expect(await answer.json<[number, number]>()).toEqual([[65_536, 1_048_449]]);
});

test('a result larger than the response limit is an error', async () => {
  const query = client.query({
    query: "SELECT repeat('x', 999000 + number) FROM numbers(200)",
    format: 'JSONEachRow',
  });

  await expect(query).rejects.toMatchObject({ code: '396' });
});

test.each(['0', '-1', 'soon', '1e9'])(
  'a time limit of %j is reduced to the maximum',
  async (seconds) => {
    const answer = await fetch(`${url}/?max_execution_time=${seconds}`, {
      method: 'POST',
      body: "SELECT getSetting('max_execution_time')",
      headers,
    });

    expect(await answer.text()).toBe('600\n');
  },
);

test.each([0, 601])('no statement text raises its own time limit to %p', async (seconds) => {
  const query = client.query({ query: `SELECT 1 SETTINGS max_execution_time = ${seconds}` });

  await expect(query).rejects.toMatchObject({ code: '452' });
});

test('a short statement returns while a long one is running', async () => {
  const order: string[] = [];
  const long = endless(2).then((answer) => {
    order.push('long');
    return answer.status;
  });

  await one();
  order.push('short');

  expect(await long).toBe(408);
  expect(order).toEqual(['short', 'long']);
});

test('the drain is served while others wait, and a full queue is rejected with 503', async () => {
  const order: string[] = [];
  const running = Array.from({ length: 4 }, () => endless(6));
  const arrived = Promise.all(running).then((answers) => {
    order.push('running');
    return answers.map((answer) => answer.status);
  });
  let refusals = 0;
  const line = Array.from({ length: 320 }, async () => {
    const answer = await fetch(`${url}/`, { method: 'POST', body: 'SELECT 1', headers });
    if (answer.status === 503) refusals += 1;
    return { status: answer.status, code: answer.headers.get('x-clickhouse-exception-code') };
  });
  await until('the line is full', () => refusals > 0);

  expect(await one({ 'X-Waypost-Lane': 'drain' })).toEqual([1]);
  order.push('drain');

  expect(await arrived).toEqual([408, 408, 408, 408]);
  expect(order).toEqual(['drain', 'running']);
  const answers = await Promise.all(line);
  expect(answers.filter(({ status }) => status === 503)).toContainEqual({
    status: 503,
    code: '202',
  });
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(224);
});

test('a statement is canceled when its client disconnects, streamed or not', async () => {
  const running = async (): Promise<number> => {
    const result = await client.query({
      query: "SELECT count() AS n FROM system.processes WHERE query LIKE '%numbers(1000000%'",
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ n: number }>();
    // The query itself is one of them.
    return (row?.n ?? 0) - 1;
  };
  const impatient = new AbortController();
  const init = { method: 'POST', headers, signal: impatient.signal };
  const gone = [
    fetch(`${url}/?max_execution_time=300`, { ...init, body: ENDLESS }),
    fetch(`${url}/?max_execution_time=300&wait_end_of_query=0`, { ...init, body: ENDLESS }),
  ];
  await until('both run', async () => (await running()) === 2);

  impatient.abort();

  await Promise.allSettled(gone);
  await until('both have ended', async () => (await running()) === 0);
});

test('a waiting client that disconnects does not use up a place', async () => {
  const running = Array.from({ length: 4 }, () => endless(1));
  const impatient = new AbortController();
  const gone = Array.from({ length: 100 }, () =>
    fetch(`${url}/`, { method: 'POST', body: ENDLESS, headers, signal: impatient.signal }),
  );
  impatient.abort();

  const outcomes = await Promise.allSettled(gone);

  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await one()).toEqual([1]);
  await Promise.all(running);
});
