import { afterAll, expect, test } from 'bun:test';
import { savedRoutes } from '#adapters/http/analytics/saved';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { postgresSaved } from '#adapters/postgres/analytics/saved';
import { connect } from '#adapters/postgres/connect';
import { mostAnnotations, mostViews } from '#contract/analytics/saved';
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

const views = '/api/v1/analytics/views';
const annotations = '/api/v1/analytics/annotations';

async function person() {
  const id = await newUser(sql);
  const ask = signIn({ app, people }, owner({ id }));
  const read = async (path: string) => (await (await ask(path)).json()).data;
  const count = async (path: string) => (await (await ask(path)).json()).count;
  const send = async (path: string, json: unknown, method = 'POST') => {
    const answer = await ask(path, { method, json });
    return { status: answer.status, body: await answer.json() };
  };
  return { id, ask, read, count, send };
}

test('a saved view comes back as it was, until it is deleted', async () => {
  const { ask, read, send } = await person();

  const first = await send(views, { name: ' Letters ', query: '?range=30d&channel=email' });
  const second = await send(views, { name: 'All', query: '' });

  expect(first.status).toBe(201);
  expect(await read(views)).toEqual([
    { id: first.body.id, name: 'Letters', query: 'range=30d&channel=email', version: 1 },
    { id: second.body.id, name: 'All', query: '', version: 1 },
  ]);
  expect((await ask(`${views}/${first.body.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await read(views)).toEqual([second.body]);
});

test('a saved view gets another name or another address, also when no further view fits', async () => {
  const { id, read, count, send } = await person();
  const view = await send(views, { name: 'Letters', query: 'channel=email' });
  await sql`INSERT INTO saved_views (id, user_id, name, query, created_at)
    SELECT ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${id}, 'View', '', now()
    FROM generate_series(1, ${mostViews - 1}) AS n`;

  const replaced = await send(`${views}/${view.body.id}`, { query: '?range=30d' }, 'PATCH');

  expect(replaced).toEqual({ status: 200, body: { ...view.body, query: 'range=30d', version: 2 } });
  const renamed = await send(`${views}/${view.body.id}`, { name: ' Month ' }, 'PATCH');
  expect(renamed.body).toEqual({ ...replaced.body, name: 'Month', version: 3 });
  const all: { id: string }[] = await read(views);
  expect(await count(views)).toBe(mostViews);
  expect(all[0]).toEqual(renamed.body);
});

test('of two editors of a saved view, the one who has seen an older version changes and deletes nothing', async () => {
  const { ask, read, send } = await person();
  const { body: view } = await send(views, { name: 'Letters', query: '' });
  const one = `${views}/${view.id}`;
  const with1 = (method: string, json?: unknown) =>
    ask(one, { method, json, headers: { 'if-match': '"1"' } });

  const same = await with1('PATCH', { name: 'Letters' });
  expect([same.status, same.headers.get('etag')]).toEqual([200, '"1"']);
  const answers = await Promise.all(['A', 'B'].map((name) => with1('PATCH', { name })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  expect(await answers.find(({ status }) => status === 412)?.json()).toMatchObject({
    code: 'changed_meanwhile',
    version: 2,
  });
  expect((await with1('DELETE')).status).toBe(412);
  expect(await read(views)).toMatchObject([{ version: 2 }]);
  const removed = await ask(one, { method: 'DELETE', headers: { 'if-match': '"2"' } });
  expect(removed.status).toBe(204);
  expect((await with1('PATCH', { name: 'C' })).status).toBe(404);
});

test('annotations are sorted by date, and can be changed and deleted', async () => {
  const { ask, read, send } = await person();
  const late = await send(annotations, { date: '2026-11-21', text: 'Second letter' });
  const early = await send(annotations, { date: '2026-11-01', text: 'First letter' });

  const changed = await send(`${annotations}/${late.body.id}`, { date: '2026-10-31' }, 'PATCH');

  expect(changed).toEqual({ status: 200, body: { ...late.body, date: '2026-10-31' } });
  expect(await read(annotations)).toEqual([changed.body, early.body]);
  const text = await send(`${annotations}/${late.body.id}`, { text: 'Second' }, 'PATCH');
  expect(text.body).toEqual({ ...changed.body, text: 'Second' });
  expect((await ask(`${annotations}/${late.body.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await read(annotations)).toEqual([early.body]);
});

test('[separate-accounts] nobody sees, changes or deletes what is not theirs', async () => {
  const mine = await person();
  const other = await person();
  const view = await mine.send(views, { name: 'Mine', query: '' });
  const note = await mine.send(annotations, { date: '2026-11-21', text: 'Mine' });

  expect(await other.read(views)).toEqual([]);
  expect(await other.read(annotations)).toEqual([]);
  for (const path of [`${views}/${view.body.id}`, `${annotations}/${note.body.id}`, `${views}/1`]) {
    const wish = path.startsWith(views) ? { name: 'Theirs' } : { text: 'Theirs' };
    const change = await other.send(path, wish, 'PATCH');
    expect(change.status).toBe(404);
  }
  for (const path of [`${views}/${view.body.id}`, `${annotations}/${note.body.id}`, `${views}/1`]) {
    expect((await other.ask(path, { method: 'DELETE' })).status).toBe(404);
  }
  expect(await mine.read(views)).toEqual([view.body]);
  expect(await mine.read(annotations)).toEqual([note.body]);
});

test('an account keeps a limited number of each, also when many come at once', async () => {
  const { id, send, count } = await person();
  await sql`INSERT INTO saved_views (id, user_id, name, query, created_at)
    SELECT gen_random_uuid(), ${id}, 'View', '', now() FROM generate_series(1, ${mostViews - 1})`;
  await sql`INSERT INTO annotations (id, user_id, date, text, created_at)
    SELECT gen_random_uuid(), ${id}, '2026-11-21', 'Note', now()
    FROM generate_series(1, ${mostAnnotations - 1})`;
  const four = [1, 2, 3, 4];

  const [saved, noted] = await Promise.all([
    Promise.all(four.map(() => send(views, { name: 'One more', query: '' }))),
    Promise.all(four.map(() => send(annotations, { date: '2026-11-21', text: 'One more' }))),
  ]);

  for (const answers of [saved, noted]) {
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  }
  expect(await count(views)).toBe(mostViews);
  expect(await count(annotations)).toBe(mostAnnotations);
});

test.each([
  [views, { query: '' }, 'name'],
  [views, { name: ' ', query: '' }, 'name'],
  [views, { name: 'x'.repeat(61), query: '' }, 'name'],
  [views, { name: 'a\nb', query: '' }, 'name'],
  [views, { name: 'View' }, 'query'],
  [views, { name: 'View', query: 'x'.repeat(4001) }, 'query'],
  [annotations, { date: '2026-02-30', text: 'Note' }, 'date'],
  [annotations, { date: '21.11.2026', text: 'Note' }, 'date'],
  [annotations, { date: '0001-01-01', text: 'Note' }, 'date'],
  [annotations, { date: '2026-11-21', text: '' }, 'text'],
  [annotations, { date: '2026-11-21', text: 'x'.repeat(141) }, 'text'],
])('%s refuses %j at %s', async (path, json, field) => {
  const { send } = await person();

  const { status, body } = await send(path, json);

  expect(status).toBe(422);
  expect(body.issues[0].path).toBe(field);
});

test('[complete-erasure] what an account saved goes with the account', async () => {
  const { id, send } = await person();
  await send(views, { name: 'View', query: '' });
  await send(annotations, { date: '2026-11-21', text: 'Note' });

  await sql`DELETE FROM users WHERE id = ${id}`;

  const [left] = await sql`
    SELECT (SELECT count(*)::int FROM saved_views WHERE user_id = ${id}) AS views,
      (SELECT count(*)::int FROM annotations WHERE user_id = ${id}) AS notes`;
  expect(left).toEqual({ views: 0, notes: 0 });
});
