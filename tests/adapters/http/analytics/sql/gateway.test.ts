import { keyHolder } from '#tests/support/builders/people';
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
  world.keys.set('wp_own', keyHolder(own.userId, ['sql']));
  world.keys.set('wp_writer', keyHolder(own.userId, ['conversions:write']));
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
          a: [1, 2],
          m: { k: 1 },
          n: null,
          u: '18446744073709551615',
          d: '2026-03-29',
          ids: [3, 4],
          money: '1.1',
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
      url: world.site.href,
      pathname: '/clickhouse',
      username: 'x',
      password: 'wp_own',
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
      method: 'POST',
      body: query,
      decompress: false,
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
      ['', { body: 'SELECT 1 \0' }, 400, '36'],
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

  test('accepts the key wherever a client puts a password, and logs it nowhere', async () => {
    const basic = `Basic ${btoa('somebody:wp_own')}`;
    const ways: readonly (readonly [string, Record<string, string>])[] = [
      ['', { authorization: basic }],
      ['', { authorization: 'Bearer wp_own' }],
      ['', { 'x-clickhouse-key': 'wp_own' }],
      ['&user=x&password=wp_own', {}],
    ];
    const before = world.log.lines.length;
    for (const [search, headers] of ways) {
      const answer = await fetch(`${world.url}?query=SELECT+1${search}`, { headers });
      expect([answer.status, await answer.text()]).toEqual([200, '1\n']);
    }
    await until('they are logged', () => world.log.lines.length >= before + ways.length);
    expect(world.log.lines.join('\n')).not.toContain('wp_own');
  });

  test('says when SQL is switched off, or when the event store does not keep accounts apart', async () => {
    const headers = { authorization: 'Bearer wp_own' };
    // It takes no users, so it cannot be proven.
    const unproven = world.onServer(world.engine);
    const cases = [
      [{ analystSql: false, clickhousePublicUrl: null }, null, 403],
      [{ analystSql: true, clickhousePublicUrl: null }, unproven, 501],
    ] as const;
    for (const [config, serverSql, status] of cases) {
      const server = world.open(config, serverSql);
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
  [
    'Grafana, by clickhouse-go',
    'SELECT displayName(), version(), revision(), timezone()',
    /^Waypost\t\d+\.[.\d]+\t0\t(?:Etc\/)?UTC$/,
  ],
  [
    'Grafana',
    `SELECT name, is_aggregate, case_insensitive, alias_to, origin, description,
        syntax, arguments, returned_value, examples, categories
      FROM system.functions
      LIMIT 10000`,
    /^$/,
  ],
  [
    'Grafana',
    'SHOW TABLES',
    /^clicks\nconversions\ndaily\nlinks\nsplit_destinations\nsplit_tests$/,
  ],
  [
    'Metabase',
    `WITH s AS (SELECT version() AS ver, splitByChar('.', ver) AS verSplit) SELECT s.ver, toInt32(verSplit[1]), toInt32(verSplit[2]) FROM s`,
    /^\d+\.\d+.*\t\d+\t\d+$/,
  ],
  [
    'JDBC, when it connects',
    'SELECT currentUser() AS user, timezone() AS timezone, version() AS version LIMIT 1',
    /^default\t(?:Etc\/)?UTC/,
  ],
  [
    'JDBC, getSchemas',
    `SELECT name AS TABLE_SCHEM, '' AS TABLE_CATALOG FROM system.databases ORDER BY name`,
    /^analyst\t$|^analyst$/,
  ],
  [
    'JDBC, getTables (Metabase, DBeaver)',
    `SELECT '' AS TABLE_CAT, t.database AS TABLE_SCHEM, t.name AS TABLE_NAME, if(t.is_temporary = 1, concat('Temporary', t.engine), t.engine) AS TABLE_TYPE, t.comment AS REMARKS, CAST(null as Nullable(String)) AS TYPE_CAT, d.engine AS TYPE_SCHEM, CAST(null as Nullable(String)) AS TYPE_NAME, CAST(null as Nullable(String)) AS SELF_REFERENCING_COL_NAME, CAST(null as Nullable(String)) AS REF_GENERATION FROM system.tables t JOIN system.databases d ON system.tables.database = system.databases.name WHERE t.database LIKE '%' AND t.name LIKE '%' AND ( (t.engine IN ('View','LiveView')) OR (t.engine NOT IN ('Log','Memory') AND NOT t.engine LIKE 'System%' AND NOT t.engine LIKE 'Async%' AND t.is_temporary = 0)) AND (t.is_temporary = 0)`,
    /^analyst\tclicks\tView\t/,
  ],
  [
    'JDBC, getColumns (Metabase, DBeaver)',
    `SELECT '' AS TABLE_CAT, database AS TABLE_SCHEM, table AS TABLE_NAME, name AS COLUMN_NAME, toInt32(1111) AS DATA_TYPE, type AS TYPE_NAME, toInt32(multiIf(character_octet_length IS NOT NULL, character_octet_length, system.columns.type == 'Int8', 1, numeric_precision IS NOT NULL, numeric_precision, 0)) AS COLUMN_SIZE, toInt32(0) AS BUFFER_LENGTH, toInt32(IF (numeric_scale == 0, NULL, numeric_scale)) as DECIMAL_DIGITS,  toInt32(numeric_precision_radix) AS NUM_PREC_RADIX, toInt32(position(type, 'Nullable(') >= 1 ?1 : 0) as NULLABLE, system.columns.comment AS REMARKS, system.columns.default_expression AS COLUMN_DEF, toInt32(0) AS SQL_DATA_TYPE, toInt32(0) AS SQL_DATETIME_SUB, character_octet_length::Nullable(Int32) AS CHAR_OCTET_LENGTH, toInt32(system.columns.position) AS ORDINAL_POSITION, position(upper(type), 'NULLABLE') >= 1 ? 'YES' : 'NO' AS IS_NULLABLE,CAST(NULL as Nullable(String)) AS SCOPE_CATALOG, CAST(NULL as Nullable(Int16)) AS SOURCE_DATA_TYPE, 'NO' as IS_AUTOINCREMENT, 'NO' as IS_GENERATEDCOLUMN  FROM system.columns WHERE database LIKE '%' AND table LIKE 'daily' AND name LIKE '%' ORDER BY TABLE_SCHEM, TABLE_NAME, ORDINAL_POSITION`,
    /^analyst\tdaily\tday\t1111\tDate\t/,
  ],
  [
    'JDBC, getPrimaryKeys',
    `SELECT NULL::Nullable(String) AS TABLE_CAT, system.tables.database AS TABLE_SCHEM, system.tables.name AS TABLE_NAME, trim(c.1) AS COLUMN_NAME, CAST(c.2 AS Int16) AS KEY_SEQ, 'PRIMARY' AS PK_NAME FROM system.tables ARRAY JOIN arrayZip(splitByChar(',', primary_key), arrayEnumerate(splitByChar(',', primary_key))) as c WHERE system.tables.primary_key <> '' AND system.tables.database ILIKE 'analyst' AND system.tables.name ILIKE 'clicks' ORDER BY COLUMN_NAME`,
    /^$/,
  ],
  [
    'JDBC, getImportedKeys',
    `SELECT CAST(NULL as Nullable(String)) AS PKTABLE_CAT, CAST(NULL as Nullable(Int16)) AS KEY_SEQ LIMIT 0`,
    /^$/,
  ],
  ['DBeaver', 'SELECT VERSION()', /^\d+\.\d+/],
  ['DBeaver', 'SELECT name FROM system.table_engines', /^$/],
  [
    'DBeaver',
    `SELECT name, case_insensitive, alias_to FROM system.data_type_families ORDER BY name`,
    /^AggregateFunction\t0\t/,
  ],
  [
    'DBeaver',
    `SELECT name as TABLE_NAME, engine as TABLE_TYPE, database as TABLE_SCHEM,comment as REMARKS, * FROM system.tables
WHERE database = 'analyst' and name='clicks'`,
    /^clicks\tView\tanalyst\tOne row/,
  ],
  [
    'DBeaver',
    'SHOW CREATE TABLE `analyst`.`daily`',
    /^CREATE VIEW analyst\.daily\\n\(\\n {4}day Date,/,
  ],
  ['dbt', 'EXISTS DATABASE `analyst`', /^1$/],
  ['dbt', 'SELECT engine FROM system.databases WHERE name = database()', /^\w+$/],
  ['dbt', 'select name from system.databases', /^analyst$/],
  ['dbt', `select name, engine, comment from system.databases where name = 'analyst'`, /^analyst/],
  [
    'dbt',
    `select null as db, name as name, database as schema,
      if(engine not in ('MaterializedView', 'View'), 'table', 'view') as type
    from system.tables as t where schema = 'analyst'`,
    /\tclicks\tanalyst\tview/,
  ],
  [
    'dbt',
    `select name, type, position from system.columns where table = 'daily' and database = 'analyst' order by position`,
    /^day\tDate\t1/,
  ],
  [
    'dbt, docs',
    `select null as table_database, columns.database as table_schema, columns.table as table_name,
      if(tables.engine not in ('MaterializedView', 'View'), 'table', 'view') as table_type,
      nullIf(tables.comment, '') as table_comment, columns.name as column_name,
      columns.position as column_index, columns.type as column_type,
      nullIf(columns.comment, '') as column_comment, null as table_owner
    from system.columns as columns
    join system.tables as tables on tables.database = columns.database and tables.name = columns.table
    where database != 'system' and (columns.database = 'analyst')
    order by columns.database, columns.table, columns.position`,
    /\tanalyst\tclicks\tview\t/,
  ],
  ['dbt', 'select * from (select 1 as a) as __dbt_sbq limit 0', /^$/],
  ['Python', 'SELECT version(), timezone()', /UTC$/],
  ['Python', 'SELECT 1 AS check', /^1$/],
  ['Grafana', 'SELECT 1', /^1$/],
  ['Grafana', 'SELECT version()', /^\d+\.\d+/],
  ['Grafana', 'SHOW DATABASES', /^analyst$/],
  ['Grafana', 'SELECT name FROM system.databases ORDER BY name', /^analyst$/],
  [
    'Grafana',
    'SHOW TABLES FROM "analyst"',
    /^clicks\nconversions\ndaily\nlinks\nsplit_destinations\nsplit_tests$/,
  ],
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
  ['DBeaver', 'SELECT user(), hostName()', /^default\tWaypost$/],
  ['Python', 'SELECT hostname() AS host, upper(hostName())', /^Waypost\tWAYPOST$/],
  ['dbt', 'SELECT count() FROM system.clusters', /^0$/],
  ['dbt', 'SELECT name, status, origin, source FROM system.dictionaries', /^$/],
  [
    'DBeaver',
    `SELECT table, sum(rows), sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'analyst' GROUP BY table`,
    /^$/,
  ],
  ['MySQL tools', "SHOW COLUMNS FROM daily LIKE 'c%'", /^clicks\tUInt64\tNO\t\t\\N\t\n/],
  [
    'MySQL tools',
    'SHOW FULL COLUMNS FROM `clicks` FROM `analyst` LIMIT 1',
    /^click_id\tUUID\tNO\t\t\\N\t\t\\N\tId of the click/,
  ],
  [
    'DBeaver',
    'EXPLAIN SELECT country FROM clicks ORDER BY 1 LIMIT 2',
    /^Expression\n {2}Limit\n {4}Sorting\n/,
  ],
  ['Python', 'SELECT name, value, readonly AS readonly FROM system.settings LIMIT 10000', /^$/],
];

test('[sql-protocol] clickhouse-go reads its first answer in its own revision', async () => {
  const question = 'SELECT displayName(), version(), revision(), timezone()';
  const answer = await send('?client_protocol_version=54483&default_format=Native', {
    body: question,
  });
  const bytes = Buffer.from(await answer.arrayBuffer());

  // Block info, four columns, one row; then a flag behind the type of each column.
  expect(bytes.subarray(0, 10).toString('hex')).toBe('010002ffffffff000401');
  const column = (name: string, type: string) =>
    Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([type.length]),
      Buffer.from(type),
      Buffer.from([0]),
    ]);
  const first = Buffer.concat([column('displayName()', 'String'), Buffer.from('\x07Waypost')]);
  expect(bytes.subarray(10, 10 + first.length)).toEqual(first);
  const third = Buffer.concat([column('revision()', 'UInt32'), Buffer.from([0, 0, 0, 0])]);
  expect(bytes.includes(third)).toBe(true);
  const other = await send('?client_protocol_version=54483&default_format=Native', {
    body: 'SELECT 1',
  });
  expect(Buffer.from(await other.arrayBuffer())[0]).toBe(1);
});

test('[sql-protocol] tools that know a host and a port alone are answered at the root', async () => {
  const headers = { 'x-clickhouse-user': 'me', 'x-clickhouse-key': 'wp_own' };
  const at = (init: RequestInit) =>
    fetch(new URL('/?database=analyst', world.site), { method: 'POST', ...init });

  expect(await (await at({ headers, body: 'SELECT count() FROM clicks' })).text()).toBe('7\n');
  expect((await at({ body: 'SELECT 1' })).status).toBe(401);
  expect(await (await fetch(new URL('/ping', world.site))).text()).toBe('Ok.\n');
});

test('[sql-isolation] no answer counts the rows that the engine read, also of other accounts', async () => {
  const formats = ['JSON', 'JSONCompact', 'JSONStrings', 'JSONColumnsWithMetadata', 'XML'];
  for (const format of [...formats, 'TSV']) {
    for (const setting of ['', '&output_format_write_statistics=1']) {
      const search = `?default_format=${format}&send_progress_in_http_headers=1${setting}`;
      const query = 'SELECT count() FROM clicks';
      const inside = `${query} SETTINGS output_format_write_statistics = 1`;
      for (const body of [query, inside]) {
        const answer = await send(search, { body });
        expect(answer.status).toBe(200);
        const said = [...answer.headers].join(' ') + (await answer.text());
        expect(said).not.toMatch(/rows_read|read_rows|bytes_read|read_bytes|rows_to_read/);
      }
    }
  }
});

test('[sql-protocol] the length of a text is counted in a view, and an error shows no inner statement', async () => {
  expect(await (await ask('SELECT sum(length(city)) FROM clicks')).text()).toBe('56\n');
  const error = await (await ask('SELECT nothing FROM clicks')).text();
  expect(error).toContain('nothing');
  expect(error).not.toMatch(/scope|SELECT t\./);
});

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

test('[sql-protocol] a query id that cannot stand in a header is replaced, and the turn is free afterwards', async () => {
  for (const given of ['%E2%9C%93', 'abc%0d%0aX-Evil:1', '%20', '']) {
    const answer = await send(`?query_id=${given}`, { body: 'SELECT 1' });

    expect([given, answer.status, await answer.text()]).toEqual([given, 200, '1\n']);
    expect(answer.headers.get('x-clickhouse-query-id')).toMatch(/^[\da-f-]{36}$/);
    expect(answer.headers.get('x-evil')).toBeNull();
  }
  const refused = await send('?query_id=%E2%9C%93', { body: 'SELECT nonsense' });
  expect([refused.status, refused.headers.get('x-clickhouse-exception-code')]).toEqual([404, '47']);
  const kept = await send('?query_id=mine-7', { body: 'SELECT 1' });
  expect(kept.headers.get('x-clickhouse-query-id')).toBe('mine-7');
});
