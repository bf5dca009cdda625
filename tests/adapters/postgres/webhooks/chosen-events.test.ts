import { afterAll, expect, test } from 'bun:test';
import { replayEvents } from '#core/webhooks/own-webhooks';
import { hourMs, secondMs } from '#core/shared/time';
import { someLink } from '#tests/support/builders/links';
import { bodyOf, receiver, webhookWorld } from '#tests/support/worlds/webhooks/webhook-world';

const world = await webhookWorld();
const { sql, links, clock, ports } = world;
afterAll(() => world.drop());

const types = ['link.created', 'link.updated', 'link.deleted'] as const;

/** Which links' events arrived, by type. */
const arrived = ({ got }: ReturnType<typeof receiver>) =>
  got
    .map(({ text }) => bodyOf(text))
    .map(({ type, data }) => `${type} ${Object(data).link.id}`)
    .toSorted();

for (const choice of ['ids', 'folders'] as const) {
  test(`[webhook-delivery] a webhook that chooses ${choice} gets the events of those links alone, also of deleted ones`, async () => {
    await using shop = receiver();
    const userId = await world.person();
    const folder = { by: 'name', name: 'Spring', newId: Bun.randomUUIDv7() } as const;
    const [lasting, other, brief] = [someLink(userId), someLink(userId), someLink(userId)];
    await links.add(lasting, { folder });
    const id = (await links.labelsOf(userId, [lasting.id])).get(lasting.id)?.folder?.id ?? '';
    const chosen = choice === 'ids' ? { ids: [lasting.id, brief.id] } : { folders: [id] };
    await world.add(userId, { url: shop.url, events: [...types], links: chosen });
    await links.add(other, { folder: { ...folder, name: 'Autumn' } });
    await links.add(brief, { folder: { by: 'id', id } });

    for (const { id: linkId } of [lasting, other, brief]) {
      await links.change({ userId, linkId, change: { title: 'New' }, at: new Date() });
    }
    // Its events are planned when it is gone.
    await links.remove(userId, brief.id);
    await links.remove(userId, other.id);
    await world.send();
    clock.ms += 2 * secondMs;
    await world.send();

    expect(arrived(shop)).toEqual(
      [
        // It was created before the webhook.
        `link.updated ${lasting.id}`,
        ...types.map((type) => `${type} ${brief.id}`),
      ].toSorted(),
    );
  });
}

test('[webhook-delivery] a replay of what failed sends that again, and neither what arrived nor what still waits', async () => {
  const failing = new Set<string>();
  await using shop = receiver((request) => {
    const isFailing = failing.has(request.headers.get('webhook-id') ?? '');
    return new Response('', { status: isFailing ? 500 : 200 });
  });
  const userId = await world.person();
  const { id: webhookId } = await world.add(userId, { url: shop.url });
  const events = async () =>
    (await sql`SELECT id FROM events WHERE user_id = ${userId} ORDER BY id`).map(
      (row) => `evt_${row['id']}`,
    );
  const add = async (isFailing: boolean) => {
    const before = new Set(await events());
    await links.add(someLink(userId));
    const [id = ''] = (await events()).filter((each) => !before.has(each));
    if (isFailing) failing.add(id);
    await world.send();
    return id;
  };
  const [failed, sent] = [await add(true), await add(false)];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    clock.ms += 27 * hourMs;
    await world.send();
  }
  const waiting = await add(true);
  const states = await sql<{ id: string; state: string }[]>`
    SELECT event_id AS id, state FROM webhook_deliveries WHERE webhook_id = ${webhookId}`;
  expect(new Map(states.map(({ id, state }) => [`evt_${id}`, state]))).toEqual(
    new Map([
      [failed, 'failed'],
      [sent, 'sent'],
      [waiting, 'waiting'],
    ]),
  );
  shop.got.length = 0;
  const again = async (onlyFailed?: boolean) => {
    const wish = { since: new Date(0), ...(onlyFailed !== undefined && { onlyFailed }) };
    const count = await replayEvents(ports, { userId, webhookId }, wish);
    await world.send();
    const ids = shop.got.splice(0).map(({ headers }) => headers['webhook-id'] ?? '');
    clock.ms += secondMs;
    return [count, ids.toSorted()];
  };

  expect(await again(true)).toEqual([1, [failed]]);
  failing.delete(failed);
  // It waits for its second attempt.
  expect(await again(true)).toEqual([0, []]);
  expect(await again()).toEqual([1, [sent]]);
  expect(await again(false)).toEqual([1, [sent]]);
});

test('[webhook-delivery] an event of more than 20 KB is its ids alone, on every attempt and in the log', async () => {
  await using shop = receiver((_, count) => new Response('', { status: count < 3 ? 500 : 200 }));
  const userId = await world.person();
  const { id: webhookId } = await world.add(userId, { url: shop.url });
  const [short, long] = ['x', '雪'].map((letter) =>
    someLink(userId, {
      customAlias: `long-${letter.codePointAt(0)}-${Date.now()}`,
      notes: letter.repeat(5000),
      description: letter.repeat(1000),
      title: letter.repeat(200),
      originalUrl: `https://example.com/${'p'.repeat(1900)}`,
      previewTitle: letter.repeat(120),
      previewText: letter.repeat(300),
    }),
  );
  if (short === undefined || long === undefined) throw new Error('two links');
  await links.add(long);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await world.send();
    clock.ms += hourMs;
  }
  await links.add(short);
  await world.send();

  const bodies = shop.got.map(({ text }) => text);
  const [thin] = bodies;
  expect(bodies.slice(0, 3)).toEqual([thin ?? '', thin ?? '', thin ?? '']);
  const shortUrl = `https://app.example/${long.customAlias}`;
  expect(bodyOf(thin ?? '')).toMatchObject({ type: 'link.created', isThin: true });
  expect(bodyOf(thin ?? '').data).toEqual({ link: { id: long.id, externalId: null, shortUrl } });
  const { items } = await ports.events.page(userId, { limit: 5, from: null, type: null });
  expect(items.map(({ linkId, isThin }) => [linkId, isThin])).toEqual([
    [short.id, false],
    [long.id, true],
  ]);
  const whole = bodyOf(bodies[3] ?? '');
  expect([whole.isThin, Object(whole.data).link.notes]).toEqual([undefined, 'x'.repeat(5000)]);
  expect((await ports.webhooks.find(userId, webhookId))?.isEnabled).toBe(true);
});
