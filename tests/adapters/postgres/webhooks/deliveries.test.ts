import { afterAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { aesSeal } from '#adapters/mail/seal';
import { postgresDeliveries } from '#adapters/postgres/webhooks/deliveries';
import { resealSecrets } from '#adapters/postgres/webhooks/reseal';
import { postgresWebhooks } from '#adapters/postgres/webhooks/webhooks';
import { deliverDue } from '#core/webhooks/deliver';
import { forgetEvents, planDeliveries } from '#core/webhooks/log';
import {
  addWebhook,
  changeWebhook,
  replayEvents,
  rotateSecret,
  sendEvent,
  testWebhook,
} from '#core/webhooks/own-webhooks';
import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';
import { someLink } from '#tests/support/builders/links';
import {
  bodyOf,
  type Got,
  receiver,
  webhookWorld,
} from '#tests/support/worlds/webhooks/webhook-world';

const world = await webhookWorld();
const { sql, links, clock, ports } = world;
afterAll(() => world.drop());

/** What the package of Standard Webhooks reads from a request with this secret. */
function verified(secret: string, { headers, text }: Got) {
  const now = String(Math.floor(Date.now() / secondMs));
  // The package compares the time with the machine's clock; the one here is moved.
  expect(Math.abs(Number(headers['webhook-timestamp']) - clock.now() / secondMs)).toBeLessThan(5);
  const library = new Webhook(secret);
  const id = headers['webhook-id'] ?? '';
  const sentAt = new Date(Number(headers['webhook-timestamp']) * secondMs);
  const wanted = library.sign(id, sentAt, text);
  expect((headers['webhook-signature'] ?? '').split(' ')).toContain(wanted);
  const again = { ...headers, 'webhook-timestamp': now };
  const signature = library.sign(id, new Date(Number(now) * secondMs), text);
  return library.verify(text, { ...again, 'webhook-signature': signature });
}

test('[webhook-delivery] an event arrives signed, with the link as the API shows it and nothing secret', async () => {
  await using shop = receiver();
  const userId = await world.person();
  const { secret } = await world.add(userId, { url: shop.url });
  const link = someLink(userId, { title: 'Sale', passwordHash: 'argon2-of-the-password' });
  await links.add(link);
  await world.send();

  const [got] = shop.got;
  if (got === undefined) throw new Error('nothing arrived');
  expect(verified(secret, got)).toMatchObject({
    type: 'link.created',
    apiVersion: 'v1',
    data: {
      link: {
        id: link.id,
        title: 'Sale',
        hasPassword: true,
        version: 1,
        externalId: null,
        tags: [],
        folder: null,
        shortUrl: `https://app.example/${link.shortCode}`,
        createdAt: '2026-06-01T00:00:00.000Z',
      },
    },
  });
  expect(got.text).not.toContain('argon2');
  expect(bodyOf(got.text).type).toBe('link.created');
  expect(got.headers['webhook-id']).toMatch(/^evt_[\da-f-]{36}$/);
  expect(got.headers['content-type']).toBe('application/json');
  expect(JSON.parse(got.text).id).toBe(got.headers['webhook-id']?.slice(4));

  await world.send();
  expect(shop.got.length).toBe(1);
});

test('[webhook-delivery] after a rotation both secrets sign for a day, then the new one alone', async () => {
  await using shop = receiver();
  const userId = await world.person();
  const { id: webhookId, secret } = await world.add(userId, { url: shop.url });
  const which = { userId, webhookId };
  const rotated = await rotateSecret(ports, which);
  expect(rotated.secret).not.toBe(secret);
  await testWebhook(ports, which);
  await world.send();
  clock.ms += dayMs + minuteMs;
  await testWebhook(ports, which);
  await world.send();

  const signatures = shop.got.map(({ headers }) => headers['webhook-signature']?.split(' ').length);
  expect(signatures).toEqual([2, 1]);
  const [, last] = shop.got;
  if (last) verified(rotated.secret, last);
  const stored = await sql`SELECT secret, former_secret FROM webhooks WHERE id = ${webhookId}`;
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
});

test('[webhook-delivery] a failing receiver gets ten attempts within 76 hours, all with one id and one body', async () => {
  await using shop = receiver(() => new Response('no', { status: 500 }));
  const userId = await world.person();
  const { id } = await world.add(userId, { url: shop.url });
  await links.add(someLink(userId));
  await world.send();
  const begunMs = clock.now();
  const endMs = begunMs + 100 * hourMs;
  let lastMs = begunMs;
  while (clock.now() < endMs) {
    const before = shop.got.length;
    const [next] = await sql`
      SELECT due_at FROM webhook_deliveries WHERE webhook_id = ${id} AND state = 'waiting'`;
    if (next === undefined) break;
    // Not a moment too early.
    clock.ms = next['due_at'].getTime() - 1;
    await world.send();
    expect(shop.got.length).toBe(before);
    clock.ms += 1;
    await world.send();
    expect(shop.got.length).toBe(before + 1);
    lastMs = clock.now();
  }
  expect(shop.got.length).toBe(10);
  expect((lastMs - begunMs) / hourMs).toBeGreaterThan(75);
  expect((lastMs - begunMs) / hourMs).toBeLessThan(77);
  expect(new Set(shop.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(shop.got.map(({ text }) => text)).size).toBe(1);
  const [attempt] = await sql`
    SELECT attempt, status, answer, next_at FROM webhook_attempts
    WHERE webhook_id = ${id} ORDER BY attempt DESC`;
  expect(attempt).toEqual({ attempt: 10, status: 500, answer: 'no', next_at: null });

  // Sent again by hand, it has the same id.
  await replayEvents(ports, { userId, webhookId: id }, { since: new Date(0), onlyFailed: true });
  await world.send();
  expect(new Set(shop.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(shop.got.length).toBe(11);
});

test('[webhook-delivery] Retry-After of 429 and 503 moves the next attempt, up to a day', async () => {
  const answers = [
    new Response('', { status: 429, headers: { 'retry-after': '3600' } }),
    new Response('', { status: 503, headers: { 'retry-after': '999999999' } }),
    new Response('', { status: 500, headers: { 'retry-after': '7200' } }),
  ];
  await using shop = receiver((_, count) => answers[count - 1] ?? new Response());
  const userId = await world.person();
  const { id } = await world.add(userId, { url: shop.url });
  await links.add(someLink(userId));
  const pauses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await world.send();
    const [row] = await sql`SELECT due_at FROM webhook_deliveries WHERE webhook_id = ${id}`;
    pauses.push(row?.['due_at'].getTime() - clock.now());
    clock.ms = row?.['due_at'].getTime();
  }
  expect(pauses).toEqual([hourMs, dayMs, 30 * minuteMs]);
});

test('[webhook-delivery] 410 switches the webhook off, a redirect is a failure that is not followed', async () => {
  await using elsewhere = receiver();
  await using moved = receiver(() => Response.redirect(elsewhere.url, 302));
  await using gone = receiver(() => new Response('gone', { status: 410 }));
  const userId = await world.person();
  const away = await world.add(userId, { url: moved.url });
  const left = await world.add(userId, { url: gone.url });
  await links.add(someLink(userId));
  await world.send();

  expect([moved.got.length, gone.got.length, elsewhere.got.length]).toEqual([1, 1, 0]);
  const now = await ports.webhooks.find(userId, left.id);
  expect([now?.isEnabled, now?.disabledReason, now?.disabledAt?.getTime()]).toEqual([
    false,
    'gone',
    clock.now(),
  ]);
  expect((await ports.webhooks.find(userId, away.id))?.isEnabled).toBe(true);

  // Switching on sends nothing old.
  await links.add(someLink(userId));
  await world.send();
  await changeWebhook(ports, { userId, webhookId: left.id }, { isEnabled: true });
  clock.ms += dayMs;
  await world.send();
  expect(gone.got.length).toBe(1);
});

test('[webhook-delivery] an event that was sent but not recorded is sent again with the same id after a minute', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url });
  await links.add(someLink(userId));
  const killed = {
    ...ports,
    deliveries: { ...ports.deliveries, settle: () => Promise.reject(new Error('killed')) },
  };
  await world.send(AbortSignal.abort());
  expect(shop.got.length).toBe(0);
  await deliverDue(killed, new AbortController().signal);
  await world.send();
  expect(shop.got.length).toBe(1);
  clock.ms += 60 * secondMs;
  await world.send();
  const ids = shop.got.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test('[webhook-delivery] two instances never send one delivery twice, and at most five at once', async () => {
  let open = 0;
  let most = 0;
  await using shop = receiver(async () => {
    open += 1;
    most = Math.max(most, open);
    await Bun.sleep(20);
    open -= 1;
    return new Response();
  });
  const userId = await world.person();
  await world.add(userId, { url: shop.url });
  for (let count = 0; count < 40; count += 1) await links.add(someLink(userId));
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([world.send(), world.send(), world.send()]);
    clock.ms += 2 * secondMs;
  }
  const ids = shop.got.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
  expect(most).toBeLessThanOrEqual(5);
});

test('[webhook-delivery] a link that is deleted before the delivery is ids alone', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url });
  const link = someLink(userId, { title: 'A secret plan', customAlias: `plan-${Date.now()}` });
  await links.add(link);
  await links.remove(userId, link.id);
  await world.send();

  const bodies = shop.got.map(({ text }) => bodyOf(text));
  const ref = {
    id: link.id,
    externalId: null,
    shortUrl: `https://app.example/${link.customAlias}`,
  };
  expect(bodies.map(({ type, isThin, data }) => ({ type, isThin, data }))).toEqual(
    expect.arrayContaining([
      { type: 'link.created', isThin: true, data: { link: ref } },
      { type: 'link.deleted', isThin: undefined, data: { link: ref } },
    ]),
  );
  expect(shop.got.some(({ text }) => text.includes('secret plan'))).toBe(false);
});

