import { afterAll, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { analystViews } from '#adapters/clickhouse/analysts/views';
import { testEventStore } from '#tests/support/builders/events';

const store = await testEventStore();
afterAll(() => store.drop());

const document = await readFile(join(import.meta.dir, '../../../../clickhouse/README.md'), 'utf8');
const section = document.slice(document.indexOf("## A user on the operator's own server"));
const statements = [...section.matchAll(/```sql\n([\s\S]*?)```/g)]
  .flatMap(([, text = '']) => text.split(';'))
  .map((text) => text.trim())
  .filter((text) => text !== '');

/** What nobody but the application reads, and what the row policy decides. */
const closed = /^(?:ip_address|user_agent|referrer_url|metadata|batch|user_id)$/;

test('the engine parses each statement for a user on a server', async () => {
  expect(statements).toHaveLength(10);
  for (const statement of statements) {
    const answer = await store.client.query({
      query: 'SELECT formatQuerySingleLine({statement:String}) AS text',
      query_params: { statement },
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ text: string }>();
    expect(row?.text).toMatch(/^(?:CREATE|GRANT|DROP) /);
  }
});

test.each(['clicks', 'conversions'])(
  'the columns granted of %s exist and are no secrets',
  async (table) => {
    const grant = statements.find((text) => text.endsWith(`ON waypost.${table} TO waypost_ada`));
    const granted = /SELECT\(([^)]*)\)/
      .exec(grant ?? '')?.[1]
      ?.split(',')
      .map((name) => name.trim());
    const answer = await store.client.query({
      query: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}`,
      query_params: { table },
      format: 'JSONEachRow',
    });
    const columns = (await answer.json<{ name: string }>()).map(({ name }) => name);

    expect(granted?.length).toBeGreaterThan(15);
    expect(granted?.filter((name) => !columns.includes(name) || closed.test(name))).toEqual([]);
  },
);

test('what the view of clicks shows is granted', () => {
  const grant = statements.find((text) => text.endsWith('ON waypost.clicks TO waypost_ada')) ?? '';
  const shown = analystViews.find(({ name }) => name === 'clicks')?.columns ?? [];

  expect(shown.filter(([name]) => !grant.includes(name))).toEqual([]);
});
