import { afterAll, expect, test } from 'bun:test';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { webhookRoutes } from '#adapters/http/webhooks';
import { mostReplayed } from '#core/webhooks/own-webhooks';
import { someLink } from '#tests/support/builders/links';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { receiver, webhookWorld } from '#tests/support/worlds/webhooks/webhook-world';

const world = await webhookWorld();
const { ports, links } = world;
afterAll(() => world.drop());

const { people, session } = peopleByCookie();
const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
  mounted({ session }, webhookRoutes(ports)),
);

async function person() {
  const id = await world.person();
  const ask = signIn({ app, people }, owner({ id }));
  const send = async (method: string, path: string, json?: unknown) => {
    const answer = await ask(`/api/v1${path}`, { method, ...(json !== undefined && { json }) });
    const text = await answer.text();
    const body = text === '' ? null : JSON.parse(text);
    return { status: answer.status, etag: answer.headers.get('etag'), body };
  };
  return { id, get: (path: string) => send('GET', path), send };
}

test('a webhook shows its secret at its creation and at a rotation, and never again', async () => {
  const { get, send } = await person();
  const wish = { url: 'https://hooks.example/in#part', events: ['link.created'] };
  const added = await send('POST', '/webhooks', wish);
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({
    url: 'https://hooks.example/in',
    events: ['link.created'],
    links: null,
    format: 'standard',
    isEnabled: true,
    description: null,
    isBehind: false,
    version: 1,
  });
  expect(Buffer.from(added.body.secret.slice('whsec_'.length), 'base64').length).toBe(32);
  const path = `/webhooks/${added.body.id}`;
  const rotated = await send('POST', `${path}/rotate`);
  expect(rotated.body.secret).not.toBe(added.body.secret);
  expect(rotated.body.formerSecretUntil).not.toBeNull();
  expect([rotated.body.version, rotated.etag]).toEqual([2, '"2"']);

  const changed = await send('PATCH', path, { description: ' Shop ', events: null });
  expect(changed.body).toMatchObject({ description: 'Shop', events: null, version: 3 });
  const listed = await get('/webhooks');
  expect(listed.body).toMatchObject({ count: 1, nextCursor: null, previousCursor: null });
  for (const { body } of [changed, listed, await get(path)]) {
    expect(JSON.stringify(body)).not.toContain('secret"');
    expect(JSON.stringify(body)).not.toContain('whsec_');
  }
  expect((await send('PATCH', path, {})).body).toMatchObject({ description: 'Shop' });
  expect((await send('DELETE', path)).status).toBe(204);
  expect((await get(path)).status).toBe(404);
});

