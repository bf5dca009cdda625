import { afterAll, expect, test } from 'bun:test';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { labelRoutes } from '#adapters/http/links/labels';
import { postgresLabels } from '#adapters/postgres/links/labels/labels';
import { mostUtmTemplates } from '#contract/links/utm-templates';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { bulkRoutes } from '#adapters/http/links/bulk';
import { linkRoutes } from '#adapters/http/links/links';
import { connect } from '#adapters/postgres/connect';
import { addLinks } from '#adapters/postgres/links/link-add';
import { postgresBulk } from '#adapters/postgres/links/bulk/bulk';
import { postgresLinks } from '#adapters/postgres/links/links';
import { linksPerSlice } from '#core/links/bulk';
import { mostFolders } from '#contract/links/labels';
import { mostTags } from '#contract/links/labels';
import { someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { waitsForLock } from '#tests/support/databases/waits-for-lock';
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
const lists = { sql, clock: { now: () => Date.now() }, newId: () => Bun.randomUUIDv7() };
const routes = mounted({ session }, [
  ...labelRoutes(postgresLabels(lists)),
  ...linkRoutes({ ...world.routes, heavy: heavyAnswers() }),
  ...bulkRoutes({ ...world.ports, bulk: postgresBulk(sql), begin: async () => {} }, heavyAnswers()),
]);
const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(routes);

async function person() {
  const id = await newUser(sql);
  const ask = signIn({ app, people }, owner({ id }));
  const read = async (path: string) => (await ask(path)).json();
  const listed = async (path: string) => (await read(path)).data;
  const send = async (path: string, json: unknown, method = 'POST') => {
    const answer = await ask(path, { method, json });
    return { status: answer.status, body: await answer.json() };
  };
  const addLink = async (more: object) => {
    const { status, body } = await send('/api/links', {
      originalUrl: 'https://shop.example/',
      ...more,
    });
    expect(status).toBe(201);
    return body;
  };
  return { id, ask, read, listed, send, addLink };
}

test('an action on what a list shows finds the same links, also by decomposed and blank texts', async () => {
  const { addLink, read, send } = await person();
  await addLink({ title: 'Café', tags: ['Été'] });
  await addLink({ title: 'Shop' });
  const [search, tag] = ['Café'.normalize('NFD'), 'Été'.normalize('NFD')];

  const list = await read(`/api/v1/links?${new URLSearchParams({ search, tag })}&tag=`);
  const matching = { search, tags: [tag, ''] };
  const action = await send('/api/v1/bulk-actions', {
    action: 'pause',
    matching,
    count: list.count,
  });

  expect(list.data.map((link: { title: string }) => link.title)).toEqual(['Café']);
  expect(action).toMatchObject({ status: 202, body: { total: 1 } });
});

test('tags and folders are listed by name, renamed, recoloured and deleted', async () => {
  const { read, listed, ask, send } = await person();
  const [spring, autumn] = [
    await send('/api/v1/tags', { name: ' spring ' }),
    await send('/api/v1/tags', { name: 'Autumn', color: 'orange' }),
  ];
  const shop = await send('/api/v1/folders', { name: 'Shop' });

  expect(spring).toEqual({
    status: 201,
    body: { id: spring.body.id, name: 'spring', color: 'gray', links: 0 },
  });
  expect(await read('/api/v1/tags')).toEqual({
    data: [autumn.body, spring.body],
    nextCursor: null,
    previousCursor: null,
    count: 2,
  });
  expect(await listed('/api/v1/folders')).toEqual([shop.body]);

  const tag = await send(
    `/api/v1/tags/${spring.body.id}`,
    { name: 'SPRING', color: 'pink' },
    'PATCH',
  );
  const folder = await send(`/api/v1/folders/${shop.body.id}`, { name: 'Market' }, 'PATCH');
  expect(tag.body).toEqual({ ...spring.body, name: 'SPRING', color: 'pink' });
  expect(folder.body).toEqual({ ...shop.body, name: 'Market' });

  for (const path of [`/api/v1/tags/${spring.body.id}`, `/api/v1/folders/${shop.body.id}`]) {
    expect((await ask(path, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(path, { method: 'DELETE' })).status).toBe(404);
  }
  expect(await listed('/api/v1/tags')).toEqual([autumn.body]);
  expect(await listed('/api/v1/folders')).toEqual([]);
});

test('a removed tag or folder raises the version of its links, which are found by their time', async () => {
  const { id: userId, read, listed, ask, send, addLink } = await person();
  const link = await addLink({ tags: ['Sale', 'Kept'], folder: 'Shop' });
  const other = await addLink({ tags: ['Kept'] });
  const [, tag] = await listed('/api/v1/tags');
  const [folder] = await listed('/api/v1/folders');
  const since = new Date().toISOString();
  const changed = async () => {
    const found = await listed(`/api/v1/links?updatedSince=${since}`);
    return found.map(({ id, version }: { id: string; version: number }) => [id, version]);
  };

  await send(`/api/v1/tags/${tag.id}`, { name: 'Sales' }, 'PATCH');
  const afterRename = await changed();
  await ask(`/api/v1/tags/${tag.id}`, { method: 'DELETE' });
  const afterTag = await changed();
  await ask(`/api/v1/folders/${folder.id}`, { method: 'DELETE' });

  expect(tag.name).toBe('Sale');
  expect(afterRename).toEqual([]);
  expect(afterTag).toEqual([[link.id, 2]]);
  expect(await changed()).toEqual([[link.id, 3]]);
  expect(await read(`/api/v1/links/${other.id}`)).toEqual(other);
  const rows = await sql<{ changed: string[] }[]>`
    SELECT subject -> 'changed' AS changed FROM events
    WHERE user_id = ${userId} AND type = 'link.updated' ORDER BY id`;
  expect(rows.map((row) => row.changed)).toEqual([['tags'], ['folder']]);
});

/** An account with a tag on more links than one transaction changes. */
async function tagged(count: number) {
  const someone = await person();
  const { id: userId } = someone;
  const tag = (await someone.send('/api/v1/tags', { name: 'Everywhere' })).body;
  const links = Array.from({ length: count }, () => ({
    ...someLink(userId),
    labels: { tagIds: [tag.id] },
  }));
  await addLinks(sql, links, { userId, mostLinks: count });
  const versions = async () => {
    const [row] = await sql`
      SELECT count(*)::int AS links, min(version)::int AS least, max(version)::int AS most
      FROM links WHERE user_id = ${userId}`;
    return { ...row };
  };
  return { ...someone, path: `/api/v1/tags/${tag.id}`, tagId: tag.id, versions };
}

test('a tag of more links than one transaction changes is removed from all of them', async () => {
  const { read, listed, ask, path, versions } = await tagged(2 * linksPerSlice + 1);

  expect((await ask(path, { method: 'DELETE' })).status).toBe(204);

  expect(await listed('/api/v1/tags')).toEqual([]);
  expect(await versions()).toEqual({ links: 2 * linksPerSlice + 1, least: 2, most: 2 });
  expect((await read('/api/v1/links?limit=1')).data[0].tags).toEqual([]);
});

test('a tag is removed from all other links when one of them is deleted meanwhile', async () => {
  const { listed, ask, path, tagId, versions } = await tagged(linksPerSlice + 2);

  const removal = await database.sql.begin(async (tx) => {
    // The first by the index, so that the first part has chosen it.
    await tx`
      DELETE FROM links WHERE id IN (
        SELECT link_id FROM link_tags WHERE tag_id = ${tagId} ORDER BY link_id LIMIT 1)`;
    const removed = ask(path, { method: 'DELETE' });
    await waitsForLock(sql);
    return { removed };
  });

  expect((await removal.removed).status).toBe(204);
  expect(await listed('/api/v1/tags')).toEqual([]);
  expect(await versions()).toEqual({ links: linksPerSlice + 1, least: 2, most: 2 });
});

test('a link gets tags and a folder by id or name, and new names become new ones', async () => {
  const { read, listed, ask, send, addLink } = await person();
  const tag = (await send('/api/v1/tags', { name: 'Sale', color: 'red' })).body;

  const link = await addLink({ tags: [tag.id, 'Letter'], folder: 'Shop', notes: ' Two\nlines ' });

  const [letter] = await listed('/api/v1/tags');
  const [folder] = await listed('/api/v1/folders');
  expect(letter).toEqual({ id: letter.id, name: 'Letter', color: 'red', links: 1 });
  expect(link).toMatchObject({
    notes: 'Two\nlines',
    tags: [
      { id: letter.id, name: 'Letter', color: 'red' },
      { id: tag.id, name: 'Sale', color: 'red' },
    ],
    folder: { id: folder.id, name: 'Shop' },
  });
  expect(await read('/api/links')).toEqual([link]);
  expect(await read('/api/links?limit=1')).toEqual([link]);

  const path = `/api/links/${link.id}`;
  const kept = await send(path, { title: 'Title' }, 'PUT');
  expect(kept.body).toMatchObject({ tags: link.tags, folder: link.folder, notes: link.notes });
  const moved = await send(path, { tags: ['sale'], folder: null, notes: '' }, 'PUT');
  expect(moved.body).toMatchObject({ tags: [link.tags[1]], folder: null, notes: null });

  await ask(`/api/v1/tags/${tag.id}`, { method: 'DELETE' });
  expect((await read(`/api/v1/links/${link.id}`)).tags).toEqual([]);
});

test('a refused link, new or changed, leaves no new tag or folder behind', async () => {
  const { read, listed, send, addLink } = await person();
  const customAlias = `taken-${Bun.randomUUIDv7().slice(-8)}`;
  await addLink({ customAlias });
  const link = await addLink({ tags: ['Sale'] });
  const wish = { customAlias, tags: ['Left'], folder: 'Left' };

  const added = await send('/api/links', { ...wish, originalUrl: 'https://shop.example/' });
  const changed = await send(`/api/links/${link.id}`, wish, 'PUT');

  expect([added.status, changed.status]).toEqual([409, 409]);
  expect((await listed('/api/v1/tags')).map(({ name }: { name: string }) => name)).toEqual([
    'Sale',
  ]);
  expect(await listed('/api/v1/folders')).toEqual([]);
  expect(await read(`/api/v1/links/${link.id}`)).toEqual(link);
});

test('links that get the same new tag and folder at once share them', async () => {
  const { listed, send } = await person();
  const wish = { originalUrl: 'https://shop.example/', tags: ['Both'], folder: 'Both' };

  const added = await Promise.all([1, 2, 3, 4].map(() => send('/api/links', wish)));

  expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const id: unknown = expect.any(String);
  expect(await listed('/api/v1/tags')).toEqual([{ id, name: 'Both', color: 'gray', links: 4 }]);
  expect(await listed('/api/v1/folders')).toEqual([{ id, name: 'Both', links: 4 }]);
});

test('a list is narrowed by tags and folders, and its next page too', async () => {
  const { read, ask, addLink } = await person();
  for (let n = 0; n < 3; n += 1) await addLink({ tags: ['Sale', `n ${n}`], folder: 'Shop' });
  await addLink({ tags: ['Letter'] });

  const first = await ask('/api/links?tag=sale&tag=letter&folder=shop&limit=2');
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(first.headers.get('x-total-count')).toBe('3');
  expect(await first.json()).toHaveLength(2);
  expect(await read(next)).toHaveLength(1);
  expect(await read('/api/links?tag=n%200')).toHaveLength(1);
  expect(await read('/api/links?folder=(none)')).toHaveLength(1);
  expect(await read('/api/links?search=lett')).toHaveLength(1);
});

test('[separate-accounts] nobody sees, changes, deletes or uses what is not theirs', async () => {
  const [mine, other] = [await person(), await person()];
  const link = await mine.addLink({ tags: ['Mine'], folder: 'Mine' });
  const paths = [`/api/v1/tags/${link.tags[0].id}`, `/api/v1/folders/${link.folder.id}`];

  for (const path of [...paths, '/api/v1/tags/1', '/api/v1/folders/1']) {
    expect((await other.send(path, { name: 'Theirs' }, 'PATCH')).status).toBe(404);
    expect((await other.ask(path, { method: 'DELETE' })).status).toBe(404);
  }
  const wish = { originalUrl: 'https://shop.example/' };
  const tagged = await other.send('/api/links', { ...wish, tags: [link.tags[0].id] });
  const filed = await other.send('/api/links', { ...wish, folder: link.folder.id });
  expect([tagged.status, filed.status]).toEqual([422, 422]);
  expect(filed.body.issues[0].path).toBe('folder');
  expect(await other.read('/api/links?tag=mine')).toEqual([]);
  expect(await other.read(`/api/links?tag=${link.tags[0].id}`)).toEqual([]);
  expect(await other.listed('/api/v1/tags')).toEqual([]);
  expect(await mine.read(`/api/v1/links/${link.id}`)).toEqual(link);
});

test('a name is used once in an account, in any case', async () => {
  const { send } = await person();
  for (const path of ['/api/v1/tags', '/api/v1/folders']) {
    await send(path, { name: 'Sale' });
    const second = await send(path, { name: 'Letter' });

    const again = await send(path, { name: 'SALE' });
    const renamed = await send(`${path}/${second.body.id}`, { name: 'sale' }, 'PATCH');

    for (const { status, body } of [again, renamed]) {
      expect(status).toBe(409);
      expect(body.issues[0].path).toBe('name');
    }
  }
});

test('an account keeps a limited number of each, also when many come at once', async () => {
  const { read, id, send } = await person();
  await sql`INSERT INTO tags (id, user_id, name, color, created_at)
    SELECT gen_random_uuid(), ${id}, 'Tag ' || n, 'red', now()
    FROM generate_series(2, ${mostTags}) AS n`;
  await sql`INSERT INTO folders (id, user_id, name, created_at)
    SELECT gen_random_uuid(), ${id}, 'Folder ' || n, now()
    FROM generate_series(2, ${mostFolders}) AS n`;
  const four = [1, 2, 3, 4];

  const answers = await Promise.all([
    ...four.map((n) => send('/api/v1/tags', { name: `One more ${n}` })),
    ...four.map((n) => send('/api/links', { originalUrl: 'https://a.example', tags: [`x${n}`] })),
    ...four.map((n) => send('/api/v1/folders', { name: `One more ${n}` })),
  ]);

  const added = answers.filter(({ status }) => status === 201);
  expect(added).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
  expect((await read('/api/v1/tags')).count).toBe(mostTags);
  expect((await read('/api/v1/folders')).count).toBe(mostFolders);
});

test('a tag that is deleted while links get it is on none of them, and nothing waits for ever', async () => {
  const { read, listed, ask, send, addLink } = await person();
  const link = await addLink({ tags: ['Sale'] });

  const [removed, ...given] = await Promise.all([
    ask(`/api/v1/tags/${link.tags[0].id}`, { method: 'DELETE' }),
    ...[1, 2, 3].map(() =>
      send('/api/links', { originalUrl: 'https://a.example', tags: ['Sale'] }),
    ),
    ...[1, 2, 3].map(() => send(`/api/links/${link.id}`, { tags: ['Sale', 'Other'] }, 'PUT')),
  ]);

  expect(removed.status).toBe(204);
  for (const { status } of given) expect([200, 201]).toContain(status);
  const known = new Set((await listed('/api/v1/tags')).map(({ id }: { id: string }) => id));
  for (const { tags } of await read('/api/links')) {
    for (const { id } of tags) expect(known.has(id)).toBe(true);
  }
});

test.each([
  ['/api/v1/tags', {}, 'name'],
  ['/api/v1/tags', { name: ' ' }, 'name'],
  ['/api/v1/tags', { name: 'x'.repeat(51) }, 'name'],
  ['/api/v1/tags', { name: 'a\nb' }, 'name'],
  ['/api/v1/tags', { name: 'a,b' }, 'name'],
  ['/api/v1/tags', { name: '(none)' }, 'name'],
  ['/api/v1/tags', { name: '\u200b' }, 'name'],
  ['/api/v1/tags', { name: Bun.randomUUIDv7() }, 'name'],
  ['/api/v1/tags', { name: 'Tag', color: '#ff0000' }, 'color'],
  ['/api/v1/folders', { name: '' }, 'name'],
  ['/api/v1/folders', { name: 7 }, 'name'],
  ['/api/links', { tags: 'Sale' }, 'tags'],
  ['/api/links', { tags: ['ok', ''] }, 'tags.1'],
  ['/api/links', { tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`) }, 'tags'],
  ['/api/links', { tags: ['x'.repeat(51)] }, 'tags.0'],
  ['/api/links', { folder: 'a,b' }, 'folder'],
  ['/api/links', { notes: 'x'.repeat(5001) }, 'notes'],
])('%s refuses %j at %s', async (path, json, field) => {
  const { listed, send } = await person();

  const { status, body } = await send(
    path,
    path === '/api/links' ? { originalUrl: 'https://shop.example/', ...json } : json,
  );

  expect(status).toBe(422);
  expect(body.issues[0].path).toBe(field);
  expect(await listed('/api/v1/tags')).toEqual([]);
});

test.each(['tag', 'folder'])('a list refuses too many and too long values of %s', async (name) => {
  const { ask } = await person();
  const many = Array.from({ length: 21 }, (_, n) => `${name}=${n}`).join('&');

  for (const query of [many, `${name}=${'x'.repeat(201)}`]) {
    const answer = await ask(`/api/links?${query}`);
    expect(answer.status).toBe(422);
    expect((await answer.json()).issues[0].path).toBe(name);
  }
});

test('[complete-erasure] tags and folders go with the account', async () => {
  const { id, addLink } = await person();
  const link = await addLink({ tags: ['Sale'], folder: 'Shop' });

  await sql`DELETE FROM users WHERE id = ${id}`;

  const [left] = await sql`
    SELECT (SELECT count(*)::int FROM tags WHERE user_id = ${id}) AS tags,
      (SELECT count(*)::int FROM folders WHERE user_id = ${id}) AS folders,
      (SELECT count(*)::int FROM link_tags WHERE link_id = ${link.id}) AS "tagsOfLinks",
      (SELECT count(*)::int FROM link_folders WHERE link_id = ${link.id}) AS "foldersOfLinks"`;
  expect(left).toEqual({ tags: 0, folders: 0, tagsOfLinks: 0, foldersOfLinks: 0 });
});

const none = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

test('[separate-accounts] templates of UTM parameters are kept for their account until they are deleted', async () => {
  const [mine, other] = [await person(), await person()];
  const wish = { name: ' Letter ', utm_source: 'newsletter', utm_medium: ' email ' };

  const { status, body } = await mine.send('/api/v1/utm-templates', wish);

  expect(status).toBe(201);
  const stored = { ...none, id: body.id, name: 'Letter', utm_source: 'newsletter' };
  expect(body).toEqual({ ...stored, utm_medium: 'email' });
  expect(await mine.listed('/api/v1/utm-templates')).toEqual([body]);
  expect((await mine.send('/api/v1/utm-templates', { name: 'LETTER' })).status).toBe(409);
  expect(await other.listed('/api/v1/utm-templates')).toEqual([]);
  const path = `/api/v1/utm-templates/${body.id}`;
  const json = { name: 'letter 2', utm_campaign: 'spring' };
  expect((await other.ask(path, { method: 'PATCH', json })).status).toBe(404);
  const changed = await mine.ask(path, { method: 'PATCH', json });
  const after = { ...body, ...json };
  expect([changed.status, await changed.json()]).toEqual([200, after]);
  const second = await mine.send('/api/v1/utm-templates', { name: 'Second' });
  const taken = { method: 'PATCH', json: { ...json, name: 'SECOND' } };
  expect((await mine.ask(path, taken)).status).toBe(409);
  expect(await mine.listed('/api/v1/utm-templates')).toEqual([after, second.body]);
  await mine.ask(`/api/v1/utm-templates/${second.body.id}`, { method: 'DELETE' });

  expect((await other.ask(path, { method: 'DELETE' })).status).toBe(404);
  expect((await mine.ask(path, { method: 'DELETE' })).status).toBe(204);
  expect(await mine.listed('/api/v1/utm-templates')).toEqual([]);
});

test('an account keeps a limited number of templates, also when many come at once', async () => {
  const { listed, id, send } = await person();
  for (let n = 1; n < mostUtmTemplates; n += 1) {
    await sql`INSERT INTO utm_templates ${sql({
      ...none,
      id: Bun.randomUUIDv7(),
      user_id: id,
      name: `${n}`,
      created_at: new Date(),
    })}`;
  }
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((name) => send('/api/v1/utm-templates', { name })),
  );

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(await listed('/api/v1/utm-templates')).toHaveLength(mostUtmTemplates);
});

test.each([
  [{ utm_source: 'x' }, 'name'],
  [{ name: 'Letter', utm_source: 'x'.repeat(201) }, 'utm_source'],
  [{ name: 'Letter', utm_term: 7 }, 'utm_term'],
])('a template refuses %j at %s', async (json, field) => {
  const { send } = await person();
  const { status, body } = await send('/api/v1/utm-templates', json);
  expect(status).toBe(422);
  expect(body.issues[0].path).toBe(field);
});
