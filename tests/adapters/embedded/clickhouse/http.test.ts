import { afterAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { createClient, SettingsMap } from '@clickhouse/client';
import { testClickHouse } from '#tests/support/databases/clickhouse';

const clickhouse = await testClickHouse();
const { client, url, user, password, database } = clickhouse;

afterAll(() => clickhouse.drop());

async function rows<Row>(query: string, params: Record<string, unknown> = {}): Promise<Row[]> {
  const result = await client.query({ query, query_params: params, format: 'JSONEachRow' });
  return result.json<Row>();
}

const basic = { Authorization: `Basic ${btoa(`${user}:${password}`)}` };

function post(search: string, init: { body?: string; headers?: Record<string, string> } = {}) {
  return fetch(`${url}/?${search}`, { method: 'POST', ...init });
}

test('it answers a ping, with and without credentials', async () => {
  const pong = await fetch(`${url}/ping`);

  expect(await pong.text()).toBe('Ok.\n');
  expect(await client.ping()).toEqual({ success: true });
  expect(await client.ping({ select: true })).toEqual({ success: true });
});

test.each([
  ['nobody', {}, 401, '194'],
  ['a wrong password', { Authorization: `Basic ${btoa(`${user}:wrong`)}` }, 403, '516'],
  ['a wrong user', { Authorization: `Basic ${btoa(`other:${password}`)}` }, 403, '516'],
  ['no pair', { Authorization: 'Basic bm9jb2xvbg==' }, 401, '194'],
  ['a wrong key', { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': 'wrong' }, 403, '516'],
  ['a user without key', { 'X-ClickHouse-User': user }, 403, '516'],
])('[private-engines] %s is refused and runs nothing', async (_who, headers, status, code) => {
  const answer = await post('query=SELECT+1', { headers });

  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-clickhouse-exception-code')).toBe(code);
  expect(await answer.text()).not.toContain(password);
});

test('it accepts basic authentication and ClickHouse headers', async () => {
  const byHeaders = { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password };

  expect(await (await post('query=SELECT+1', { headers: basic })).text()).toBe('1\n');
  expect(await (await post('query=SELECT+1', { headers: byHeaders })).text()).toBe('1\n');
});

test('a wrong password returns ClickHouse’s error', async () => {
  const stranger = createClient({ url, username: user, password: 'wrong', log: { level: 127 } });

  await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({
    code: '516',
    type: 'AUTHENTICATION_FAILED',
  });
  await stranger.close();
});

const hostile = [
  '',
  "it's",
  String.raw`back\slash \' \\ \n \N`,
  'tab\t newline\n return\r vertical\v zero\u0001',
  '"double" `back` $a$ {x:String} ; -- # /* DROP',
  "') UNION ALL SELECT 1 --",
  'é 日本 🎉 \u2028',
  'FORMAT JSON',
  'NULL',
];

test.each(hostile)('the text %j is stored unchanged, alone and in an array', async (text) => {
  const [row] = await rows<{ one: string; many: string[]; pairs: Record<string, string> }>(
    'SELECT {t:String} AS one, {a:Array(String)} AS many, {m:Map(String, String)} AS pairs',
    { t: text, a: [text, 'x', text], m: { key: text } },
  );

  expect(row).toEqual({ one: text, many: [text, 'x', text], pairs: { key: text } });
});

test('numbers, ids, times and nulls keep their types', async () => {
  const id = '0193c0de-0000-7000-8000-0000000000aa';
  const [row] = await rows(
    `SELECT toString({n:Int64}) AS n, {u:UUID} AS u, {d:DateTime64(3, 'UTC')} AS d,
            {x:Nullable(String)} IS NULL AS x, {b:Bool} AS b, {i:Array(Int64)} AS i`,
    {
      n: -9_223_372_036_854_775_808n,
      u: id,
      d: new Date('2026-11-21T10:00:00.123Z'),
      x: null,
      b: true,
      i: [1, -2],
    },
  );

  expect(row).toEqual({
    n: '-9223372036854775808',
    u: id,
    d: '2026-11-21 10:00:00.123',
    x: 1,
    b: true,
    i: [1, -2],
  });
});

test('[bound-values] a missing parameter is an error and never takes the value of an earlier statement', async () => {
  await Promise.all(
    Array.from({ length: 20 }, () => rows('SELECT {secret:String}', { secret: 'a' })),
  );

  const forgetful = Array.from({ length: 20 }, () => rows('SELECT {secret:String}'));

  for (const outcome of await Promise.allSettled(forgetful)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '456' } });
  }
});

test('parameters that are too long for a URL are sent as a form', async () => {
  const long = createClient({ url, username: user, password, use_multipart_params_auto: true });
  const text = `'\\\t${'ü'.repeat(200_000)}`;

  const result = await long.query({
    query: 'SELECT length({t:String}) AS bytes, {small:UInt8} AS small',
    query_params: { t: text, small: 3 },
    format: 'JSONEachRow',
  });

  expect(await result.json<unknown>()).toEqual([{ bytes: Buffer.byteLength(text), small: 3 }]);
  await long.close();
});

