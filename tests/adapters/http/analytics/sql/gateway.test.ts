import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { createClient as createWebClient } from '@clickhouse/client-web';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { own, other, seedTwoAccounts } from '#tests/support/hostile-sql/accounts';
import { sqlWorld } from '#tests/support/worlds/analytics/sql-world';
import { until } from '#tests/support/until';

const world = await sqlWorld();
afterAll(() => world[Symbol.asyncDispose]());
beforeAll(async () => {
  await seedTwoAccounts(world.engine.client);
  world.keys.set('wp_own', { userId: own.userId, scopes: ['sql'] });
  world.keys.set('wp_writer', { userId: own.userId, scopes: ['conversions:write'] });
});

type Sent = { readonly headers?: Record<string, string>; readonly body?: BodyInit };

function send(search: string, { headers = {}, body }: Sent = {}): Promise<Response> {
  return fetch(`${world.url}${search}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-clickhouse-user': 'me', 'x-clickhouse-key': 'wp_own', ...headers },
    ...(body !== undefined && { body }),
  });
}

const ask = (query: string, format = 'TabSeparated'): Promise<Response> =>
  send(`?default_format=${format}`, { body: query });

describe('[sql-protocol] clients of ClickHouse', () => {
  const client = createClient({
    url: world.site.href,
    pathname: '/clickhouse',
    username: 'anybody',
    password: 'wp_own',
    compression: { request: true, response: true },
    log: { level: ClickHouseLogLevel.OFF },
  });
  afterAll(() => client.close());

  test('the client for Node queries with parameters, formats and compression', async () => {
    const answer = await client.query({
      query: 'SELECT city, count() AS clicks FROM clicks WHERE city != {none:String} GROUP BY city',
      query_params: { none: "it's\tnone\n" },
      format: 'JSONEachRow',
    });

    expect(await answer.json<object>()).toEqual([{ city: own.city, clicks: '7' }]);
    expect(await client.ping()).toEqual({ success: true });
    expect(await client.ping({ select: true })).toMatchObject({ success: true });
  });

  test('it reads arrays, maps, dates, NULL and large numbers exactly', async () => {
    const answer = await client.query({
      query: `SELECT [1, 2] AS a, map('k', 1) AS m, NULL AS n, toUInt64(18446744073709551615) AS u,
        toDate({day:Date}) AS d, {ids:Array(UInt8)} AS ids, toDecimal64('1.10', 2) AS money`,
      query_params: { day: '2026-03-29', ids: [3, 4] },
      format: 'JSON',
    });

    expect(await answer.json()).toMatchObject({
      rows: 1,
      data: [
        {
          ...{ a: [1, 2], m: { k: 1 }, n: null, u: '18446744073709551615', d: '2026-03-29' },
          ...{ ids: [3, 4], money: '1.1' },
        },
      ],
    });
  });

  test('it streams rows, and reads an error with its code', async () => {
    const answer = await client.query({
      query: 'SELECT number FROM numbers(50000)',
      format: 'JSONCompactEachRow',
    });
    let count = 0;
    for await (const rows of answer.stream<[string]>()) count += rows.length;

    expect(count).toBe(50_000);
    const refused = client.query({ query: 'SELECT nonsense FROM clicks' });
    await expect(refused).rejects.toMatchObject({ code: '47', type: 'UNKNOWN_IDENTIFIER' });
    await expect(client.command({ query: 'DROP TABLE clicks' })).rejects.toMatchObject({
      code: '164',
    });
    const inserting = client.insert({
      table: 'clicks',
      values: [{ city: 'x' }],
      format: 'JSONEachRow',
    });
    await expect(inserting).rejects.toThrow();
  });

  test('the client for browsers does the same', async () => {
    const web = createWebClient({
      ...{ url: world.site.href, pathname: '/clickhouse', username: 'x', password: 'wp_own' },
      log: { level: ClickHouseLogLevel.OFF },
    });

    const answer = await web.query({
      query: 'SELECT count() AS n FROM conversions',
      format: 'JSON',
    });

    expect(await answer.json()).toMatchObject({ data: [{ n: '7' }] });
    expect(await web.ping()).toMatchObject({ success: true });
    await web.close();
  });

  test('curl, as ClickHouse documents it', async () => {
    const curl = async (...more: string[]) => {
      const child = Bun.spawn(['curl', '-sS', ...more], { stdout: 'pipe', stdin: 'ignore' });
      return (await new Response(child.stdout).text()).trim();
    };
    const [host] = [world.url];

    expect(await curl(host)).toBe('Ok.');
    expect(await curl(`${host}/ping`)).toBe('Ok.');
    expect(await curl('-u', 'me:wp_own', `${host}/?query=SELECT%201`)).toBe('1');
    expect(await curl('-u', 'me:wp_own', host, '--data-binary', 'SELECT count() FROM clicks')).toBe(
      '7',
    );
    expect(
      await curl(`${host}/?user=me&password=wp_own`, '-d', 'SELECT 1 FORMAT JSONCompactEachRow'),
    ).toBe('[1]');
    expect(
      await curl(
        '-H',
        'X-ClickHouse-User: me',
        '-H',
        'X-ClickHouse-Key: wp_own',
        `${host}/?query=SELECT`,
        '-d',
        '2',
      ),
    ).toBe('2');
    expect(
      await curl(
        '-u',
        'me:wp_own',
        '--compressed',
        `${host}?param_id=5&query=SELECT+%7Bid:UInt8%7D%2B1`,
      ),
    ).toBe('6');
    expect(
      await curl('-u', 'me:wp_own', '-F', 'query=SELECT {a:String}', '-F', 'param_a=b', host),
    ).toBe('b');
  });
});

describe('[sql-protocol] the interface', () => {
  test('answers in the formats of ClickHouse and names them', async () => {
    const beginnings: readonly (readonly [string, RegExp])[] = [
      ['JSON', /^\{\s+"meta"/],
      ['JSONCompact', /^\{\s+"meta"/],
      ['JSONEachRow', /^\{"a":1,"b":"x"\}\n$/],
      ['JSONStringsEachRow', /^\{"a":"1","b":"x"\}\n$/],
      ['JSONCompactEachRow', /^\[1, ?"x"\]\n$/],
      ['CSV', /^1,"x"\n$/],
      ['CSVWithNames', /^"a","b"\n1,"x"\n$/],
      ['TSV', /^1\tx\n$/],
      ['TabSeparatedWithNamesAndTypes', /^a\tb\nUInt8\tString\n1\tx\n$/],
      ['Parquet', /^PAR1/],
      ['Arrow', /^ARROW1/],
      ['ArrowStream', /^\xff\xff\xff\xff/],
      ['Native', /^.{3}a/s],
      ['RowBinaryWithNamesAndTypes', /^.{2}a.b/s],
      ['PrettyCompact', /a/],
      ['Vertical', /a: +1/],
      ['Markdown', /^\| a \| b \|/],
    ];
    for (const [format, beginning] of beginnings) {
      const answer = await ask(`SELECT 1 AS a, 'x' AS b FORMAT ${format}`);
      const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      expect([format, answer.status, answer.headers.get('x-clickhouse-format')]).toEqual([
        format,
        200,
        format,
      ]);
      expect(text).toMatch(beginning);
    }
    expect(
      JSON.parse((await ask('SELECT 1')).headers.get('x-clickhouse-summary') ?? ''),
    ).toMatchObject({ result_rows: '1' });
  });

  test('reads compressed bodies and compresses as Accept-Encoding asks', async () => {
    const query = Buffer.from("SELECT repeat('x', 5000)");
    for (const [encoding, body] of [
      ['gzip', gzipSync(query)],
      ['zstd', zstdCompressSync(query)],
    ] as const) {
      const answer = await send('', { body, headers: { 'content-encoding': encoding } });
      expect((await answer.text()).length).toBe(5001);
    }
    const packed = await fetch(world.url, {
      method: 'POST',
      body: query,
      headers: { authorization: 'Bearer wp_own', 'accept-encoding': 'br, gzip;q=0.5' },
      decompress: false,
    });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await packed.arrayBuffer()).length).toBe(5001);
    const plain = await fetch(world.url, {
      ...{ method: 'POST', body: query, decompress: false },
      headers: { authorization: 'Bearer wp_own', 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  test('refuses in ClickHouse’s own form', async () => {
    const cases: readonly (readonly [string, Sent, number, string])[] = [
      ['', { body: 'SELECT 1', headers: { 'x-clickhouse-key': '' } }, 401, '516'],
      ['', { body: 'SELECT 1', headers: { 'x-clickhouse-key': 'wrong' } }, 401, '516'],
      ['', { body: 'SELECT 1', headers: { 'x-clickhouse-key': 'wp_writer' } }, 403, '497'],
      ['', { body: 'SELEC 1' }, 400, '62'],
      ['', { body: '' }, 400, '62'],
      ['', { body: 'SELECT * FROM nowhere' }, 404, '60'],
      ['', { body: `SELECT file('/etc/passwd')` }, 404, '46'],
      ['?database=waypost', { body: 'SELECT 1' }, 404, '81'],
      ['?role=application', { body: 'SELECT 1' }, 403, '497'],
      ['?compress=1', { body: 'SELECT 1' }, 501, '48'],
      ['?log_comment=application', { body: 'SELECT 1' }, 400, '164'],
      ['?default_format=Nonsense', { body: 'SELECT 1' }, 404, '73'],
      ['?max_result_rows=10', { body: 'SELECT * FROM numbers(1000)' }, 400, '396'],
      ['', { body: 'x'.repeat(300_000) }, 413, '223'],
      ['', { body: `SELECT '${'x'.repeat(70_000)}'` }, 413, '223'],
      [
        '',
        { body: gzipSync('x'.repeat(10_000_000)), headers: { 'content-encoding': 'gzip' } },
        413,
        '223',
      ],
      ['', { body: 'x', headers: { 'content-encoding': 'lz4' } }, 501, '48'],
      ['', { body: 'not gzip', headers: { 'content-encoding': 'gzip' } }, 400, '36'],
    ];
    for (const [search, sent, status, code] of cases) {
      const answer = await send(search, sent);
      const text = await answer.text();
      expect([search, text.slice(0, 60), answer.status]).toEqual([
        search,
        text.slice(0, 60),
        status,
      ]);
      expect(answer.headers.get('x-clickhouse-exception-code')).toBe(code);
      expect(text).toMatch(
        new RegExp(String.raw`^Code: ${code}\. DB::Exception: .+ \([A-Z_]+\)\n$`, 's'),
      );
    }
    expect(
      (await send('', { body: 'x', headers: { 'x-clickhouse-key': '' } })).headers.get(
        'www-authenticate',
      ),
    ).toContain('Basic');
  });

  test('accepts the key wherever a client puts a password', async () => {
    const basic = `Basic ${btoa('somebody:wp_own')}`;
    const ways: readonly (readonly [string, Record<string, string>])[] = [
      ['', { authorization: basic }],
      ['', { authorization: 'Bearer wp_own' }],
      ['', { 'x-clickhouse-key': 'wp_own' }],
      ['&user=x&password=wp_own', {}],
    ];
    for (const [search, headers] of ways) {
      const answer = await fetch(`${world.url}?query=SELECT+1${search}`, { headers });
      expect([answer.status, await answer.text()]).toEqual([200, '1\n']);
    }
  });

  test('says when SQL is switched off, or when the event store cannot isolate accounts', async () => {
    const headers = { authorization: 'Bearer wp_own' };
    const cases = [
      [{ analystSql: false, clickhouseUrl: null }, 403],
      [{ analystSql: true, clickhouseUrl: 'http://clickhouse.example' }, 501],
    ] as const;
    for (const [config, status] of cases) {
      const server = world.open(config);
      const answer = await fetch(new URL('/clickhouse?query=SELECT+1', server.url), { headers });
      expect([answer.status, (await answer.text()).startsWith('Code: ')]).toEqual([status, true]);
      await server.stop(true);
    }
  });

  test('every statement is in the audit trail, cut, and no password with it', async () => {
    const ofThisTest = () => world.noted.filter(({ detail }) => /long|11|DROP/.test(detail ?? ''));
    world.noted.length = 0;
    await (await send('?query=SELECT+11', {})).text();
    await (await ask(`SELECT '${'long '.repeat(100)}'`)).text();
    await (await ask('DROP TABLE clicks')).text();
    await (await fetch(`${world.url}/ping`)).text();

    await until('three entries', () => ofThisTest().length >= 3);
    expect(
      ofThisTest().map(({ event, outcome, actor, detail }) => [
        event,
        outcome,
        actor,
        detail?.slice(0, 12),
        detail?.length,
      ]),
    ).toEqual([
      ['statement_run', 'done', 'key', 'SELECT 11', 9],
      ['statement_run', 'done', 'key', `SELECT 'long`, 200],
      ['statement_run', 'refused', 'key', 'DROP TABLE c', 17],
    ]);
    expect(
      ofThisTest().every(
        ({ account }) => account.kind === 'known' && account.userId === own.userId,
      ),
    ).toBe(true);
  });
});

