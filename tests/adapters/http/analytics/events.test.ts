import { afterAll, describe, expect, test } from 'bun:test';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import type { Scope } from '#contract/accounts/api-keys';
import { findApiKey } from '#core/accounts/api-keys';
import { noBans, someKeyText } from '#tests/support/builders/people';
import { profileRoutes } from '#adapters/http/accounts/profile';
import { keepOpen } from '#adapters/http/frame/caller';
import { eventRoutes } from '#adapters/http/analytics/events';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { signInRoutes } from '#adapters/http/sign-in/sign-in';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import type { IndexChange, LinkIndex } from '#core/redirect/link-index';
import { openLive } from '#roots/compose/live';
import { accountWorld, ada } from '#tests/support/worlds/accounts/account-world';
import { clientsOf, postgresPeople } from '#tests/support/worlds/accounts/postgres-people';
import { appUrl, call, cookieOf, memoryLog } from '#tests/support/calls';
import { eventReader } from '#tests/support/readers/event-reader';
import { testEventStore } from '#tests/support/builders/events';
import { aStoredClick } from '#tests/support/builders/stored-events';
import { testDatabase } from '#tests/support/databases/postgres';
import { testSeal } from '#tests/support/seal';
import { serveApp } from '#tests/support/worlds/serve-app';
import { schema } from '#tests/support/databases/schema';

const { sql, url: databaseUrl, drop } = await testDatabase(schema);
const events = await testEventStore();
afterAll(() => Promise.all([drop(), events.drop()]));
const notices = postgresNotices(sql, testSeal);
const digest = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex');
const keys = postgresApiKeys(sql, noBans);
const keyPorts = { keys, digest, clock: { now: Date.now } };

/** A key of the person: its id and its text. */
async function keyOf({ id: userId }: { readonly id: string }, scope: Scope = 'analytics:read') {
  const text = someKeyText();
  const id = Bun.randomUUIDv7();
  const shown = { name: 'Wall', scopes: [scope], expiresAt: null, ending: text.slice(-4) };
  await keys.add(userId, { id, ...shown, digest: digest(text), createdAt: new Date() });
  return { id, text };
}

/** The ways in which a key ends for the stream. */
const ends: Readonly<Record<string, (userId: string, id: string) => Promise<unknown>>> = {
  revoked: (userId, id) => keys.remove(userId, id),
  expired: (userId, id) => keys.change(userId, id, { expiresAt: new Date() }),
  narrowed: (userId, id) => keys.change(userId, id, { scopes: ['links:read'] }),
};

/** A listening instance with accounts, sessions and live updates. */
function instance() {
  const { users, sessions } = postgresPeople(sql);
  const world = accountWorld({ stores: { users, sessions } });
  world.time.nowMs = Date.now();
  const clients = clientsOf(world, () => crypto.randomUUID());
  const { session } = clients;
  const log = memoryLog();
  const stopping = new AbortController();
  const watchers = new Set<Parameters<LinkIndex['watch']>[0]>();
  const live = openLive({
    sql,
    databaseUrl,
    shortOrigin: 'https://go.test',
    log,
    signal: stopping.signal,
    clickHouse: events.client,
    index: { watch: (notify) => void watchers.add(notify) },
    bans: { isBanned: () => false },
  });
  const app = frame({ appUrl, log, isOutage: () => false })
    .use(
      mounted(clients, [
        ...signInRoutes(world.ports, clients),
        ...profileRoutes(world.ports, clients),
      ]),
    )
    .use(
      mounted(
        { session, findKey: (text) => findApiKey(keyPorts, text) },
        eventRoutes({ ...live, keepOpen }, session),
      ),
    );
  const server = serveApp((request) => app.fetch(request));

  return {
    app,
    stopping,
    recordStored: live.recordStored,
    /** As if the link index had applied the change. */
    changeLink: (change: IndexChange) => watchers.forEach((notify) => notify(change)),
    /** Opens a stream with an API key. */
    follow: (key: string) =>
      fetch(new URL('/api/v1/stream', server.url), { headers: { authorization: `Bearer ${key}` } }),
    /** Opens a page's stream with a session's cookie. */
    open: (cookie: string) => fetch(new URL('/api/v1/stream', server.url), { headers: { cookie } }),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await live.end();
      await server.stop(true);
    },
  };
}

