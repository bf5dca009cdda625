import { afterAll, expect, test } from 'bun:test';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { linkRoutes } from '#adapters/http/links/links';
import { postgresIdempotentCalls } from '#adapters/postgres/accounts/idempotent-calls';
import { connect } from '#adapters/postgres/connect';
import { postgresLimitedLinks } from '#adapters/postgres/links/limited-links';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresSplitTests } from '#adapters/postgres/split-tests/split-tests';
import { newDomain } from '#tests/support/builders/domains';
import { someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { type Answers, appUrl, memoryLog } from '#tests/support/calls';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { signIn } from '#tests/support/worlds/links/link-app';
import { linkWorld, owner } from '#tests/support/worlds/links/link-world';

const database = await testDatabase(schema);
const sql = connect(database.url);
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const { people, session } = peopleByCookie();
const world = linkWorld(postgresLinks(sql));
const repeats = {
  calls: postgresIdempotentCalls(sql),
  digest: (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex'),
  newId: () => Bun.randomUUIDv7(),
  clock: { now: () => world.time.nowMs },
  uploads: heavyAnswers(),
};
const routes = mounted(
  { session, repeats },
  linkRoutes({ ...world.routes, heavy: heavyAnswers() }),
);
const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(routes);

const links = '/api/v1/links';
const originalUrl = 'https://shop.example/';

async function program() {
  const ask = signIn({ app, people }, owner({ id: await newUser(sql) }));
  const read = async (path: string) => (await ask(path)).json();
  const send = async (method: string, path: string, json: unknown, headers = {}) => {
    const answer = await ask(path, { method, json, headers });
    const body = answer.status === 204 ? null : await answer.json();
    return { status: answer.status, etag: answer.headers.get('etag'), body };
  };
  const added = async (more: object = {}) => {
    const { status, body } = await send('POST', links, { originalUrl, ...more });
    expect(status).toBe(201);
    return body;
  };
  return { ask, read, send, added };
}

test('a list has its entries, their number and the cursors of its neighbours; every link stands once', async () => {
  const { ask, read, added, send } = await program();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift((await added({ title: `${n}` })).id);

  const firstPage = await ask(`${links}?limit=2&search=`);
  const first = await firstPage.json();
  const following = `/api/v1/links?limit=2&search=&cursor=${first.nextCursor}`;
  expect(firstPage.headers.get('link')).toBe(`<${following}>; rel="next"`);
  await added({ title: 'between' });
  await send('DELETE', `${links}/${ids[0]}`, undefined);
  const second = await read(`${links}?limit=2&cursor=${first.nextCursor}`);
  const lastPage = await ask(`${links}?limit=2&cursor=${second.nextCursor}`);
  const third = await lastPage.json();
  expect(lastPage.headers.has('link')).toBe(false);

  const seen = [...first.data, ...second.data, ...third.data].map(({ id }) => id);
  expect(seen).toEqual(ids);
  expect([first.count, first.previousCursor, third.nextCursor]).toEqual([5, null, null]);
  const back = await read(`${links}?limit=2&cursor=${third.previousCursor}`);
  expect(back.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2, 4));
});

test('unknown parameters and fields are refused and named, and the former address ignores them', async () => {
  const { ask, send, added } = await program();
  const { id } = await added();

  const twice = await (await ask(`${links}?status=active&status=paused&tag=a&tag=b`)).json();
  const list = await (await ask(`${links}?pag=2`)).json();
  const one = await (await ask(`${links}/${id}?pag=2`)).json();
  const created = await send('POST', links, { originalUrl, titel: 'Sale' });
  const former = await send('POST', '/api/links', { originalUrl, titel: 'Sale' });

  const once = { path: 'status', message: 'Send this parameter once' };
  expect([twice.status, twice.issues]).toEqual([422, [once]]);
  expect((await ask(`${links}?tag=a&tag=b`)).status).toBe(200);
  expect([list.status, list.issues]).toEqual([422, [{ path: 'pag', message: 'Unknown field' }]]);
  expect([one.status, one.issues]).toEqual([422, [{ path: 'pag', message: 'Unknown field' }]]);
  const unknown = [{ path: 'titel', message: 'Unknown field' }];
  expect([created.status, created.body.issues]).toEqual([422, unknown]);
  expect(former.status).toBe(201);
});

test('a link is found by its external id, and by its name on a host', async () => {
  const { read, added } = await program();
  const sale = await added({ externalId: 'SKU-1', customAlias: `Sale-${Date.now()}` });
  await added({ externalId: 'SKU-2' });
  const found = async (query: string) =>
    (await read(`${links}?${query}`)).data.map(({ id }: { id: string }) => id);

  expect(await found('externalId=SKU-1')).toEqual([sale.id]);
  expect(await found(`name=${sale.customAlias.toUpperCase()}`)).toEqual([sale.id]);
  expect(await found(`name=${sale.shortCode}`)).toEqual([sale.id]);
  expect(await found(`name=${sale.shortCode.toLowerCase()}x`)).toEqual([]);
  expect(await found(`name=${sale.shortCode}&domain=go.elsewhere.example`)).toEqual([]);
  expect((await read(`${links}?domain=go.elsewhere.example`)).status).toBe(422);
});

test('[separate-accounts] a link is found by its name on a host that others have asked for, too', async () => {
  const [me, stranger] = [await newUser(sql), await newUser(sql)];
  const ask = signIn({ app, people }, owner({ id: me }));
  const domain = await newDomain(sql, me);
  await sql`
    INSERT INTO domains (id, user_id, host, token, created_at, next_check_at)
    VALUES (gen_random_uuid(), ${stranger}, ${domain.host}, 'token', now(), now())`;
  const link = someLink(me, { domain });
  await postgresLinks(sql).add(link);

  const answer = await ask(`${links}?name=${link.shortCode}&domain=${domain.host}`);

  expect((await answer.json()).data.map(({ id }: { id: string }) => id)).toEqual([link.id]);
});

test('every edit is found by its time, and creations by theirs', async () => {
  const { read, send, added } = await program();
  const [old, changed] = [await added(), await added()];
  world.time.nowMs += 60_000;
  const since = new Date(world.time.nowMs).toISOString();
  await send('PATCH', `${links}/${changed.id}`, { title: 'Changed' });
  const created = await added();
  const found = async (query: string) =>
    (await read(`${links}?sort=createdAt&order=asc&${query}`)).data.map(
      ({ id }: { id: string }) => id,
    );

  expect(await found(`updatedSince=${since}`)).toEqual([changed.id, created.id]);
  expect(await found(`createdBefore=${since}`)).toEqual([old.id, changed.id]);
  expect(await found(`createdAfter=${old.createdAt}`)).toEqual([created.id]);
  const [noTime, farTime] = ['Send a time in ISO 8601', 'Send a time of the years 1 to 9999'];
  for (const [text, message] of [
    ['yesterday', noTime],
    ['0000-12-31T00:00:00Z', farTime],
    ['9999-12-31T23:59:59-01:00', farTime],
  ]) {
    const refused = await read(`${links}?updatedSince=${text}`);
    expect([text, refused.issues]).toEqual([text, [{ path: 'updatedSince', message }]]);
  }
  expect(await found('updatedSince=9999-12-31T23:59:59Z')).toEqual([]);
});

test('a cursor is valid for its own filters and order, with any length of the page', async () => {
  const { read, added } = await program();
  for (let n = 0; n < 3; n += 1) await added({ title: `${n}` });
  const next = async (query: string) => (await read(`${links}?${query}&limit=1`)).nextCursor;
  const since = 'updatedSince=2026-01-01T00:00:00Z';

  for (const [asked, other] of [
    ['order=desc', 'order=asc'],
    [since, 'updatedSince=2026-02-01T00:00:00Z'],
    [since, ''],
    ['', 'status=active'],
  ] as const) {
    const cursor = await next(asked);
    expect((await read(`${links}?${asked}&limit=2&cursor=${cursor}`)).data).toHaveLength(2);
    const refused = await read(`${links}?${other}&cursor=${cursor}`);
    expect([other, refused.status, refused.code]).toEqual([other, 422, 'cursor_mismatch']);
  }
  for (const cursor of ['x', 'x.y', (await next('')).split('.')[1]]) {
    expect((await read(`${links}?cursor=${cursor}`)).code).toBe('cursor_mismatch');
  }
});

test('a list in the order of its numbers has only what its filters find', async () => {
  const { read, added } = await program();
  const sale = await added({ externalId: 'SKU-1' });
  await added({ externalId: 'SKU-2' });

  const found = await read(`${links}?sort=totalClicks&externalId=SKU-1`);

  expect([found.data.map(({ id }: { id: string }) => id), found.count]).toEqual([[sale.id], 1]);
});

test('of two editors who have seen the same version one is told that the link has changed', async () => {
  const { ask, send, added } = await program();
  const { id } = await added();
  const seen = (await ask(`${links}/${id}`)).headers.get('etag') ?? '';

  const edits = await Promise.all(
    ['Hers', 'His'].map((title) =>
      send('PATCH', `${links}/${id}`, { title }, { 'if-match': seen }),
    ),
  );

  expect(new Set(edits.map(({ status }) => status))).toEqual(new Set([200, 412]));
  const [lost, won] = edits.toSorted((a, b) => b.status - a.status);
  expect(lost?.body).toMatchObject({ code: 'changed_meanwhile', version: won?.body.version });
  expect(won?.etag).toBe(`"${won?.body.version}"`);
  const remove = (version: string) =>
    ask(`${links}/${id}`, { method: 'DELETE', headers: { 'if-match': version } });
  expect((await remove(seen)).status).toBe(412);
  expect((await remove(`W/${won?.etag}`)).status).toBe(422);
  expect((await remove(won?.etag ?? '')).status).toBe(204);
  expect((await remove(won?.etag ?? '')).status).toBe(404);
});

test('what happens to a link by itself leaves its version as an editor has seen it, and an edit does not', async () => {
  const { ask, send, added } = await program();
  const { id } = await added({
    expiresAfterClicks: 3,
    splitTestEnabled: true,
    splitTestUrls: [`${originalUrl}a`, `${originalUrl}b`],
  });
  const path = `${links}/${id}`;
  const seen = (await ask(path)).headers.get('etag') ?? '';
  const edit = (title: string) => send('PATCH', path, { title }, { 'if-match': seen });
  const [test] = await sql<{ id: string; userId: string }[]>`
    SELECT id, user_id AS "userId" FROM split_tests WHERE link_id = ${id}`;
  if (test === undefined) throw new Error('the link has no split test');

  // Its clicks reach the limit, and at night its shares move.
  const limited = postgresLimitedLinks(sql);
  const [link] = (await limited.limited()).get(test.userId) ?? [];
  if (link) await limited.close(link);
  const shares = { fromDay: 20_700, slots: [2, 1], isAutomatic: true };
  await postgresSplitTests(sql).change(test, { shares });
  const [writes] = await sql`SELECT background_writes::int AS count FROM links WHERE id = ${id}`;
  expect(writes?.['count']).toBe(2);

  expect((await ask(path)).headers.get('etag')).toBe(seen);
  expect((await edit('Hers')).status).toBe(200);
  expect(await edit('His')).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } });
  const remove = { method: 'DELETE', headers: { 'if-match': seen } };
  expect((await ask(path, remove)).status).toBe(412);
});

