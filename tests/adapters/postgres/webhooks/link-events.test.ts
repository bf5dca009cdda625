import { afterAll, expect, test } from 'bun:test';
import { someLink } from '#tests/support/builders/links';
import { webhookWorld } from '#tests/support/worlds/webhooks/webhook-world';

const world = await webhookWorld();
const { sql, links } = world;
afterAll(() => world.drop());

const typesOf = async (userId: string) => (await world.events(userId)).map(({ type }) => type);

test('[webhook-events] a link that is added, changed, labelled and deleted is one event each time, in the write itself', async () => {
  const userId = await world.person();
  const link = someLink(userId);
  const named = (name: string) => ({ by: 'name', name, newId: Bun.randomUUIDv7() }) as const;
  await links.add(link, { tags: [named('spring')], folder: named('ads') });
  expect(await typesOf(userId)).toEqual(['link.created']);

  const change = { title: 'Sale', customAlias: 'sale' };
  const labels = { tags: [] };
  await links.change({ userId, linkId: link.id, change, labels, at: new Date() });
  await links.change({ userId, linkId: link.id, change: {}, at: new Date() });
  expect((await world.events(userId)).at(-1)).toEqual({
    type: 'link.updated',
    subject: { changed: ['custom_alias', 'tags', 'title'] },
  });

  const options = { passQuery: true, passwordHash: 'argon2' };
  await links.change({ userId, linkId: link.id, change: options, at: new Date() });
  expect((await world.events(userId)).at(-1)?.subject.changed?.toSorted()).toEqual([
    'passQuery',
    'password',
  ]);

  await links.remove(userId, link.id);
  expect(await typesOf(userId)).toEqual([
    ...['link.created', 'link.updated', 'link.updated', 'link.deleted'],
  ]);
});

test('[webhook-events] an account takes its events with it, and its deletion raises none', async () => {
  const userId = await world.person();
  await links.add(someLink(userId));
  await world.add(userId, { url: 'https://hooks.example/' });
  await sql`DELETE FROM users WHERE id = ${userId}`;
  const left = await sql`
    SELECT id FROM events WHERE user_id = ${userId}
    UNION ALL SELECT id FROM webhooks WHERE user_id = ${userId}`;
  expect([...left]).toEqual([]);
});

/** Columns that Postgres or jobs set. */
const notOwners = [
  ...['id', 'number', 'user_id', 'short_code', 'created_at', 'updated_at', 'version'],
  ...['changed_xid', 'split_version', 'split_rotation', 'click_limit_version'],
  ...['click_limit_since', 'clicks_reached_at', 'background_writes'],
];

test('[webhook-events] a change of every column that an owner changes is an event', async () => {
  const [source] = await sql`SELECT prosrc FROM pg_proc WHERE proname = 'changed_link_fields'`;
  const columns = await sql`
    SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'links'`;
  const compared = (name: string) =>
    String(source?.['prosrc']).match(new RegExp(`is_now\\.${name}\\b`)) !== null;
  const left = columns.map(({ name }) => String(name)).filter((name) => !compared(name));
  expect(left.toSorted()).toEqual(notOwners.toSorted());
});
