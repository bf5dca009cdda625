import { keyHolder } from '#tests/support/builders/people';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { analystViews } from '#adapters/clickhouse/analysts/views';
import { other, own, seedTwoAccounts } from '#tests/support/hostile-sql/accounts';
import { sqlWorld } from '#tests/support/worlds/analytics/sql-world';

const world = await sqlWorld();
afterAll(() => world[Symbol.asyncDispose]());
beforeAll(async () => {
  await seedTwoAccounts(world.engine.client);
  world.keys.set('wp_own', keyHolder(own.userId, ['sql']));
});

const send = (search: string, body: string): Promise<Response> =>
  fetch(`${world.url}${search}`, {
    method: 'POST',
    headers: { 'x-clickhouse-key': 'wp_own' },
    body,
  });
const ask = (query: string, format = 'TabSeparated') => send(`?default_format=${format}`, query);

test('[sql-protocol] no result is cut unless its author says where', async () => {
  const lines = async (search: string, query: string) => {
    const text = await (await send(search, `${query} FORMAT CSV`)).text();
    return text.startsWith('Code') ? text.slice(0, 9) : text.split('\n').length - 1;
  };
  const many = 'SELECT number FROM numbers(1000001)';

  expect(await lines('?result_overflow_mode=break', many)).toBe('Code: 396');
  expect(await lines('?result_overflow_mode=break&max_result_rows=7', many)).toBe(7);
  expect(await lines('?max_result_rows=7', many)).toBe('Code: 396');
});

test('[sql-protocol] every column of a view has the type that is declared', async () => {
  for (const { name, columns } of analystViews) {
    const { meta } = JSON.parse(await (await ask(`SELECT * FROM ${name} LIMIT 0`, 'JSON')).text());
    expect([name, meta]).toEqual([name, columns.map(([column, type]) => ({ name: column, type }))]);
  }
});

test('[sql-isolation] a plan has the names of its steps alone, and only of statements that may run', async () => {
  const statements = [
    'SELECT country, count() FROM clicks WHERE clicked_at > now() - 9 GROUP BY country ORDER BY 2',
    'SELECT * FROM clicks AS c JOIN links AS l USING link_id WHERE link_id IN (SELECT link_id FROM conversions)',
    `WITH '${other.userId}' AS a SELECT day, avg(clicks) OVER (ORDER BY day) FROM daily WHERE a != ''`,
    'SELECT 1 UNION ALL SELECT 2',
  ];
  for (const statement of statements) {
    for (const explain of ['EXPLAIN', 'explain plan']) {
      const text = await (await ask(`${explain} ${statement}`)).text();
      expect([statement, text]).toEqual([statement, expect.stringMatching(/^(?: *[A-Z]\w*\n)+$/)]);
      expect(text).not.toMatch(/Read\w/);
    }
  }
  for (const statement of [
    ...['EXPLAIN indexes = 1 SELECT * FROM clicks', 'EXPLAIN PLAN actions = 1 SELECT 1'],
    ...[
      'EXPLAIN PIPELINE SELECT 1',
      'EXPLAIN ESTIMATE SELECT * FROM clicks',
      'EXPLAIN AST SELECT 1',
    ],
    ...['EXPLAIN SELECT * FROM waypost.clicks', "EXPLAIN SELECT file('/etc/passwd')"],
    ...['EXPLAIN EXPLAIN SELECT 1', 'SELECT * FROM (EXPLAIN SELECT 1)', 'EXPLAIN SHOW TABLES'],
    ...['SHOW COLUMNS FROM clicks FROM waypost', 'SHOW COLUMNS FROM nothing'],
  ]) {
    const answer = await ask(statement);
    expect([statement, answer.status]).not.toEqual([statement, 200]);
  }
});

test('[sql-protocol] the size and time of a result come as summary and as progress', async () => {
  const search = '?default_format=JSON&send_progress_in_http_headers=1';
  const json = await send(search, 'SELECT number FROM numbers(12345) LIMIT 12345');
  const summary = json.headers.get('x-clickhouse-summary') ?? '';

  expect(JSON.parse(summary)).toMatchObject({ result_rows: '12345' });
  expect(Number(JSON.parse(summary).elapsed_ns)).toBeGreaterThan(0);
  expect(json.headers.get('x-clickhouse-progress')).toBe(summary);
});

test('[sql-protocol] what changes nothing may be sent: compress=0, decompress=0, an empty database', async () => {
  for (const search of ['?compress=0', '?decompress=0', '?database=']) {
    const answer = await send(search, 'SELECT 8');

    expect([search, answer.status, await answer.text()]).toEqual([search, 200, '8\n']);
  }
});