test('every setting that the application sends applies to that statement only', async () => {
  const sent = {
    async_insert: 0,
    insert_deduplicate: 1,
    insert_deduplication_token: "a'token\\",
    max_execution_time: 7,
    max_memory_usage: '123456789',
    max_threads: 1,
    output_format_json_quote_64bit_integers: 1,
    date_time_output_format: 'iso',
    additional_table_filters: SettingsMap.from({ 'system.numbers': 'number != 3' }),
  } as const;
  const names = Object.keys(sent);
  const query = `SELECT ${names.map((name) => `toString(getSetting('${name}')) AS ${name}`).join(', ')}`;

  const result = await client.query({ query, clickhouse_settings: sent, format: 'JSONEachRow' });
  const [inForce] = await result.json<Record<string, string>>();
  const [afterwards] = await rows<Record<string, string>>(query);

  expect(inForce).toEqual({
    async_insert: 'false',
    insert_deduplicate: 'true',
    insert_deduplication_token: "a'token\\",
    max_execution_time: '7',
    max_memory_usage: '123456789',
    max_threads: '1',
    output_format_json_quote_64bit_integers: 'true',
    date_time_output_format: 'iso',
    additional_table_filters: "{'system.numbers':'number != 3'}",
  });
  expect(afterwards?.['insert_deduplication_token']).toBe('');
  expect(afterwards?.['max_execution_time']).toBe('30');
});

test('an unknown setting is rejected by name, and the statement does not run', async () => {
  const query = client.query({
    query: 'SELECT 1',
    clickhouse_settings: { no_such_setting: 1 },
  });

  await expect(query).rejects.toMatchObject({ code: '115', type: 'UNKNOWN_SETTING' });
});

test('each statement uses the database that it names', async () => {
  const [here] = await rows<{ name: string }>('SELECT currentDatabase() AS name');
  const elsewhere = await post('database=system&query=SELECT+currentDatabase()', {
    headers: basic,
  });
  const nowhere = await post('database=no`such&query=SELECT+1', { headers: basic });

  expect(here?.name).toBe(database);
  expect(await elsewhere.text()).toBe('system\n');
  expect(nowhere.status).toBe(404);
  expect(nowhere.headers.get('x-clickhouse-exception-code')).toBe('81');
});

test.each([
  ['JSONEachRow', '{"n":0}\n{"n":1}\n', 'application/x-ndjson; charset=UTF-8'],
  ['TabSeparated', '0\n1\n', 'text/tab-separated-values; charset=UTF-8'],
  ['CSVWithNames', '"n"\n0\n1\n', 'text/csv; charset=UTF-8'],
  ['JSONCompactEachRow', '[0]\n[1]\n', 'application/x-ndjson; charset=UTF-8'],
])('results are returned as %s, by clause or by default_format', async (format, text, type) => {
  const sql = 'SELECT toUInt8(number) AS n FROM numbers(2)';

  const byClause = await post('', { body: `${sql} FORMAT ${format}`, headers: basic });
  const byDefault = await post(`default_format=${format}`, { body: sql, headers: basic });

  expect(await byClause.text()).toBe(text);
  expect(await byDefault.text()).toBe(text);
  expect(byClause.headers.get('content-type')).toBe(type);
  expect(byClause.headers.get('x-clickhouse-format')).toBe(format);
});

test('bytes that are not valid text are returned unchanged', async () => {
  const answer = await post('', {
    body: "SELECT unhex('ff00fe0a0d80') FORMAT RowBinary",
    headers: basic,
  });

  expect(Buffer.from(await answer.arrayBuffer()).toString('hex')).toBe('06ff00fe0a0d80');
});

test('results are compressed only on request', async () => {
  const asking = { ...basic, 'Accept-Encoding': 'gzip' };
  const ask = (search: string) =>
    fetch(`${url}/?${search}`, {
      method: 'POST',
      body: "SELECT repeat('x', 100000)",
      headers: asking,
      decompress: false,
    });

  const packed = await ask('enable_http_compression=1');
  const plain = await ask('');

  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(bytes.length).toBeLessThan(5_000);
  expect(gunzipSync(bytes).length).toBe(100_001);
  expect(plain.headers.get('content-encoding')).toBeNull();
});