test('a change of tags raises the version', async () => {
  const { send, added } = await program();
  const { id, version } = await added();
  const tagged = await send('PATCH', `${links}/${id}`, { tags: ['Sale'] });
  expect(tagged.body.version).toBeGreaterThan(version);
});

test('twenty upserts at once make one link, and later ones change the fields that they have', async () => {
  const { read, send } = await program();
  const upsert = (more: object) => send('PUT', links, { externalId: 'SKU-7', ...more });

  const made = await Promise.all(
    Array.from({ length: 20 }, () => upsert({ originalUrl, title: 'Shoes' })),
  );
  const changed = await upsert({ originalUrl: `${originalUrl}shoes` });

  const statuses = made.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(19).fill(200), 201]);
  expect(changed.body).toMatchObject({ title: 'Shoes', originalUrl: `${originalUrl}shoes` });
  expect((await read(links)).count).toBe(1);
  const taken = await send('POST', links, { originalUrl, externalId: 'SKU-7' });
  expect([taken.status, taken.body.code]).toEqual([409, 'external_id_taken']);
  for (const externalId of ['', 'a b', 'x'.repeat(129), 7, null]) {
    expect((await send('PUT', links, { originalUrl, externalId })).status).toBe(422);
  }
});

test('a batch writes each link as the single call would, in order', async () => {
  const { read, send, added } = await program();
  await added({ externalId: 'SKU-1', title: 'Before' });

  const batch = await send('POST', `${links}/batch`, {
    mode: 'upsert',
    links: [
      { externalId: 'SKU-1', originalUrl: 'https://shop.example/new' },
      { externalId: 'SKU-2', originalUrl },
      { externalId: 'SKU-3', originalUrl: 'javascript:alert(1)' },
      { externalId: 'SKU-4', originalUrl, nonsense: true },
      { originalUrl },
    ],
  });

  expect(batch.status).toBe(200);
  const [changed, made, banned, unknown, nameless] = batch.body.results;
  expect(changed).toMatchObject({ status: 200, link: { title: 'Before' }, problem: null });
  expect(made).toMatchObject({ status: 201, link: { externalId: 'SKU-2' } });
  expect(banned).toMatchObject({ status: 422, link: null });
  expect(banned.problem.issues[0].path).toBe('originalUrl');
  expect(unknown.problem.issues).toEqual([{ path: 'nonsense', message: 'Unknown field' }]);
  expect(nameless.problem.issues[0].path).toBe('externalId');
  expect((await read(links)).count).toBe(2);
});

