import { afterAll, expect, test } from 'bun:test';
import { hourMs, secondMs } from '#core/shared/time';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { appUrl, cookieOf } from '#tests/support/calls';
import { sharedReportWorld, type Sharer } from '#tests/support/worlds/shared-reports';

const world = await sharedReportWorld();
afterAll(world.drop);
const { sql, store, banned, time, person, read, unlock } = world;

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
  const facts = { userId: id, linkId, atMs: time.nowMs - 1000 };
  await store.store({ clicks: [aStoredClick(facts)], conversions: [] });

  expect(await clicks('range=7d')).toBe(1);
  expect(await clicks('range=7d&nonsense=1')).toBe(1);
  expect(await clicks('range=30d')).toBe(2);
  time.nowMs += 10 * secondMs;
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
async function startTest({ id, linkId }: Sharer) {
  await sql`
    UPDATE links SET split_test_enabled = true,
      split_test_urls = '["https://secret.example/a", "https://secret.example/b"]'
    WHERE id = ${linkId}`;
  const [test] = await sql<{ id: string; version: number }[]>`
    SELECT id, version FROM split_tests WHERE link_id = ${linkId}`;
  if (test === undefined) throw new Error('no test');
  await sql`UPDATE split_destinations SET name = 'Video' WHERE test_id = ${test.id} AND place = 2`;
  const facts = { userId: id, linkId, atMs: time.nowMs - 1000, splitVersion: test.version };
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
    time.nowMs += 20 * secondMs;
  };
  return { judged };
}

const json = (value: object) => sql.json(JSON.parse(JSON.stringify(value)));

test('[public-pages] a running split test shows its sentence and its counts, money where the page does, and no address', async () => {
  const one = await person();
  const { token } = await one.share();
  expect((await (await read(token)).json()).splitTest).toBeNull();
  await startTest(one);
  time.nowMs += 20 * secondMs;

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
  time.nowMs += 20 * secondMs;
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
  expect((await read(token, '', { cookie })).status).toBe(200);
  expect(
    (await read(token, '', { cookie: `waypost_page=${time.nowMs + 10 * hourMs}.00` })).status,
  ).toBe(401);
  time.nowMs += hourMs;
  expect((await read(token, '', { cookie })).status).toBe(401);
});

test('[public-pages] a new password, or another page, makes an unlocked browser ask again', async () => {
  const { share } = await person();
  const { token } = await share({ password: 'correct horse' });
  const cookie = cookieOf(await unlock(token, 'correct horse'));
  const other = await (await person()).share({ password: 'correct horse' });

  expect((await read(other.token, '', { cookie })).status).toBe(401);
  await share({ showsMoney: true });
  expect((await read(token, '', { cookie })).status).toBe(200);
  await share({ password: 'battery staple' });
  expect((await read(token, '', { cookie })).status).toBe(401);
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
  expect(await sql`SELECT 1 FROM shared_reports WHERE link_id = ${linkId}`).toHaveLength(0);
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
