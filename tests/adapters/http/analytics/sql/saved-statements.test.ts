import { afterAll, expect, test } from 'bun:test';
import { savedRoutes } from '#adapters/http/analytics/saved';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { postgresSaved } from '#adapters/postgres/analytics/saved';
import { connect } from '#adapters/postgres/connect';
import { longestStatement, mostStatements } from '#contract/analytics/saved';
import { newUser } from '#tests/support/builders/people';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const database = await testDatabase(schema);
const sql = connect(database.url);
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const { people, session } = peopleByCookie();
const lists = { sql, clock: { now: () => Date.now() }, newId: () => Bun.randomUUIDv7() };
const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
  mounted({ session }, savedRoutes(postgresSaved(lists))),
);
const path = '/api/v1/sql/statements';

async function person() {
  const id = await newUser(sql);
  const ask = signIn({ app, people }, owner({ id }));
  const list = async () => (await (await ask(path)).json()).data;
  const count = async () => (await (await ask(path)).json()).count;
  const send = async (to: string, json: unknown, method = 'POST') => {
    const answer = await ask(to, { method, json });
    return { status: answer.status, body: await answer.json() };
  };
  const remove = async (statementId: string) =>
    (await ask(`${path}/${statementId}`, { method: 'DELETE' })).status;
  return { id, list, count, send, remove };
}

test('a saved statement comes back as it was, is renamed and changed, until it is deleted', async () => {
  const { list, send, remove } = await person();
  const query = 'SELECT\n\tcount()\nFROM clicks -- é';

  const first = await send(path, { name: ' Clicks ', query: ` ${query}\n` });
  const second = await send(path, { name: 'One', query: 'SELECT 1' });

  expect(first).toMatchObject({ status: 201, body: { name: 'Clicks', query } });
  expect(await list()).toEqual([first.body, second.body]);
  const renamed = await send(`${path}/${first.body.id}`, { name: 'All' }, 'PATCH');
  expect(renamed).toEqual({ status: 200, body: { ...first.body, name: 'All' } });
  const rewritten = await send(`${path}/${first.body.id}`, { query: 'SELECT 2' }, 'PATCH');
  expect(rewritten.body).toEqual({ ...renamed.body, query: 'SELECT 2' });
  expect(await list()).toEqual([rewritten.body, second.body]);
  expect(await remove(first.body.id)).toBe(204);
  expect(await list()).toEqual([second.body]);
});

test('[separate-accounts] nobody sees, changes or deletes a statement of another account', async () => {
  const [mine, other] = [await person(), await person()];
  const { body } = await mine.send(path, { name: 'Mine', query: 'SELECT 1' });

  expect(await other.list()).toEqual([]);
  const change = await other.send(`${path}/${body.id}`, { name: 'Theirs' }, 'PATCH');
  expect(change.status).toBe(404);
  expect([await other.remove(body.id), await other.remove('1')]).toEqual([404, 404]);
  expect(await mine.list()).toEqual([body]);
});

test('an account keeps a limited number of statements, also when many come at once', async () => {
  const { id, count, send } = await person();
  await sql`INSERT INTO saved_statements (id, user_id, name, query, created_at)
    SELECT gen_random_uuid(), ${id}, 'One', 'SELECT 1', now()
    FROM generate_series(1, ${mostStatements - 1})`;

  const four = [1, 2, 3, 4].map(() => send(path, { name: 'One more', query: 'SELECT 1' }));

  const statuses = (await Promise.all(four)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  expect(await count()).toBe(mostStatements);
});

test.each([
  [{ query: 'SELECT 1' }, 'name'],
  [{ name: ' ', query: 'SELECT 1' }, 'name'],
  [{ name: 'x'.repeat(61), query: 'SELECT 1' }, 'name'],
  [{ name: 'a\nb', query: 'SELECT 1' }, 'name'],
  [{ name: 'One' }, 'query'],
  [{ name: 'One', query: ' ' }, 'query'],
  [{ name: 'One', query: 5 }, 'query'],
  [{ name: 'One', query: 'SELECT \u0007' }, 'query'],
])('%j is refused at %s', async (json, field) => {
  const { send } = await person();

  const { status, body } = await send(path, json);

  expect(status).toBe(422);
  expect(body.issues[0].path).toBe(field);
});

test('[complete-erasure] saved statements go with the account', async () => {
  const { id, send } = await person();
  await send(path, { name: 'One', query: 'SELECT 1' });

  await sql`DELETE FROM users WHERE id = ${id}`;

  expect(await sql`SELECT 1 FROM saved_statements WHERE user_id = ${id}`).toHaveLength(0);
});

test('a statement has at most as many characters as one that can be run', async () => {
  const { send } = await person();

  const longest = await send(path, { name: 'One', query: 'x'.repeat(longestStatement) });
  const longer = await send(path, { name: 'One', query: 'x'.repeat(longestStatement + 1) });

  expect([longest.status, longer.status]).toEqual([201, 422]);
});