type Instance = ReturnType<typeof instance>;

async function somebody({ app }: Instance) {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  const answer = await call(app, '/api/register', { json: { ...ada, email } });
  const { id }: { id: string } = await answer.json();
  return { id, email, cookie: cookieOf(answer) };
}

const notify = (userId: string) =>
  notices.add([
    {
      notice: {
        userId,
        kind: 'password_changed',
        linkId: null,
        count: null,
        amounts: [],
        eventKey: crypto.randomUUID(),
        happenedAt: new Date(),
      },
      mail: null,
    },
  ]);

const unread = (count: number) => ({ kind: 'notices', data: `{"unread":${count}}` });

/** The next event that is not about numbers, whose polls come at other times. */
async function nextNotice(page: ReturnType<typeof eventReader>) {
  let event = await page.next();
  while (event?.kind === 'numbers' || event?.kind === 'live') event = await page.next();
  return event;
}

/** The data of the next event that says what happens now. */
async function nextLive(page: ReturnType<typeof eventReader>) {
  let event = await page.next();
  while (event !== null && event.kind !== 'live') event = await page.next();
  return JSON.parse(event?.data ?? 'null');
}

/** Resolves at the end of the stream. */
async function endOf(page: ReturnType<typeof eventReader>): Promise<void> {
  while ((await page.next()) !== null);
}

