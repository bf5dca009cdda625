import { afterAll, expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createClient } from '@clickhouse/client';
import { testClickHouse } from '#tests/support/databases/clickhouse';

const clickhouse = await testClickHouse();
const { client, url, user, password, database } = clickhouse;

afterAll(() => clickhouse.drop());

let tables = 0;

async function table(columns: string, settings = ''): Promise<string> {
  const name = `t${(tables += 1)}`;
  const query = `CREATE TABLE ${name} (${columns}) ENGINE = MergeTree ORDER BY tuple() ${settings}`;
  await client.command({ query });
  return name;
}

/** A client that compresses what it sends, or does not. */
function senderOf({ isPacked }: { readonly isPacked: boolean }) {
  const compression = { request: isPacked };
  return createClient({ url, username: user, password, database, compression });
}

async function read<Row>(query: string): Promise<Row[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
}

const headers = { Authorization: `Basic ${btoa(`${user}:${password}`)}` };

/** Sends bytes after a query in the URL, as the client does. */
function insertBytes(query: string, body: BodyInit, more: Record<string, string> = {}) {
  const search = new URLSearchParams({ database, query });
  return fetch(`${url}/?${search}`, { method: 'POST', body, headers: { ...headers, ...more } });
}

const manyRows = Array.from({ length: 10_000 }, (_, n) => ({
  n,
  text: `row ${n}: it's "quoted", back\\slashed;\n\n-- twice\n\nbroken, ünï 🎉`,
}));

test.each([false, true])('10,000 rows arrive unchanged, compressed: %p', async (request) => {
  const name = await table('n UInt32, text String');
  const sender = senderOf({ isPacked: request });

  const { summary } = await sender.insert({ table: name, values: manyRows, format: 'JSONEachRow' });

  expect(summary?.written_rows).toBe('10000');
  expect(await read(`SELECT n, text FROM ${name} ORDER BY n`)).toEqual(manyRows);
  await sender.close();
});

test('streamed rows arrive, also compressed', async () => {
  const name = await table('n UInt32, text String');
  const sender = senderOf({ isPacked: true });

  await sender.insert({ table: name, values: Readable.from(manyRows), format: 'JSONEachRow' });

  expect(await read(`SELECT count() AS n, uniqExact(text) AS u FROM ${name}`)).toEqual([
    { n: 10_000, u: 10_000 },
  ]);
  await sender.close();
});

test.each([
  ['TabSeparated', 'a\\tb\n\nc\n', ['', 'a\tb', 'c']],
  ['TabSeparated', ';\n\nDROP TABLE victim\n', ['', ';', 'DROP TABLE victim']],
  ['CSV', '"x\n\n;DROP TABLE victim"\ny\n', ['x\n\n;DROP TABLE victim', 'y']],
  ['JSONEachRow', '{"s":"a"}\n\n\n{"s":"b"}\n\n', ['a', 'b']],
  ['Values', "('a\n\n;'),\n\n('b')", ['a\n\n;', 'b']],
])('rows in %s keep all their text, empty lines too: %j', async (format, body, expected) => {
  await client.command({
    query: 'CREATE TABLE IF NOT EXISTS victim (a Int8) ENGINE = MergeTree ORDER BY a',
  });
  const behindQuery = await table('s String');
  const inOneBody = await table('s String');

  const first = await insertBytes(`INSERT INTO ${behindQuery} FORMAT ${format}`, body);
  const second = await fetch(`${url}/?database=${database}`, {
    method: 'POST',
    body: `INSERT INTO ${inOneBody} FORMAT ${format}\n${body}`,
    headers,
  });

  expect([first.status, second.status]).toEqual([200, 200]);
  for (const name of [behindQuery, inOneBody]) {
    const rows = await read<{ s: string }>(`SELECT s FROM ${name} ORDER BY s`);
    expect(rows.map((row) => row.s)).toEqual(expected);
  }
  expect(await read('SELECT count() AS n FROM victim')).toEqual([{ n: 0 }]);
});

test.each([[[]], [[10, 10, 10, 59]]])(
  'all byte values, and %j, are stored unchanged',
  async (more) => {
    const name = await table('id UInt8, s String');
    const every = Buffer.from([...Array.from({ length: 256 }, (_, byte) => byte), ...more]);
    const row = (id: number) =>
      Buffer.concat([Buffer.from([id, 0x80 | (every.length & 0x7f), every.length >> 7]), every]);
    const query = `INSERT INTO ${name} FORMAT RowBinary`;

    await insertBytes(query, row(1));
    await insertBytes(query, gzipSync(row(2)), { 'Content-Encoding': 'gzip' });

    expect(await read(`SELECT id, lower(hex(s)) AS h FROM ${name} ORDER BY id`)).toEqual([
      { id: 1, h: every.toString('hex') },
      { id: 2, h: every.toString('hex') },
    ]);
  },
);

