import { afterAll, expect, test } from 'bun:test';
import { readConfig } from '#config';
import { checkingWork } from '#roots/compose/work';
import { someLink } from '#tests/support/builders/links';
import { memoryLog } from '#tests/support/calls';
import { shopServer } from '#tests/support/doubles/shop-server';
import { bodyOf, receiver, webhookWorld } from '#tests/support/worlds/webhooks/webhook-world';

const world = await webhookWorld();
const { sql, links } = world;
afterAll(() => world.drop());

test('[webhook-events] a domain that is proven, misses its proof and is suspended is an event each time', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url });
  const id = Bun.randomUUIDv7();
  await sql`
    INSERT INTO domains (id, user_id, host, token, created_at, next_check_at)
    VALUES (${id}, ${userId}, ${`go.${id}.example`}, 'token', now(), now())`;
  const become = async (state: string, misses: number) => {
    await sql`
      UPDATE domains SET state = ${state}, misses = ${misses}, checked_at = now() WHERE id = ${id}`;
    await world.send();
  };
  await become('waiting', 0);
  await become('proven', 0);
  await become('proven', 0);
  await become('proven', 1);
  await become('proven', 2);
  await become('proven', 0);
  await become('suspended', 3);
  await become('proven', 0);

  const bodies = shop.got.map(({ text }) => bodyOf(text));
  expect(bodies.map(({ type, data }) => [type, data])).toEqual([
    ['domain.verified', { domain: expect.objectContaining({ id, status: 'unpointed' }) }],
    ['domain.failing', { domain: expect.objectContaining({ id, status: 'failing' }) }],
    ['domain.verified', { domain: expect.objectContaining({ id, status: 'unpointed' }) }],
    ['domain.failing', { domain: expect.objectContaining({ id, status: 'suspended' }) }],
    ['domain.verified', { domain: expect.objectContaining({ id, status: 'unpointed' }) }],
  ]);
});

test('[webhook-events] a destination that fails three checks is one event of each link that leads there', async () => {
  await using shop = shopServer();
  await using hooks = receiver();
  const userId = await world.person();
  await world.add(userId, { url: hooks.url, events: ['link.destination_broken'] });
  const to = (path: string) =>
    someLink(userId, { originalUrl: `http://127.0.0.1:${shop.port}${path}` });
  const [one, two, fine] = [to('/gone'), to('/gone'), to('/here')];
  for (const link of [one, two, fine]) await links.add(link);
  await sql`UPDATE links SET updated_at = now() WHERE user_id = ${userId}`;
  const check = checkingWork({
    sql,
    config: readConfig({ CHECK_DESTINATIONS: 'on', CHECK_DESTINATIONS_IN: '127.0.0.1' }),
    origins: { appUrl: 'https://app.example', shortUrl: 'https://go.example', alsoAppUrls: [] },
    log: memoryLog(),
  });
  const checked = async () => {
    await sql`UPDATE destinations SET next_check_at = now() - interval '1 minute' WHERE user_id = ${userId}`;
    await check?.();
    await world.send();
    return hooks.got.map(({ text }) => bodyOf(text));
  };
  shop.answer('/gone', 404);

  const before = [...(await checked()), ...(await checked())];
  const broken = await checked();
  const again = await checked();

  expect(before).toEqual([]);
  expect(broken.map(({ type, data }) => [type, data])).toEqual(
    expect.arrayContaining(
      [one, two].map(({ id }) => [
        'link.destination_broken',
        { link: expect.objectContaining({ id }) },
      ]),
    ),
  );
  expect([broken.length, again.length]).toEqual([2, 2]);

  // A destination that answers meanwhile breaks a second time.
  shop.answer('/gone', 200);
  await checked();
  shop.answer('/gone', 503);
  await checked();
  await checked();
  expect((await checked()).length).toBe(4);
});

test('[webhook-events] a split test that names a winner, and withdraws it, is an event with the stored verdict', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, {
    url: shop.url,
    events: ['split_test.decided', 'split_test.withdrawn'],
  });
  const splitTestUrls = ['https://a.example/', 'https://b.example/'];
  const link = someLink(userId, { splitTestEnabled: true, splitTestUrls });
  await links.add(link);
  const judged = async (verdict: object | null) => {
    const stored = verdict === null ? null : sql.json({ ...verdict });
    await sql`UPDATE split_tests SET verdict = ${stored} WHERE link_id = ${link.id}`;
    await world.send();
  };
  const verdict = { day: 20_000, winner: { destination: 1 } };
  await judged(verdict);
  await judged({ ...verdict, basis: 'counted again' });
  await judged(null);

  const bodies = shop.got.map(({ text }) => bodyOf(text));
  const about = {
    splitTest: expect.objectContaining({ destinations: 2, isRunning: true }),
    link: expect.objectContaining({ id: link.id }),
  };
  expect(bodies.map(({ type, data }) => [type, data])).toEqual([
    ['split_test.decided', { ...about, splitTest: expect.objectContaining({ winner: 'B' }) }],
    ['split_test.withdrawn', about],
  ]);
});

test('[webhook-events] an import and a bulk action that end are events with their counts', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url });
  const [importId, bulkId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await sql`
    INSERT INTO imports (id, user_id, file_name, columns, mapping, state, rows, slices, created_at)
    VALUES (${importId}, ${userId}, 'links.csv', '["url"]', '["originalUrl"]', 'running', 1, 1, now())`;
  await sql`UPDATE imports SET state = 'done', ended_at = now() WHERE id = ${importId}`;
  await sql`
    INSERT INTO bulk_actions (id, user_id, kind, state, total, slices, created_at, due_at)
    VALUES (${bulkId}, ${userId}, 'pause', 'running', 3, 1, now(), now())`;
  await sql`UPDATE bulk_actions SET state = 'done' WHERE id = ${bulkId}`;
  await world.send();

  const bodies = shop.got.map(({ text }) => bodyOf(text));
  expect(bodies.map(({ type, data }) => [type, data])).toEqual(
    expect.arrayContaining([
      ['import.finished', { import: expect.objectContaining({ id: importId, state: 'done' }) }],
      ['bulk_action.finished', { bulkAction: expect.objectContaining({ id: bulkId, total: 3 }) }],
    ]),
  );
});