test('[webhook-delivery] a webhook gets the types and links that it asks for', async () => {
  await using shop = receiver();
  const userId = await world.person();
  const named = (name: string) => ({ by: 'name', name, newId: Bun.randomUUIDv7() }) as const;
  const [tagged, other] = [someLink(userId), someLink(userId)];
  await links.add(tagged, { tags: [named('spring')] });
  await links.add(other);
  const [tag] = (await links.labelsOf(userId, [tagged.id])).get(tagged.id)?.tags ?? [];
  const tags = [tag?.id ?? ''];
  await world.add(userId, {
    url: shop.url,
    events: ['link.updated', 'link.deleted'],
    links: { tags },
  });
  for (const { id: linkId } of [tagged, other]) {
    await links.change({ userId, linkId, change: { title: 'New' }, at: new Date() });
    await links.remove(userId, linkId);
  }
  await world.send();
  expect(shop.types().toSorted()).toEqual(['link.deleted', 'link.updated']);
  expect(shop.got.every(({ text }) => text.includes(tagged.id))).toBe(true);
});

test('[webhook-delivery] one event is sent again to another webhook of the account, and to nobody else’s', async () => {
  await using shop = receiver();
  const [userId, strangerId] = [await world.person(), await world.person()];
  await links.add(someLink(userId));
  await world.send();
  const { id: webhookId } = await world.add(userId, { url: shop.url });
  const [event] = (await ports.events.page(userId, { limit: 1, from: null, type: null })).items;
  const eventId = event?.id ?? '';
  await sendEvent(ports, { userId, eventId, webhookId });
  await world.send();
  expect(shop.got.map(({ headers }) => headers['webhook-id'])).toEqual([`evt_${eventId}`]);
  for (const userIds of [strangerId]) {
    const sent = sendEvent(ports, { userId: userIds, eventId, webhookId });
    await expect(sent).rejects.toThrow('Not found');
  }
});