test('a batch takes 1 to 100 links and 1 MB', async () => {
  const { send } = await program();
  const batchOf = (count: number, title = '') =>
    send('POST', `${links}/batch`, {
      mode: 'create',
      links: Array.from({ length: count }, () => ({ originalUrl, title })),
    });

  expect((await batchOf(0)).status).toBe(422);
  expect((await batchOf(101)).status).toBe(422);
  const whole = await batchOf(100, 'x'.repeat(200));
  expect(new Set(whole.body.results.map(({ status }: { status: number }) => status))).toEqual(
    new Set([201]),
  );
  expect((await batchOf(100, 'x'.repeat(11_000))).status).toBe(413);
  expect((await send('POST', links, { originalUrl, notes: 'x'.repeat(70_000) })).status).toBe(413);
});

test('[idempotency-keys] twenty equal creations with one key make one link, also when the answer of the first was lost', async () => {
  const { read, send } = await program();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const create = () => send('POST', links, { originalUrl }, key);

  const answers = await Promise.all(Array.from({ length: 20 }, create));
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);

  // As after a crash between the link and its answer.
  await sql`
    UPDATE idempotent_calls SET finished_at = NULL, status = NULL, answer = NULL
    WHERE idempotency_key = ${key['idempotency-key']}`;
  world.time.nowMs += 15_000;
  const retried = await create();

  expect([retried.status, retried.body.id]).toEqual([201, made[0]?.body.id]);
  expect((await read(links)).count).toBe(1);
});