/** What tools ask before they show anything: the statement, and what has to be in the answer. */
const probes: readonly (readonly [tool: string, statement: string, answer: RegExp])[] = [
  ['Grafana', 'SELECT 1', /^1$/],
  ['Grafana', 'SELECT version()', /^\d+\.\d+/],
  ['Grafana', 'SHOW DATABASES', /^analyst$/],
  ['Grafana', 'SELECT name FROM system.databases ORDER BY name', /^analyst$/],
  ['Grafana', 'SHOW TABLES FROM "analyst"', /^clicks\nconversions\ndaily\nlinks$/],
  [
    'Grafana',
    `SELECT name FROM system.tables WHERE database = 'analyst' ORDER BY name`,
    /^clicks\nconv/,
  ],
  ['Grafana', 'DESC TABLE "analyst"."clicks"', /^click_id\tUUID/],
  [
    'Grafana',
    `SELECT name, type FROM system.columns WHERE database = 'analyst' AND table = 'daily'`,
    /^day\tDate/,
  ],
  ['Grafana', 'SELECT timezone()', /UTC$/],
  ['Metabase', 'SELECT version(), timezone()', /UTC$/],
  [
    'Metabase',
    `SELECT database, name, engine, comment FROM system.tables WHERE database IN ('analyst') AND engine NOT IN ('Null')`,
    /clicks\tView/,
  ],
  [
    'Metabase',
    `SELECT t.name AS name, t.database AS schema FROM system.tables t JOIN system.databases d ON t.database = d.name ORDER BY name`,
    /^clicks\tanalyst/,
  ],
  [
    'Metabase',
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'analyst' ORDER BY table_name`,
    /^clicks\n/,
  ],
  [
    'Metabase',
    `SELECT column_name FROM INFORMATION_SCHEMA.COLUMNS WHERE table_name = 'daily' ORDER BY ordinal_position`,
    /^day\n/,
  ],
  ['Metabase', 'SELECT * FROM `analyst`.`clicks` LIMIT 1', /Ownville/],
  ['Metabase', 'SELECT count(*) AS `count` FROM `analyst`.`clicks`', /^7$/],
  [
    'Metabase',
    'SELECT toStartOfDay(`analyst`.`clicks`.`clicked_at`) AS `clicked_at`, COUNT(*) AS `count` FROM `analyst`.`clicks` GROUP BY toStartOfDay(`analyst`.`clicks`.`clicked_at`) ORDER BY toStartOfDay(`analyst`.`clicks`.`clicked_at`) ASC',
    /\t\d+$/,
  ],
  ['JDBC', 'SELECT currentUser(), timezone(), version()', /^default\t(?:Etc\/)?UTC/],
  ['JDBC', 'EXISTS TABLE analyst.clicks', /^1$/],
  ['JDBC', 'EXISTS DATABASE analyst', /^1$/],
  ['dbt', 'SELECT currentDatabase()', /^analyst$/],
  ['Python', 'SELECT name, value, readonly AS readonly FROM system.settings LIMIT 10000', /^$/],
];

test('[sql-protocol] the questions by which tools browse are answered about the views alone', async () => {
  for (const [tool, statement, expected] of probes) {
    const answer = await ask(statement);
    const text = (await answer.text()).trim();
    expect([tool, statement, text.slice(0, 300)]).toEqual([
      tool,
      statement,
      expect.stringMatching(expected),
    ]);
    expect(text).not.toContain('waypost.');
    expect(text).not.toContain(other.userId);
  }
});