test('[webhook-delivery] at most 20 webhooks, https alone outside the operator’s ranges, and never our own hosts', async () => {
  const userId = await world.person();
  for (const url of [
    'https://app.example/hook',
    'https://APP.example./x',
    'https://go.shop.example/abc',
    'ftp://x.example/',
    'https://me:pass@x.example/',
    'nonsense',
  ]) {
    await expect(world.add(userId, { url })).rejects.toThrow();
  }
  const { id } = await world.add(userId, { url: 'http://x.example/' });
  await world.send();
  await testWebhook(ports, { userId, webhookId: id });
  await world.send();
  const { items } = await ports.deliveries.attempts(userId, id, { limit: 5, from: null });
  expect(items.map(({ error, status }) => [error, status])).toEqual([['no_host', null]]);
  await Promise.allSettled(
    Array.from({ length: 25 }, () => world.add(userId, { url: 'https://x.example/' })),
  );
  expect((await ports.webhooks.of(userId)).length).toBe(20);
  const unproven = { id: await world.person(), verified: false };
  const added = addWebhook(ports, unproven, { url: 'https://x.example/' });
  await expect(added).rejects.toMatchObject({ code: 'email_unverified' });
});

test('[webhook-delivery] nothing is sent for a banned account, and what waited is sent when it is no longer banned', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url });
  await links.add(someLink(userId));
  world.banned.add(userId);
  await world.send();
  expect(shop.types()).toEqual([]);
  world.banned.delete(userId);
  await world.send();
  expect(shop.types()).toEqual(['link.created']);
});

test('[webhook-delivery] events whose body cannot be written now hold back no others, and are sent later', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url, events: ['clicks.recorded', 'link.created'] });
  const happenedAt = new Date(clock.now());
  const batch = { batch: crypto.randomUUID(), fromMs: clock.now(), toMs: clock.now() };
  await ports.events.addClicks([{ userId, ...batch, clicks: 8 }], {
    clicksOfPart: 1,
    at: happenedAt,
  });
  await planDeliveries(ports);
  clock.ms += secondMs;
  await links.add(someLink(userId));
  await planDeliveries(ports);
  let isAway = true;
  const ofPart = async () => {
    if (isAway) throw new Error('the event store is away');
    return [];
  };
  const deliver = async () => {
    await deliverDue({ ...ports, clicks: { ofPart } }, new AbortController().signal);
    clock.ms += secondMs;
  };
  for (let second = 0; second < 5; second += 1) await deliver();
  expect(shop.types()).toEqual(['link.created']);

  isAway = false;
  clock.ms += 2 * minuteMs;
  for (let second = 0; second < 5; second += 1) await deliver();
  expect(shop.types().filter((type) => type === 'clicks.recorded').length).toBe(8);
});

