import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'bun:test';
import { clickhouseSplitEvents } from '#adapters/clickhouse/analytics/split-tests';
import { publicAnswers } from '#adapters/http/analytics/public-answers';
import { publicPageRoutes, type PublicReportJson } from '#adapters/http/analytics/public-pages';
import { pageCookie } from '#adapters/http/cookies/page-cookie';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresPublicPages } from '#adapters/postgres/analytics/public-pages';
import { postgresSplitTests } from '#adapters/postgres/split-tests/split-tests';
import { sharedPassword } from '#core/accounts/passwords/shared-password';
import { dayMs, hourMs, secondMs } from '#core/shared/time';
import { storedNumbers } from '#tests/support/builders/reports';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { newUser } from '#tests/support/builders/people';
import { appUrl, call, cookieOf, memoryLog, type Answers } from '#tests/support/calls';
import { testStores } from '#tests/support/databases/stores';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

const startMs = Date.parse('2026-11-21T10:20:00Z');
let nowMs = startMs;
const clock = { now: () => nowMs };
const { people, session } = peopleByCookie();
const sign = (text: string) => createHmac('sha256', 'secret').update(text).digest('hex');
const passwords = argon2idPasswords({ memoryKib: 8, passes: 1 }, { parallel: 2, waiting: 8 });
const pages = postgresPublicPages(sql);
const banned = new Set<string>();
const ports = {
  ...storedNumbers({ sql, client: store.client }, clock.now),
  pages,
  passwords,
  checkPassword: sharedPassword({ clock, passwords }),
  bans: { isBanned: (userId: string) => banned.has(userId) },
  proofs: { sign, isSigned: (text: string, signature: string) => sign(text) === signature },
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
};
const splitTests = {
  tests: postgresSplitTests(sql),
  events: clickhouseSplitEvents(store.client),
};
const site = {
  cookie: pageCookie(appUrl),
  answers: publicAnswers<PublicReportJson>(clock),
  addressOf: (request: Request) => request.headers.get('x-address') ?? '203.0.113.7',
  appUrl,
  shortOrigin: 'https://go.example',
};
const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
  mounted({ session }, publicPageRoutes(ports, splitTests, site)),
);

/**
 * A person with two links that sold something today and eight days ago: the first was clicked once,
 * the other twice.
 */