test.each(['query', 'stream'])(
  '100,000 rows arrive completely, compressed with %s',
  async (way) => {
    const packing = createClient({
      url,
      username: user,
      password,
      compression: { response: true },
    });
    const result = await packing.query({
      query: 'SELECT number AS n, hex(sipHash64(number)) AS h FROM numbers(100000) ORDER BY n',
      format: 'JSONEachRow',
      clickhouse_settings: { wait_end_of_query: way === 'stream' ? 0 : 1 },
    });
    const digest = createHash('sha256');
    let count = 0;
    for await (const batch of result.stream<{ n: string; h: string }>()) {
      for (const row of batch) {
        count += 1;
        digest.update(row.json().h);
      }
    }

    const [expected] = await rows<{ digest: string }>(
      `SELECT lower(hex(SHA256(arrayStringConcat(groupArray(hex(sipHash64(number))))))) AS digest
     FROM (SELECT number FROM numbers(100000) ORDER BY number)`,
    );
    expect(count).toBe(100_000);
    expect(digest.digest('hex')).toBe(expected?.digest ?? '');
    await packing.close();
  },
);

test('a result that is cut off is an error for the reader, not a short result', async () => {
  const result = await client.query({
    query: 'SELECT number, throwIf(number = 300000) FROM numbers(1000000)',
    format: 'JSONEachRow',
    clickhouse_settings: { wait_end_of_query: 0, max_threads: 1 },
  });
  let count = 0;
  const read = async (): Promise<void> => {
    for await (const batch of result.stream()) count += batch.length;
  };

  await expect(read()).rejects.toMatchObject({
    code: '395',
    type: 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO',
  });
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(300_000);
});

test('a reader that disconnects frees its place', async () => {
  for (let reader = 0; reader < 12; reader += 1) {
    const result = await client.query({
      query: 'SELECT number FROM numbers(100000000)',
      format: 'JSONEachRow',
      clickhouse_settings: { wait_end_of_query: 0 },
    });
    result.close();
  }

  expect(await rows<{ n: number }>('SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test.each([
  ['SELEC 1', 400, '62', 'SYNTAX_ERROR'],
  ['SELECT * FROM nowhere', 404, '60', 'UNKNOWN_TABLE'],
  ['SELECT nothing', 404, '47', 'UNKNOWN_IDENTIFIER'],
  ["SELECT toUInt8('x')", 400, '6', 'CANNOT_PARSE_TEXT'],
  ['SELECT throwIf(1)', 500, '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
  ['SELECT 1; SELECT 2', 400, '62', 'SYNTAX_ERROR'],
  ['SELECT 1; DROP TABLE t', 400, '62', 'SYNTAX_ERROR'],
  ['', 400, '62', 'SYNTAX_ERROR'],
  ["SELECT file('/etc/passwd')", 403, '497', 'ACCESS_DENIED'],
  ["SELECT * FROM file('/etc/passwd', 'LineAsString')", 403, '497', 'ACCESS_DENIED'],
  ["SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')", 403, '497', 'ACCESS_DENIED'],
  ["SELECT * FROM remote('127.0.0.1:1', system.one)", 403, '497', 'ACCESS_DENIED'],
  ["SELECT 1 INTO OUTFILE '/tmp/waypost'", 403, '497', 'ACCESS_DENIED'],
])('[private-engines] %p fails as ClickHouse fails', async (sql, status, code, type) => {
  const answer = await post('', { body: sql, headers: basic });

  const text = await answer.text();
  expect({
    status: answer.status,
    code: answer.headers.get('x-clickhouse-exception-code'),
  }).toEqual({
    status,
    code,
  });
  expect(text).toStartWith(`Code: ${code}. DB::Exception: `);
  expect(text).toContain(`(${type})`);
});

test.each(['SELECT 1;', 'SELECT 1 ; -- done', '/* a */ SELECT 1 -- b', 'SELECT 1\n;\n'])(
  '%p is one statement',
  async (sql) => {
    const answer = await post('', { body: sql, headers: basic });

    expect(await answer.text()).toBe('1\n');
  },
);

test('a statement by GET can only read', async () => {
  const get = (sql: string) =>
    fetch(`${url}/?query=${encodeURIComponent(sql)}`, { headers: basic });

  expect(await (await get('SELECT 1')).text()).toBe('1\n');
  const refused = await get('CREATE TABLE x (a Int8) ENGINE = Memory');
  expect(refused.headers.get('x-clickhouse-exception-code')).toBe('164');
});

test.each(['session_id=a', 'role=admin', 'compress=1', 'a%20b=1', 'param_a-b=1'])(
  'an unsupported request is rejected: %s',
  async (search) => {
    const answer = await post(`${search}&query=SELECT+1`, { headers: basic });

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('x-clickhouse-exception-code')).toMatch(/^(48|115)$/);
  },
);

test('the response contains the query id and a summary', async () => {
  const result = await client.command({
    query: 'CREATE TABLE named (a UInt8) ENGINE = MergeTree ORDER BY a',
    query_id: 'my-own-id',
  });

  expect(result.query_id).toBe('my-own-id');
  expect(result.response_headers['x-clickhouse-query-id']).toBe('my-own-id');
  expect(Number(result.summary?.elapsed_ns)).toBeGreaterThan(0);
});