test('what is wrong with a webhook is said at its field', async () => {
  const { send } = await person();
  const url = 'https://hooks.example/';
  for (const [field, wish] of [
    ['url', { url: 'http://me:secret@hooks.example/' }],
    ['url', { url: 'https://app.example/' }],
    ['url', {}],
    ['colour', { url, colour: 'red' }],
    ['events.0', { url, events: ['link.opened'] }],
    ['events', { url, events: [] }],
    ['links', { url, links: {} }],
    ['links', { url, links: { ids: [crypto.randomUUID()], tags: [crypto.randomUUID()] } }],
    ['links.tags.0', { url, links: { tags: ['spring'] } }],
    ['format', { url, format: 'xml' }],
  ] as const) {
    const { status, body } = await send('POST', '/webhooks', wish);
    expect([wish, status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([
      wish,
      422,
      expect.arrayContaining([field]),
    ]);
    expect(JSON.stringify(body)).not.toContain('secret@');
  }
});

test('the logs are read page by page, newest first, each row once', async () => {
  await using shop = receiver();
  const { id: userId, get, send } = await person();
  const { body: webhook } = await send('POST', '/webhooks', { url: shop.url });
  for (let count = 0; count < 7; count += 1) {
    const link = someLink(userId);
    await links.add(link);
    await world.send();
    if (count % 2 === 0) await links.remove(userId, link.id);
    world.clock.ms += 5;
  }
  for (const [path, total] of [
    ['/events', 11],
    ['/events?type=link.deleted', 4],
    [`/webhooks/${webhook.id}/attempts`, 10],
  ] as const) {
    const seen: string[] = [];
    let [next, back]: (string | null)[] = [null, null];
    do {
      const joined = path.includes('?') ? '&' : '?';
      const page: Awaited<ReturnType<typeof get>> = await get(
        `${path}${joined}limit=3${next === null ? '' : `&cursor=${next}`}`,
      );
      seen.push(...page.body.data.map(({ id }: { id: string }) => id));
      [next, back] = [page.body.nextCursor, page.body.previousCursor];
      expect(page.body.count).toBeNull();
    } while (next !== null);
    expect([path, seen.length, new Set(seen).size]).toEqual([path, total, total]);
    const former = await get(`${path.split('?')[0]}?limit=3&cursor=${back}`);
    const isOther = path.includes('?');
    expect([path, former.status]).toEqual([path, isOther ? 422 : 200]);
    if (isOther) expect(former.body.code).toBe('cursor_mismatch');
  }
  // Ten requests were sent in this second.
  world.clock.ms += 1000;
  await links.add(someLink(userId));
  await world.send();
  const { body: page } = await get(`/webhooks/${webhook.id}/attempts?limit=1`);
  const [latest] = page.data;
  const { body: whole } = await get(`/webhooks/${webhook.id}/attempts/${latest.id}`);
  expect(whole).toMatchObject({ ...latest, status: 200, answer: 'thanks' });
  expect(shop.got.map(({ text }) => text)).toContain(whole.request);
  const { body: event } = await get(`/events/${latest.eventId}`);
  expect(event.body).toBe(whole.request);
});

test('past events are replayed by time and type, to a webhook that is on', async () => {
  await using shop = receiver();
  const { id: userId, send } = await person();
  const link = someLink(userId);
  await links.add(link);
  await links.remove(userId, link.id);
  await world.send();
  const { body: webhook } = await send('POST', '/webhooks', { url: shop.url });
  const path = `/webhooks/${webhook.id}/replay`;
  const since = '2026-01-01T00:00:00+02:00';
  const replayed = await send('POST', path, { since, types: ['link.deleted'] });
  expect([replayed.status, replayed.body]).toEqual([202, { events: 1 }]);
  await world.send();
  expect(shop.types()).toEqual(['link.deleted']);
  const until = '2026-01-02T00:00:00Z';
  expect((await send('POST', path, { since, until })).body).toEqual({ events: 0 });
  await send('PATCH', `/webhooks/${webhook.id}`, { isEnabled: false });
  expect((await send('POST', path, { since })).status).toBe(422);
});

test('a replay of more events than one call can send sends none, and says so', async () => {
  await using shop = receiver();
  const { id: userId, send } = await person();
  const { body: webhook } = await send('POST', '/webhooks', { url: shop.url });
  await world.sql`
    INSERT INTO events (id, user_id, natural_key, type, is_planned, happened_at)
    SELECT gen_random_uuid(), ${userId}, n::text, 'link.deleted', true, '2026-01-05'
    FROM generate_series(0, ${mostReplayed}) AS n`;
  const path = `/webhooks/${webhook.id}/replay`;
  const wish = { since: '2026-01-01T00:00:00Z', until: '2026-01-10T00:00:00Z' };

  const refused = await send('POST', path, wish);
  expect([refused.status, refused.body.issues]).toEqual([
    422,
    [{ path: 'since', message: 'More than 50,000 events match: send a shorter time' }],
  ]);
  await world.sql`DELETE FROM events WHERE user_id = ${userId} AND natural_key = '0'`;
  expect((await send('POST', path, wish)).body).toEqual({ events: mostReplayed });
  // Its deliveries go with it: other tests do not wait for them.
  expect((await send('DELETE', `/webhooks/${webhook.id}`)).status).toBe(204);
});

test('of two editors that have seen one version, the second is told the present one', async () => {
  const { id, send } = await person();
  const { body: webhook } = await send('POST', '/webhooks', { url: 'https://hooks.example/' });
  const ask = signIn({ app, people }, owner({ id }));
  const edit = (method: string, seen: string) =>
    ask(`/api/v1/webhooks/${webhook.id}`, {
      method,
      headers: { 'if-match': seen },
      json: method === 'PATCH' ? { description: 'Shop' } : {},
    });
  const first = await edit('PATCH', '"1"');
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
  const second = await edit('PATCH', '"1"');
  expect([second.status, (await second.json()).version]).toEqual([412, 2]);
  expect((await edit('PATCH', 'W/"2"')).status).toBe(422);
  expect((await edit('DELETE', '"1"')).status).toBe(412);
  expect((await edit('DELETE', '"2"')).status).toBe(204);
  expect((await edit('DELETE', '"2"')).status).toBe(404);
});