async function person() {
  nowMs = startMs;
  const id = await newUser(sql);
  const [linkId, otherId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  for (const link of [linkId, otherId]) {
    await sql`INSERT INTO links (id, user_id, original_url, short_code, title, created_at,
        updated_at)
      VALUES (${link}, ${id}, 'https://secret.example/', ${`c${link.slice(-8)}`}, ${`T ${link}`},
        now(), now())`;
    const facts = { userId: id, linkId: link, atMs: nowMs - 1000 };
    const clicks = Array.from({ length: link === linkId ? 1 : 2 }, () => aStoredClick(facts));
    const before = { ...facts, atMs: nowMs - 8 * dayMs };
    const conversions = [aStoredConversion(facts), aStoredConversion(before)];
    await store.store({ clicks, conversions });
  }
  const ask = signIn({ app, people }, owner({ id }));
  const page = `/api/v1/links/${linkId}/public-page`;
  const share = async (json: object = {}) => (await ask(page, { method: 'PUT', json })).json();
  return { id, linkId, otherId, ask, page, share };
}

const read = (token: string, query = '', cookie?: string) =>
  call(app, `/api/public/${token}?${query}`, cookie === undefined ? {} : { cookie });
const unlock = (token: string, password: string, address = '203.0.113.7') =>
  call(app, `/api/public/${token}/unlock`, {
    json: { password },
    headers: { 'x-address': address },
  });

const off = { token: null, url: null, hasPassword: false, showsMoney: false };

test('[public-pages] a link has no public page until its owner shares it', async () => {
  const { ask, page, share } = await person();

  expect(await (await ask(page)).json()).toEqual(off);
  const shared = await share();

  expect(shared.token).toMatch(/^[\w-]{22}$/);
  expect(shared).toEqual({ ...off, token: shared.token, url: `${appUrl}/public/${shared.token}` });
  expect(await (await ask(page)).json()).toEqual(shared);
  expect(await share({ showsMoney: true })).toEqual({ ...shared, showsMoney: true });
});

test("[public-pages] the page shows its link's numbers, and neither other links nor money", async () => {
  const { linkId, otherId, share } = await person();
  const { token } = await share();

  for (const query of ['', `link=${otherId}`, 'tag=(none)', 'folder=x', 'compare=previous']) {
    const answer = await read(token, query);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    expect(text).not.toContain(otherId);
    expect(text).not.toContain('secret.example');
    expect(text).not.toMatch(/revenue|profit/);
    const { link, report } = JSON.parse(text);
    expect(link.title).toBe(`T ${linkId}`);
    expect(report.totals).toEqual({ clicks: 1, uniqueVisitors: 1, conversions: 1, money: [] });
    expect(Object.keys(report.lists)).not.toContain('links');
  }
});

test('[public-pages] an answer is kept for ten seconds, whatever else the address has', async () => {
  const { id, linkId, share } = await person();
  const { token } = await share();
  const clicks = async (query = '') =>
    (await (await read(token, query)).json()).report.totals.clicks;
  expect(await clicks('range=7d')).toBe(1);
  const facts = { userId: id, linkId, atMs: nowMs - 1000 };
  await store.store({ clicks: [aStoredClick(facts)], conversions: [] });

  expect(await clicks('range=7d')).toBe(1);
  expect(await clicks('range=7d&nonsense=1')).toBe(1);
  expect(await clicks('range=30d')).toBe(2);
  nowMs += 10 * secondMs;
  expect(await clicks('range=7d')).toBe(2);
});

test('[public-pages] money is shown when the owner switches it on', async () => {
  const { share } = await person();
  const { token } = await share({ showsMoney: true });

  const { report } = await (await read(token)).json();

  expect(report.totals.money).toEqual([
    { currency: 'USD', conversions: 1, revenue: 4999, profit: 1000 },
  ]);
});

/** A running test of the link, with a visit of each destination; the second one brought an order. */
async function startTest({ id, linkId }: Awaited<ReturnType<typeof person>>) {
  await sql`
    UPDATE links SET split_test_enabled = true,
      split_test_urls = '["https://secret.example/a", "https://secret.example/b"]'
    WHERE id = ${linkId}`;
  const [test] = await sql<{ id: string; version: number }[]>`
    SELECT id, version FROM split_tests WHERE link_id = ${linkId}`;
  if (test === undefined) throw new Error('no test');
  await sql`UPDATE split_destinations SET name = 'Video' WHERE test_id = ${test.id} AND place = 2`;
  const facts = { userId: id, linkId, atMs: nowMs - 1000, splitVersion: test.version };
  const clickId = Bun.randomUUIDv7();
  const order = { ...facts, variant: 2, clickId, clickedAtMs: facts.atMs };
  await store.store({
    clicks: [
      aStoredClick({ ...facts, variant: 1 }),
      aStoredClick({ ...facts, variant: 2, clickId }),
    ],
    conversions: [aStoredConversion(order)],
  });
  const judged = async (judgement: object, verdict: object | null) => {
    await sql`DELETE FROM split_judgements WHERE test_id = ${test.id}`;
    await sql`UPDATE split_tests SET verdict = ${verdict && json(verdict)} WHERE id = ${test.id}`;
    await sql`
      INSERT INTO split_judgements (test_id, day, judgement)
      VALUES (${test.id}, now(), ${json(judgement)})`;
    nowMs += 20 * secondMs;
  };
  return { judged };
}

const json = (value: object) => sql.json(JSON.parse(JSON.stringify(value)));

test('[public-pages] a running split test shows its sentence and its counts, money where the page does, and no address', async () => {
  const one = await person();
  const { token } = await one.share();
  expect((await (await read(token)).json()).splitTest).toBeNull();
  await startTest(one);
  nowMs += 20 * secondMs;

  const text = await (await read(token)).text();

  expect(text).not.toMatch(/secret\.example|revenue|profit/);
  expect(JSON.parse(text).splitTest).toEqual({
    sentence: { lead: 'Not judged yet:', rest: 'the first judgement comes after midnight (UTC).' },
    currency: 'USD',
    destinations: [
      { letter: 'A', name: null, visits: 1, convertingVisits: 0, wins: false },
      { letter: 'B', name: 'Video', visits: 1, convertingVisits: 1, wins: false },
    ],
  });
  await one.share({ showsMoney: true });
  const { splitTest } = await (await read(token)).json();
  expect(splitTest.destinations).toMatchObject([{ revenue: 0 }, { revenue: 4999 }]);
});

test('[public-pages] a split test has a winner there, but no leader before', async () => {
  const one = await person();
  const { token } = await one.share();
  const { judged } = await startTest(one);
  const shown = async () => (await (await read(token)).json()).splitTest;

  const leading = { kind: 'leading', destination: 1, visits: 100, days: 3 };
  await judged({ state: leading, leader: 1, day: 1, window: 7, withdrawnOn: null }, null);
  expect(await shown()).toMatchObject({
    sentence: { lead: 'No winner yet.', rest: 'The test is judged again after midnight (UTC).' },
    destinations: [{ wins: false }, { wins: false }],
  });
  const winner = { kind: 'winner', destination: 1, over: 0, cautious: 1.5, low: 1.1 };
  await judged({ state: winner, day: 2, window: 7, withdrawnOn: null }, { winner, day: 2 });
  expect(await shown()).toMatchObject({
    sentence: { lead: 'B wins.', rest: 'It converts about 50% better than A, at least 10%.' },
    destinations: [{ wins: false }, { wins: true }],
  });
  await sql`UPDATE links SET split_test_enabled = false WHERE id = ${one.linkId}`;
  nowMs += 20 * secondMs;
  expect(await shown()).toBeNull();
});

test('[public-pages] the page of a banned owner is gone while the ban lasts', async () => {
  const { id, share } = await person();
  const { token } = await share({ password: 'open sesame' });

  banned.add(id);
  expect((await read(token)).status).toBe(404);
  expect((await unlock(token, 'open sesame')).status).toBe(404);

  banned.delete(id);
  expect((await read(token)).status).toBe(401);
  expect((await unlock(token, 'open sesame')).status).toBe(204);
});

test('[public-pages] a revoked page is gone, and a new one has another address', async () => {
  const { ask, page, share } = await person();
  const first = await share();

  expect((await ask(page, { method: 'DELETE' })).status).toBe(204);

  expect((await read(first.token)).status).toBe(404);
  expect(await (await ask(page)).json()).toEqual(off);
  const second = await share();
  expect(second.token).not.toBe(first.token);
  expect((await read(second.token)).status).toBe(200);
});

test('[public-pages] a page with a password opens to those who know it, for an hour', async () => {
  const { share } = await person();
  const { token, hasPassword } = await share({ password: 'correct horse' });
  expect(hasPassword).toBe(true);
  expect((await read(token)).status).toBe(401);
  expect((await unlock(token, 'wrong horse')).status).toBe(401);

  const unlocked = await unlock(token, 'correct horse');

  expect(unlocked.status).toBe(204);
  expect(unlocked.headers.get('set-cookie')).toContain(
    `; Max-Age=3600; Path=/api/public/${token}; HttpOnly; SameSite=Strict`,
  );
  const cookie = cookieOf(unlocked);
  expect((await read(token, '', cookie)).status).toBe(200);
  expect((await read(token, '', `waypost_page=${nowMs + 10 * hourMs}.00`)).status).toBe(401);
  nowMs += hourMs;
  expect((await read(token, '', cookie)).status).toBe(401);
});

test('[public-pages] a new password, or another page, makes an unlocked browser ask again', async () => {
  const { share } = await person();
  const { token } = await share({ password: 'correct horse' });
  const cookie = cookieOf(await unlock(token, 'correct horse'));
  const other = await (await person()).share({ password: 'correct horse' });

  expect((await read(other.token, '', cookie)).status).toBe(401);
  await share({ showsMoney: true });
  expect((await read(token, '', cookie)).status).toBe(200);
  await share({ password: 'battery staple' });
  expect((await read(token, '', cookie)).status).toBe(401);
  expect((await share({ password: null })).hasPassword).toBe(false);
  expect((await read(token)).status).toBe(200);
});

test('[public-pages] wrong passwords are limited for each network, and thirty right ones a minute cost nothing', async () => {
  const { share } = await person();
  const { token } = await share({ password: 'correct horse' });
  const status = async (address: string, password = 'wrong horse') =>
    (await unlock(token, password, address)).status;

  for (let n = 0; n < 30; n += 1) expect(await status('198.51.100.1', 'correct horse')).toBe(204);
  for (let n = 0; n < 10; n += 1) expect(await status(`2001:db8::${n}`)).toBe(401);
  const refused = await unlock(token, 'correct horse', '2001:db8::99');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('600');
  expect(await status('198.51.100.1', 'correct horse')).toBe(204);
});

test('[public-pages] [complete-erasure] a deleted link has no public page', async () => {
  const { linkId, share } = await person();
  const { token } = await share();

  await sql`DELETE FROM links WHERE id = ${linkId}`;

  expect((await read(token)).status).toBe(404);
  expect(await sql`SELECT 1 FROM public_pages WHERE link_id = ${linkId}`).toHaveLength(0);
});

test("[separate-accounts] nobody sees, shares or revokes somebody else's page", async () => {
  const { page, share, ask } = await person();
  const shared = await share();
  const other = await person();

  for (const method of ['GET', 'PUT', 'DELETE']) {
    const json = method === 'PUT' ? { json: {} } : {};
    expect((await other.ask(page, { method, ...json })).status).toBe(404);
  }
  expect(await (await ask(page)).json()).toEqual(shared);
});

test.each(['x', 'x'.repeat(22), '%00', "' OR 1=1 --"])('%j is no page', async (token) => {
  const answer = await read(encodeURIComponent(token));

  expect([400, 404]).toContain(answer.status);
});