test('[webhook-events] expiry is one event: by time, by a change to the past, and by clicks', async () => {
  const userId = await world.person();
  const [timed, past, spent] = [
    someLink(userId, { expiresAt: new Date(clock.now() + hourMs) }),
    someLink(userId),
    someLink(userId, { expiresAfterClicks: 1 }),
  ];
  for (const link of [timed, past, spent]) await links.add(link);
  await ports.events.recordExpired(new Date(clock.now()));
  const change = { expiresAt: new Date(Date.now() - hourMs) };
  await links.change({ userId, linkId: past.id, change, at: new Date() });
  await sql`UPDATE links SET clicks_reached_at = now() WHERE id = ${spent.id}`;
  clock.ms += 2 * hourMs;
  await ports.events.recordExpired(new Date(clock.now()));
  await ports.events.recordExpired(new Date(clock.now()));
  const expired = await sql`
    SELECT link_id FROM events WHERE user_id = ${userId} AND type = 'link.expired'`;
  expect(expired.map((row) => String(row['link_id'])).toSorted()).toEqual(
    [timed.id, past.id, spent.id].toSorted(),
  );
});

test('[webhook-events] events and attempts are deleted after 30 days', async () => {
  const userId = await world.person();
  await links.add(someLink(userId));
  clock.ms += 31 * dayMs;
  expect(await forgetEvents(ports)).toBeGreaterThan(0);
  expect((await sql`SELECT FROM events`).length).toBe(0);
  expect((await sql`SELECT FROM webhook_attempts`).length).toBe(0);
});

test('[webhook-delivery] when Waypost stops, open requests are waited for and no further one begins', async () => {
  const arrived = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<Response>();
  await using shop = receiver(() => {
    arrived.resolve();
    return answered.promise;
  });
  const userId = await world.person();
  const { id } = await world.add(userId, { url: shop.url });
  for (let count = 0; count < 7; count += 1) await links.add(someLink(userId));
  const stopping = new AbortController();
  const sending = world.send(stopping.signal);
  await arrived.promise;
  stopping.abort();
  answered.resolve(new Response());
  await sending;
  const states = await sql<{ state: string; count: number }[]>`
    SELECT state, count(*)::int FROM webhook_deliveries WHERE webhook_id = ${id}
    GROUP BY state ORDER BY state`;
  expect([...states]).toEqual([
    { state: 'sent', count: 5 },
    { state: 'waiting', count: 2 },
  ]);
});

test('[webhook-delivery] what is claimed while Waypost stops is not sent, and the next instance sends it at once', async () => {
  await using shop = receiver();
  const userId = await world.person();
  await world.add(userId, { url: shop.url });
  await links.add(someLink(userId));
  const stopping = new AbortController();
  const { deliveries } = ports;
  const claim: typeof deliveries.claim = async (at, limits) => {
    const claimed = await deliveries.claim(at, limits);
    stopping.abort();
    return claimed;
  };

  await world.send(AbortSignal.abort());
  await deliverDue({ ...ports, deliveries: { ...deliveries, claim } }, stopping.signal);
  expect(shop.got).toEqual([]);
  await world.send();
  expect(shop.got).toHaveLength(1);
});

test('[webhook-delivery] after the installation’s secret has changed, webhooks sign as before, also without the former one', async () => {
  const key = (byte: number) => ({
    id: new Uint8Array(4).fill(byte),
    key: new Uint8Array(32).fill(byte),
  });
  const former = aesSeal([key(1)]);
  const both = aesSeal([key(2), key(1)]);
  const newest = aesSeal([key(2)]);
  await sql`DELETE FROM webhooks`;
  await using shop = receiver();
  const userId = await world.person();
  const own = (seal: typeof former) => ({
    ...ports,
    webhooks: postgresWebhooks(sql, seal),
    deliveries: postgresDeliveries(sql, seal, { isBanned: () => false }),
  });
  const user = { id: userId, verified: true };
  const { id: webhookId } = await addWebhook(own(former), user, { url: shop.url });
  const { secret } = await rotateSecret(own(former), { userId, webhookId });
  await resealSecrets(sql, both)();
  await testWebhook(ports, { userId, webhookId });
  await deliverDue(own(newest), new AbortController().signal);

  const [got] = shop.got;
  if (got === undefined) throw new Error('nothing arrived');
  verified(secret, got);
  expect(got.headers['webhook-signature']?.split(' ').length).toBe(2);
});