describe('GET /api/v1/stream', () => {
  test('sends the unread count immediately, for notices of any instance', async () => {
    await using one = instance();
    const person = await somebody(one);
    const stranger = await somebody(one);
    const response = await one.open(person.cookie);
    const page = eventReader(response);

    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await nextNotice(page)).toEqual(unread(0));
    await notify(stranger.id);
    await notify(person.id);
    expect(await nextNotice(page)).toEqual(unread(1));
    await sql`UPDATE notices SET read_at = now() WHERE user_id = ${person.id}`;
    expect(await nextNotice(page)).toEqual(unread(0));
    await page.cancel();
  });

  for (const [what, end] of Object.entries(ends)) {
    test(`[api-keys] is open to a key, without notices, and ends when the key is ${what}`, async () => {
      await using one = instance();
      const person = await somebody(one);
      const [key, other] = [await keyOf(person), await keyOf(person)];
      const stream = eventReader(await one.follow(key.text));
      const staying = eventReader(await one.follow(other.text));
      const seen = [(await stream.next())?.kind];

      await end(person.id, key.id);
      for (let event = await stream.next(); event !== null; event = await stream.next()) {
        seen.push(event.kind);
      }

      expect(seen).not.toContain('notices');
      one.changeLink({ kind: 'removed', linkId: 'x', userId: person.id, isErased: true });
      let event = await staying.next();
      while (event !== null && event.kind !== 'links') event = await staying.next();
      expect(event?.kind).toBe('links');
      await staying.cancel();
    });
  }

  test('[api-keys] is closed to a key without its scope', async () => {
    await using one = instance();
    const { text } = await keyOf(await somebody(one), 'account:write');
    expect((await one.follow(text)).status).toBe(403);
  });

  test('notifies a new page of numbers and of changed links of its account', async () => {
    await using one = instance();
    const person = await somebody(one);
    const page = eventReader(await one.open(person.cookie));

    one.changeLink({ kind: 'removed', linkId: 'x', userId: crypto.randomUUID(), isErased: true });
    one.changeLink({ kind: 'removed', linkId: 'x', userId: person.id, isErased: true });

    const awaited = new Set(['notices', 'links', 'live', 'numbers']);
    for (let event = await page.next(); event !== null; event = await page.next()) {
      awaited.delete(event.kind);
      if (awaited.size === 0) break;
    }
    expect([...awaited]).toEqual([]);
    await page.cancel();
  });

  test('[live-pages] shows a click that another instance has stored, with its link and without an address', async () => {
    await using one = instance();
    await using other = instance();
    const person = await somebody(one);
    const linkId = Bun.randomUUIDv7();
    await sql`
      INSERT INTO links (id, user_id, original_url, short_code, title, created_at, updated_at)
      VALUES (${linkId}, ${person.id}, 'https://shop.example/', 'live0001', 'Autumn', now(), now())`;
    const page = eventReader(await one.open(person.cookie));
    expect(await nextLive(page)).toEqual({ clicksNow: 0, latest: [] });

    const atMs = Date.now();
    await events.store({ clicks: [aStoredClick({ userId: person.id, linkId, atMs })] });
    other.recordStored();

    expect(await nextLive(page)).toEqual({
      clicksNow: 1,
      latest: [
        {
          id: expect.any(String),
          kind: 'click',
          atMs,
          linkId,
          linkName: 'Autumn',
          country: 'DE',
          device: 'mobile',
          sale: null,
        },
      ],
    });
    await page.cancel();
  });

  test('[live-pages] names a link without a title by its short address', async () => {
    await using one = instance();
    const person = await somebody(one);
    const linkId = Bun.randomUUIDv7();
    await sql`
      INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
      VALUES (${linkId}, ${person.id}, 'https://shop.example/', 'live0002', now(), now())`;
    await events.store({
      clicks: [aStoredClick({ userId: person.id, linkId, atMs: Date.now() })],
    });

    const page = eventReader(await one.open(person.cookie));

    expect(await nextLive(page)).toMatchObject({ latest: [{ linkName: 'go.test/live0002' }] });
    await page.cancel();
  });

  test('ends with its session: at logout, and when it is revoked elsewhere', async () => {
    await using one = instance();
    const person = await somebody(one);
    const json = { email: person.email, password: ada.password };
    const second = cookieOf(await call(one.app, '/api/auth/login', { json }));
    const [first, other] = [
      eventReader(await one.open(person.cookie)),
      eventReader(await one.open(second)),
    ];
    const sessions: { id: string; isCurrent: boolean }[] = await (
      await call(one.app, '/api/sessions', { cookie: person.cookie })
    ).json();
    const elsewhere = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await call(one.app, `/api/sessions/${elsewhere}`, { method: 'DELETE', cookie: person.cookie });
    await endOf(other);
    await notify(person.id);
    while ((await first.next())?.data !== unread(1).data);
    await call(one.app, '/api/auth/logout', { method: 'POST', cookie: person.cookie });

    expect(await nextNotice(first)).toBeNull();
  });

  test('ends for all pages when the instance stops, and accepts no new ones', async () => {
    const one = instance();
    const person = await somebody(one);
    const pages = [
      eventReader(await one.open(person.cookie)),
      eventReader(await one.open(person.cookie)),
    ];

    one.stopping.abort();

    await Promise.all(pages.map(endOf));
    expect((await one.open(person.cookie)).status).toBe(429);
    await one[Symbol.asyncDispose]();
  });

  test('allows twenty open pages per account, and another one after one is closed', async () => {
    await using one = instance();
    const person = await somebody(one);
    const open: Response[] = [];
    while (open.length < 20) open.push(await one.open(person.cookie));
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));

    const refused = await one.open(person.cookie);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await one.open((await somebody(one)).cookie)).status).toBe(200);
    await open[0]?.body?.cancel();

    const deadline = performance.now() + 10_000;
    let status = 429;
    while (status === 429 && performance.now() < deadline) {
      status = (await one.open(person.cookie)).status;
    }
    expect(status).toBe(200);
  });

  test('requires a session', async () => {
    await using one = instance();

    expect((await one.open('')).status).toBe(401);
  });
});
