import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links/links';
import type { Links } from '#core/links/ports';
import type { Link } from '#core/links/link';
import { everyLink, someLink } from '#tests/support/builders/links';
import { linkApp, signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

let database: TestDatabase;
let links: Links;
beforeAll(async () => {
  database = await testDatabase(schema);
  links = postgresLinks(database.sql);
});
afterAll(() => database.drop());

async function added(more: Parameters<typeof someLink>[1] = {}): Promise<Link> {
  const outcome = await links.add(someLink(await newUser(database.sql), more));
  if (outcome.kind !== 'added') throw new Error(outcome.kind);
  return outcome.named.link;
}

describe('[unique-names] concurrent requests for one name', () => {
  test('one of 50 creates returns 201 and all others 409, in any case', async () => {
    const app = linkApp({ links });
    const asks = await Promise.all(
      Array.from({ length: 50 }, async () =>
        signIn(app, owner({ id: await newUser(database.sql) })),
      ),
    );

    const statuses = await Promise.all(
      asks.map(async (ask, n) => {
        const customAlias = n % 2 === 0 ? 'Wanted-Name' : 'wanted-NAME';
        const json = { originalUrl: 'https://example.com/', customAlias };
        return (await ask('/api/links', { json })).status;
      }),
    );

    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    const [stored] = await database.sql`
      SELECT count(*)::int AS links FROM links WHERE lower(custom_alias) = 'wanted-name'`;
    expect(stored).toEqual({ links: 1 });
  });

  test('one of 20 edits succeeds, and the others keep their previous alias', async () => {
    const rivals = await Promise.all(Array.from({ length: 20 }, () => added()));

    const outcomes = await Promise.all(
      rivals.map(({ userId, id }) =>
        links.change({
          userId,
          linkId: id,
          change: { customAlias: 'edited-name', title: 'x' },
          at: new Date(),
        }),
      ),
    );

    expect(outcomes.filter(({ kind }) => kind === 'changed')).toHaveLength(1);
    const now = await Promise.all(rivals.map(({ userId, id }) => links.find(userId, id)));
    expect(now.filter((link) => link?.title === 'x')).toHaveLength(1);
  });

  test('one of 20 equal codes is added', async () => {
    const userId = await newUser(database.sql);

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => links.add(someLink(userId, { shortCode: 'Equa1Cd' }))),
    );

    expect(outcomes.filter(({ kind }) => kind === 'added')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'code_taken')).toHaveLength(19);
  });
});

describe('a deleted link', () => {
  test('keeps its names as tombstones and requests its erasure', async () => {
    const link = await added({ customAlias: 'Old-Name' });
    await links.change({
      userId: link.userId,
      linkId: link.id,
      change: { customAlias: 'new-name' },
      at: new Date(),
    });

    await links.remove(link.userId, link.id);

    const names = await database.sql`
      SELECT folded_name, link_id FROM link_names
      WHERE folded_name IN ('old-name', 'new-name', ${link.shortCode.toLowerCase()})`;
    expect(names.map((name) => name['link_id'])).toEqual([null, null, null]);
    const erasures = await database.sql`
      SELECT user_id, finished_at FROM erasures WHERE link_id = ${link.id}`;
    expect([...erasures]).toEqual([{ user_id: link.userId, finished_at: null }]);
  });

  test('is handled the same way when its account is deleted', async () => {
    const link = await added({ customAlias: 'of-nobody' });

    await database.sql`DELETE FROM users WHERE id = ${link.userId}`;

    const [name] =
      await database.sql`SELECT link_id FROM link_names WHERE folded_name = 'of-nobody'`;
    const [erasure] = await database.sql`SELECT user_id FROM erasures WHERE link_id = ${link.id}`;
    expect(name).toEqual({ link_id: null });
    expect(erasure).toEqual({ user_id: link.userId });
  });
});

test('every write records its transaction and notifies the listeners', async () => {
  const heard: string[] = [];
  const { unlisten } = await database.sql.listen('links', (payload) => heard.push(payload));
  const stamp = async (id: string) => {
    const [row] =
      await database.sql`SELECT changed_xid::text AS xid, version FROM links WHERE id = ${id}`;
    return { xid: BigInt(String(row?.['xid'])), version: Number(row?.['version']) };
  };

  const link = await added();
  const first = await stamp(link.id);
  await links.change({
    userId: link.userId,
    linkId: link.id,
    change: { title: 'x' },
    at: new Date(),
  });
  const second = await stamp(link.id);
  await links.remove(link.userId, link.id);
  await database.sql.notify('links', 'end');
  while (!heard.includes('end')) await new Promise((resolve) => setImmediate(resolve));
  await unlisten();

  expect(second.xid).toBeGreaterThan(first.xid);
  expect(second.version).toBe(first.version + 1);
  expect(heard).toEqual(['', '', '', 'end']);
});

test('times with microseconds neither repeat nor skip a link between pages', async () => {
  const userId = await newUser(database.sql);
  for (let n = 0; n < 7; n += 1) {
    const link = someLink(userId);
    await links.add(link);
    await database.sql`
      UPDATE links SET created_at = '2026-06-01T00:00:00.0001Z'::timestamptz + ${n} * interval '1 microsecond'
      WHERE id = ${link.id}`;
  }
  const sorting = { sort: 'createdAt', order: 'asc' } as const;
  const query = { ...sorting, ...everyLink, at: new Date(), limit: 2 };
  const ranking = { linkIds: '', totals: '' };

  const found: string[] = [];
  let page = await links.page(userId, { ...query, from: null }, ranking);
  for (;;) {
    found.push(...page.items.map((link) => link.id));
    if (page.next === null) break;
    const from = { side: 'after', position: page.next } as const;
    page = await links.page(userId, { ...query, from }, ranking);
  }

  expect(new Set(found).size).toBe(7);
  expect(found).toEqual(found.toSorted());
});