test('one token stores one batch, also when it is repeated with other rows', async () => {
  const name = await table('n UInt32', 'SETTINGS non_replicated_deduplication_window = 100');
  const insert = (token: string, values: { n: number }[]) =>
    client.insert({
      table: name,
      values,
      format: 'JSONEachRow',
      clickhouse_settings: {
        async_insert: 0,
        insert_deduplicate: 1,
        insert_deduplication_token: token,
      },
    });

  await insert('first', [{ n: 1 }]);
  await insert('first', [{ n: 1 }]);
  await insert('first', [{ n: 2 }]);
  await insert('second', [{ n: 1 }]);

  expect(await read(`SELECT n FROM ${name}`)).toEqual([{ n: 1 }, { n: 1 }]);
});

test('a token also deduplicates rows sent through a file, and 10,000 rows', async () => {
  const name = await table('s String', 'SETTINGS non_replicated_deduplication_window = 100');
  const body = Array.from({ length: 10_000 }, (_, n) => (n % 2 === 0 ? '' : `${n}`)).join('\n');
  const insert = () =>
    fetch(
      `${url}/?${new URLSearchParams({
        database,
        query: `INSERT INTO ${name} FORMAT TabSeparated`,
        insert_deduplication_token: 'file',
      })}`,
      { method: 'POST', body, headers },
    );

  await insert();
  await insert();

  expect(await read(`SELECT count() AS n FROM ${name}`)).toEqual([{ n: 10_000 }]);
  expect(
    await read(
      `SELECT count() AS n FROM system.parts WHERE table = '${name}' AND database = '${database}'`,
    ),
  ).toEqual([{ n: 1 }]);
});

test('an insert of 10,000 rows creates one part', async () => {
  const name = await table('n UInt32, text String');

  await client.insert({ table: name, values: manyRows, format: 'JSONEachRow' });

  expect(
    await read(
      `SELECT rows FROM system.parts WHERE table = '${name}' AND database = '${database}'`,
    ),
  ).toEqual([{ rows: 10_000 }]);
});

test('an invalid row rejects its whole batch, and the error names the row', async () => {
  const name = await table('n UInt32');

  const answer = await insertBytes(
    `INSERT INTO ${name} FORMAT JSONEachRow`,
    '{"n":1}\n{"n":"x"}\n{"n":3}\n',
  );

  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('(at row 2)');
  expect(await read(`SELECT count() AS n FROM ${name}`)).toEqual([{ n: 0 }]);
});

test('inserts with columns, VALUES, SELECT and an empty body work', async () => {
  const name = await table('n UInt32, s String');

  await client.insert({
    table: name,
    columns: ['s'],
    values: [{ s: 'named' }],
    format: 'JSONEachRow',
  });
  await client.command({ query: `INSERT INTO ${name} VALUES (1, 'it''s;'), (2, '\\n\\n')` });
  await client.command({
    query: `INSERT INTO ${name} SELECT number, {s:String} FROM numbers(2) SETTINGS max_threads = 1`,
    query_params: { s: 'chosen' },
  });
  const empty = await insertBytes(`INSERT INTO ${name} FORMAT JSONEachRow`, '');

  expect(empty.status).toBe(200);
  expect(await read(`SELECT n, s FROM ${name} ORDER BY n, s`)).toEqual([
    { n: 0, s: 'chosen' },
    { n: 0, s: 'named' },
    { n: 1, s: 'chosen' },
    { n: 1, s: "it's;" },
    { n: 2, s: '\n\n' },
  ]);
});

test('a second statement after an insert is rejected before the first one runs', async () => {
  const name = await table('n UInt32');

  const values = await insertBytes(`INSERT INTO ${name} VALUES (1); DROP TABLE ${name}`, '');
  const inBody = await fetch(`${url}/?database=${database}`, {
    method: 'POST',
    body: `INSERT INTO ${name} VALUES (1); DROP TABLE ${name}`,
    headers,
  });

  expect([values.status, inBody.status]).toEqual([400, 400]);
  expect(await read(`SELECT count() AS n FROM ${name}`)).toEqual([{ n: 0 }]);
});

test.each([
  ['gzip that is none', 'gzip', Buffer.from('plain'), 400, '36'],
  ['an encoding that is not served', 'br', Buffer.from('x'), 500, '89'],
  ['a small body that unpacks to too much', 'gzip', gzipSync(Buffer.alloc(80_000_000)), 413, '223'],
  ['a body that is too large as it is', '', Buffer.alloc(65 * 1024 * 1024), 413, null],
])('%s is refused', async (_what, encoding, body, status, code) => {
  const name = await table('n UInt32');

  const answer = await insertBytes(
    `INSERT INTO ${name} FORMAT JSONEachRow`,
    body,
    encoding === '' ? {} : { 'Content-Encoding': encoding },
  );

  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-clickhouse-exception-code')).toBe(code);
});