test('[idempotency-keys] a repeated answer has the tag of the version that it shows', async () => {
  const { send } = await program();
  const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
  const [creating, editing] = [keyed(), keyed()];
  const create = () => send('POST', links, { originalUrl }, creating);
  const { id } = (await create()).body;
  const edit = () => send('PATCH', `${links}/${id}`, { title: 'Sale' }, editing);
  await edit();
  await send('PATCH', `${links}/${id}`, { title: 'Later' });

  expect([(await create()).etag, (await edit()).etag]).toEqual(['"1"', '"2"']);
});

test('[idempotency-keys] attempts of one creation at once make one link, and all return it', async () => {
  const user = owner({ id: await newUser(sql) });
  for (const more of [{}, { customAlias: `once-${Date.now()}` }, { externalId: 'SKU-1' }]) {
    const id = Bun.randomUUIDv7();
    const create = () => world.createLink(user, { originalUrl, ...more, id });

    const made = await Promise.all([create(), create(), create()]);

    expect(made.map(({ link }) => link.id)).toEqual([id, id, id]);
  }
});

test('[idempotency-keys] a batch whose answer is too long to keep says to its repeat which links it made', async () => {
  const { read, send } = await program();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const one = { originalUrl, notes: 'x'.repeat(2000) };
  const json = { mode: 'create', links: Array.from({ length: 100 }, () => one) };
  const create = () => send('POST', `${links}/batch`, json, key);

  const first = await create();
  const again = await create();

  expect(JSON.stringify(first.body).length).toBeGreaterThan(256 * 1024);
  const ids = first.body.results.map(({ link }: { link: { id: string } }) => link.id);
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict', ids } });
  // As earlier versions kept it.
  await sql`
    UPDATE idempotent_calls SET status = ${first.status}, answer = NULL
    WHERE idempotency_key = ${key['idempotency-key']}`;
  expect(await create()).toMatchObject({ status: 409, body: { code: 'conflict', ids: [] } });
  expect((await read(links)).count).toBe(100);
});

test('[idempotency-keys] a batch whose answer was lost makes each of its links once', async () => {
  const { read, send } = await program();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const json = { mode: 'create', links: [{ originalUrl, title: 'One' }, { originalUrl }] };
  const create = () => send('POST', `${links}/batch`, json, key);
  const idsIn = (results: { link: { id: string } }[]) => results.map(({ link }) => link.id);
  const first = await create();

  // As after a crash between the links and their answer.
  await sql`
    UPDATE idempotent_calls SET finished_at = NULL, status = NULL, answer = NULL
    WHERE idempotency_key = ${key['idempotency-key']}`;
  world.time.nowMs += 15_000;
  const retried = await create();

  expect([first.status, retried.status]).toEqual([200, 200]);
  expect(idsIn(retried.body.results)).toEqual(idsIn(first.body.results));
  expect((await read(links)).count).toBe(2);
});

test('all links are exported as one JSON object a line, in the form of the list', async () => {
  const { ask, read, added } = await program();
  for (let n = 0; n < 30; n += 1) await added({ title: `${n}` });

  const answer = await ask('/api/v1/exports/links?format=jsonl');

  expect(answer.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
  const exported = (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(exported).toEqual((await read(`${links}?limit=100`)).data);
});
