import { afterAll, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  catalogStatements,
  hashPassword,
  openStatements,
  ownedIn,
  ownPolicyStatement,
  removeStatements,
} from '#adapters/clickhouse/analysts/server/account-statements';
import { serverNames } from '#adapters/clickhouse/analysts/server/names';
import { testEventStore } from '#tests/support/builders/events';

const store = await testEventStore();
afterAll(() => store.drop());

const path = join(import.meta.dir, '../../../../../clickhouse/README.md');
const document = await readFile(path, 'utf8');
const section = document.slice(document.indexOf('## On a ClickHouse server'));
const statements = [...section.matchAll(/```sql\n([\s\S]*?)```/g)]
  .flatMap(([, text = '']) => text.split(';'))
  .map((text) => text.trim())
  .filter((text) => text !== '');

test('the engine parses the grants that the document gives to Waypost’s user', async () => {
  expect(statements).toHaveLength(3);
  for (const statement of statements) {
    const answer = await store.client.query({
      query: 'SELECT formatQuerySingleLine({statement:String}) AS text',
      query_params: { statement },
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ text: string }>();
    expect(row?.text).toStartWith('GRANT ');
  }
});

test('they name what every statement for an account needs', () => {
  const names = serverNames('waypost');
  const policed = ownedIn(names);
  const account = { userId: '00000000-0000-4000-8000-0000000000a1', names, policed };
  const sent = [
    ...catalogStatements(names),
    ownPolicyStatement(names, policed),
    ...openStatements(account, hashPassword('a', 'b')),
    ...removeStatements(account),
  ];
  const needed = sent.map((text) => {
    if (text.startsWith('GRANT')) return 'WITH GRANT OPTION';
    const [, verb, kind] =
      /^(\w+) (?:OR REPLACE )?(DATABASE|VIEW|USER|ROW POLICY|QUOTA)/.exec(text) ?? [];
    return `${verb} ${kind}`;
  });

  const granted = statements.join(' ').replace(/\s+/g, ' ');
  expect(new Set(needed).size).toBe(10);
  expect(needed.filter((one) => !granted.includes(one))).toEqual([]);
});
