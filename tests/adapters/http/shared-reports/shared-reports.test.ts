import { afterAll, expect, test } from 'bun:test';
import { mostSharedReports } from '#contract/shared-reports/shared-reports';
import { dayMs, minuteMs, secondMs } from '#core/shared/time';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { appUrl, call, cookieOf } from '#tests/support/calls';
import { sharedReportWorld, type Sharer } from '#tests/support/worlds/shared-reports';

const world = await sharedReportWorld();
afterAll(world.drop);
const { app, sql, time, banned, logos, reports, views, person, read, unlock } = world;

const list = '/api/v1/shared-reports';
const cover = (token: string) => call(app, `/api/public/${token}/cover`);
const change = async ({ ask }: Sharer, id: string, json: object) =>
  (await ask(`${list}/${id}`, { method: 'PATCH', json })).json();
const listed = async ({ ask }: Sharer) => (await (await ask(list)).json()).data;

test('[public-pages] a shared report is listed, changed and deleted, and keeps its address meanwhile', async () => {
  const one = await person();
  const { token, ...shared } = await one.shareReport({
    query: '?range=30d&lists=links&nonsense=1',
  });

  expect(shared).toEqual({
    ...{ id: shared.id, linkId: null, url: `${appUrl}/public/${token}`, name: 'Autumn' },
    ...{ query: 'range=30d', choosesDates: false, isOn: true, showsMoney: false },
    ...{ expiresAt: null, sender: '', color: null, showsLogo: false, hosts: [], domain: null },
    ...{ hasPassword: false, views: 0, viewedAt: null, createdAt: '2026-11-21T10:20:00.000Z' },
  });
  expect(await listed(one)).toEqual([shared]);
  const wished = {
    ...{ name: 'Winter', query: 'range=7d&tz=Europe%2FBerlin&country=DE', choosesDates: true },
    ...{ showsMoney: true, expiresAt: '2026-12-31T00:00:00.000Z', sender: 'Meridian' },
    ...{ color: '#7aa2ff', hosts: ['www.shop.example', '*.shop.example:8443'] },
  };
  const changed = { ...shared, ...wished };
  expect(await change(one, shared.id, wished)).toEqual(changed);
  expect(await change(one, shared.id, {})).toEqual(changed);
  expect((await one.ask(`${list}/${shared.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await read(token)).status).toBe(404);
  expect((await cover(token)).status).toBe(404);
  expect(await listed(one)).toEqual([]);
});

test('[public-pages] a link’s public page is one of the shared reports, with its link’s name and address', async () => {
  const one = await person();
  const { token, url } = await one.share({ showsMoney: true });

  const [page] = await listed(one);

  expect(page).toMatchObject({
    url,
    linkId: one.linkId,
    name: `T ${one.linkId}`,
    showsMoney: true,
  });
  expect(await change(one, page.id, { isOn: false, name: 'For Ann' })).toMatchObject({
    name: 'For Ann',
  });
  expect((await read(token)).status).toBe(404);
  expect(await (await one.ask(one.page)).json()).toMatchObject({ token: null });
  expect(await one.share()).toMatchObject({ token, showsMoney: true });
  expect((await read(token)).status).toBe(200);
  const other = { query: `link=${one.otherId}` };
  const refused = await one.ask(`${list}/${page.id}`, { method: 'PATCH', json: other });
  expect(refused.status).toBe(422);
});

test.each([
  [{ name: '', query: '' }, 'name'],
  [{ name: 'A', query: 'range=3d' }, 'range'],
  [{ name: 'A', query: 'country=Germany' }, 'country'],
  [{ name: 'A', query: 'from=2026-11-01' }, 'to'],
  [{ name: 'A', query: '', password: 'short' }, 'password'],
  [{ name: 'A', query: '', color: 'red' }, 'color'],
  [{ name: 'A', query: '', hosts: ["'self'"] }, 'hosts.0'],
  [{ name: 'A', query: '', hosts: ['a.example; script-src *'] }, 'hosts.0'],
  [{ name: 'A', query: '', hosts: ['*'] }, 'hosts.0'],
  [{ name: 'A', query: '', hosts: ['https://a.example/path'] }, 'hosts.0'],
  [{ name: 'A', query: '', expiresAt: 'tomorrow' }, 'expiresAt'],
  [{ name: 'A', query: '', views: 9 }, 'views'],
])('%j is no shared report', async (json, path) => {
  const { ask } = await person();

  const answer = await ask(list, { json });

  expect(answer.status).toBe(422);
  expect((await answer.json()).issues[0].path).toBe(path);
});

test('[separate-accounts] nobody shares, sees, changes or deletes what is of another account', async () => {
  const one = await person();
  const { id } = await one.shareReport();
  const other = await person();

  expect(await listed(other)).toEqual([]);
  const theirs = { name: 'Theirs', query: `link=${one.linkId}` };
  expect((await other.ask(list, { json: theirs })).status).toBe(404);
  const own = await other.shareReport();
  const moved = { query: `link=${one.linkId}` };
  for (const [path, method, json] of [
    [`${list}/${id}`, 'PATCH', { isOn: false }],
    [`${list}/${id}`, 'PATCH', { query: 'range=30d' }],
    [`${list}/${own.id}`, 'PATCH', moved],
  ] as const) {
    expect((await other.ask(path, { method, json })).status).toBe(404);
  }
  expect((await other.ask(`${list}/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect(await listed(one)).toHaveLength(1);
});

test('an account shares as many reports as it can have, link pages included', async () => {
  const one = await person();
  await sql`
    INSERT INTO shared_reports (id, user_id, token, name, query, chooses_dates, is_on, shows_money,
      sender, shows_logo, hosts, views, created_at)
    SELECT gen_random_uuid(), ${one.id}, left(translate(encode(sha256(n::text::bytea || ${one.id}::text::bytea), 'base64'), '+/', '-_'), 22),
      'R', '', false, true, false, '', false, '', 0, now()
    FROM generate_series(1, ${mostSharedReports}) AS n`;

  expect((await one.ask(list, { json: { name: 'One more', query: '' } })).status).toBe(409);
  expect((await one.ask(one.page, { method: 'PUT', json: {} })).status).toBe(409);
});

/** Everything that a visitor could add to the address of a report. */
const hostileQueries = (one: Sharer) => [
  '',
  `link=${one.otherId}`,
  `link=${one.linkId}&link=${one.otherId}`,
  'class=bot',
  'country=DE&utm_source=x&variant=1',
  'tag=(none)&folder=x',
  'range=12m',
  'from=2020-01-01&to=2021-01-01',
  'range=30d&compare=year&tz=Asia/Tokyo',
  'currency=USD&costs=1&showsMoney=true&full=1',
  'userId=x&id=x&token=x&query=range%3D90d&choosesDates=true',
];

test('a shared report says which visits its numbers count', async () => {
  const one = await person();
  const classesOf = async (query: string) => {
    const { token } = await one.shareReport({ query });
    return (await (await read(token)).json()).classes;
  };

  expect(await classesOf('range=7d')).toEqual(['human']);
  expect(await classesOf('range=7d&class=bot')).toEqual(['bot']);
  expect(await classesOf('range=7d&class=bot&not=class')).toEqual(['human', 'prefetch']);
});

test('[public-pages] a shared report shows nothing beyond it, whatever its visitor asks', async () => {
  const one = await person();
  const { token } = await one.shareReport({ query: `range=7d&link=${one.linkId}` });
  const first = await (await read(token)).text();

  for (const query of hostileQueries(one)) {
    time.nowMs += minuteMs;
    const answer = await read(token, query);
    expect([query, await answer.text()]).toEqual([query, first]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  }
  for (const hidden of [one.id, one.linkId, one.otherId, 'secret.example', '4999', `T ${one.id}`]) {
    expect(first).not.toContain(hidden);
  }
  expect(first).not.toMatch(/revenue|profit|costs?"/);
  const { report } = JSON.parse(first);
  expect(report.totals).toMatchObject({ clicks: 1, conversions: 1, money: [] });
  expect(report.lists).toEqual({});
});

test('[public-pages] what is usual by this time of day has no money either, unless the owner shows it', async () => {
  const one = await person();
  const yesterday = { userId: one.id, linkId: one.linkId, atMs: time.nowMs - dayMs - minuteMs };
  await world.store.store({
    clicks: [aStoredClick(yesterday)],
    conversions: [aStoredConversion(yesterday)],
  });
  const usual = async (showsMoney: boolean) => {
    const { token } = await one.shareReport({ showsMoney });
    return (await (await read(token)).json()).report.usual;
  };

  expect(await usual(false)).toEqual({ days: 1, clicks: 1, conversions: 1, money: [] });
  expect((await usual(true)).money).toMatchObject([{ currency: 'USD', revenue: 4999 }]);
});

test('[public-pages] the report of an account names its links by title and address, and no id', async () => {
  const one = await person();
  const { token } = await one.shareReport({ showsMoney: true });

  const text = await (await call(app, `/api/public/${token}/lists?list=links:clicks:desc`)).text();

  expect(text).not.toContain(`"${one.linkId}"`);
  expect(text).not.toContain('secret.example');
  const [{ rows, links, totals }] = JSON.parse(text).lists;
  const [other, first] = [one.otherId, one.linkId].map((id) => ({
    title: `T ${id}`,
    shortUrl: `https://go.example/c${id.slice(-8)}`,
    trackConversions: false,
  }));
  expect(links).toEqual({ [`${first?.shortUrl}`]: first, [`${other?.shortUrl}`]: other });
  expect(rows).toMatchObject([
    { dimensions: { link: other?.shortUrl }, metrics: { clicks: 2, revenue: 4999 } },
    { dimensions: { link: first?.shortUrl }, metrics: { clicks: 1, revenue: 4999 } },
  ]);
  expect(totals).toMatchObject({ clicks: 3, revenue: 9998 });
});

test('[public-pages] a token opens no other address of the API', async () => {
  const one = await person();
  const { token, id } = await one.shareReport({ password: 'correct horse' });
  const cookie = cookieOf(await unlock(token, 'correct horse'));

  for (const path of [list, `${list}/${id}`, `/api/v1/links/${one.linkId}/public-page`]) {
    for (const credential of [
      { headers: { authorization: `Bearer ${token}` } },
      { cookie },
      { cookie: `waypost_session=${token}` },
    ]) {
      const answer = await call(app, path, credential);
      expect([path, answer.status]).not.toEqual([path, 200]);
      expect(await answer.text()).not.toContain('Autumn');
    }
  }
  for (const path of [
    'export',
    'query',
    'values',
    'files',
    'clicks',
    'links',
    '../v1/shared-reports',
  ]) {
    expect((await call(app, `/api/public/${token}/${path}`, { cookie })).status).not.toBe(200);
  }
});

test('[public-pages] visitors choose dates where the owner lets them, and nothing else', async () => {
  const one = await person();
  const query = `range=7d&tz=Europe%2FBerlin&link=${one.linkId}`;
  const { token } = await one.shareReport({ query, choosesDates: true });
  const asked = async (more: string) => (await (await read(token, more)).json()).report;

  expect((await asked('')).range).toMatchObject({ from: '2026-11-15', timeZone: 'Europe/Berlin' });
  const other = await asked(`range=30d&compare=previous&tz=UTC&link=${one.otherId}&class=bot`);
  expect(other.range).toMatchObject({ from: '2026-10-23', to: '2026-11-21', timeZone: 'UTC' });
  expect(other.compared).not.toBeNull();
  expect(other.totals).toMatchObject({ clicks: 1, conversions: 2 });
  expect((await read(token, 'range=forever')).status).toBe(422);
});

test('[public-pages] a report opens with the currency and the measure that its owner chose, and visitors choose others', async () => {
  const one = await person();
  const query = 'range=7d&tz=UTC&currency=EUR&measure=revenue&places=map';
  const { token } = await one.shareReport({ query, showsMoney: true });
  const hidden = await one.shareReport({ query });
  const strange = await one.shareReport({ query: 'range=7d&tz=UTC&measure=secret' });
  const first = async (of: string) => (await (await read(of)).json()).first;
  const earned = async (more: string) => {
    const path = `/api/public/${token}/file?what=series${more}`;
    return (await (await call(app, path)).text()).split('\r\n')[0];
  };

  expect(await first(token)).toBe('currency=EUR&measure=revenue');
  expect(await first(hidden.token)).toBe('measure=revenue');
  expect(await first(strange.token)).toBe('');
  expect(await earned('')).toContain('EUR');
  expect(await earned('&currency=GBP')).toContain('GBP');
});

test('[public-pages] a report ends by its date or its switch, and says no more than that', async () => {
  const one = await person();
  const expiresAt = new Date(time.nowMs + dayMs).toISOString();
  const { token, id } = await one.shareReport({ expiresAt, sender: 'Meridian', color: '#000080' });
  const shown = { name: 'Autumn', sender: 'Meridian', hasLogo: false, hosts: [] };
  const { color, ...open } = await (await cover(token)).json();
  expect(open).toEqual({ ...shown, state: 'open', endedAt: null });
  expect(color.light).toBe('#000080');
  expect(color.dark).not.toBe('#000080');

  time.nowMs += dayMs;
  for (const path of ['', '/logo']) {
    expect((await call(app, `/api/public/${token}${path}`)).status).toBe(404);
  }
  expect(await (await cover(token)).json()).toMatchObject({
    ...shown,
    ...{ state: 'ended', endedAt: expiresAt },
  });
  expect(await change(one, id, { expiresAt: null })).toMatchObject({ expiresAt: null });
  expect((await read(token)).status).toBe(200);
  await change(one, id, { isOn: false });
  expect((await read(token)).status).toBe(404);
  expect(await (await cover(token)).json()).toMatchObject({ state: 'ended', endedAt: null });
});

test('[public-pages] a password hides all but who shares what, and an ended report takes none', async () => {
  const one = await person();
  const { token, id } = await one.shareReport({ password: 'correct horse', showsLogo: true });
  const text = await (await cover(token)).text();
  expect(JSON.parse(text)).toEqual({
    ...{ name: 'Autumn', sender: '', color: null, hasLogo: true, hosts: [] },
    ...{ state: 'locked', endedAt: null },
  });
  expect((await read(token)).status).toBe(401);
  expect((await unlock(token, 'wrong horse')).status).toBe(401);
  for (let n = 0; n < 9; n += 1) await unlock(token, `wrong ${n}`);
  expect((await unlock(token, 'correct horse')).status).toBe(429);

  time.nowMs += 10 * minuteMs;
  const cookie = cookieOf(await unlock(token, 'correct horse'));
  expect((await read(token, '', { cookie })).status).toBe(200);
  expect((await (await call(app, `/api/public/${token}/cover`, { cookie })).json()).state).toBe(
    'open',
  );
  await change(one, id, { isOn: false });
  expect((await read(token, '', { cookie })).status).toBe(404);
  expect((await unlock(token, 'correct horse')).status).toBe(404);
});

test('[public-pages] a banned account shares nothing, and a lapsed plan goes on sharing', async () => {
  const one = await person();
  const { token } = await one.shareReport({ showsLogo: true });
  banned.add(one.id);
  for (const path of ['', '/cover', '/logo']) {
    expect((await call(app, `/api/public/${token}${path}`)).status).toBe(404);
  }
  banned.delete(one.id);

  await sql`UPDATE users SET trial_ends_at = now() - interval '1 year' WHERE id = ${one.id}`;
  expect((await read(token)).status).toBe(200);
});

test('[public-pages] a report of a link ends with the link', async () => {
  const one = await person();
  const { token } = await one.shareReport({ query: `link=${one.linkId}` });

  await sql`DELETE FROM links WHERE id = ${one.linkId}`;

  expect((await read(token)).status).toBe(404);
});

test('a logo is shown where the report shows one and the account has one', async () => {
  const one = await person();
  const { token, id } = await one.shareReport();
  const logo = () => call(app, `/api/public/${token}/logo`);
  logos.set(one.id, new Uint8Array([255, 216, 255]));
  expect((await logo()).status).toBe(404);

  await change(one, id, { showsLogo: true });

  expect((await logo()).headers.get('content-type')).toBe('image/jpeg');
  expect(new Uint8Array(await (await logo()).arrayBuffer())).toEqual(
    new Uint8Array([255, 216, 255]),
  );
  logos.delete(one.id);
  expect((await logo()).status).toBe(404);
});

test('views are counted once for each visitor in half an hour, and the owner’s are not', async () => {
  const one = await person();
  const { token, id } = await one.shareReport();
  const sid = 'a'.repeat(64);
  await sql`
    INSERT INTO sessions (sid, user_id, created_at, expire, proven_at, sess)
    VALUES (${sid}, ${one.id}, now(), now() + interval '1 day', now(), '{}')`;
  const visit = async (address: string, more: object = {}) =>
    read(token, '', { headers: { 'x-address': address, 'user-agent': 'Firefox', ...more } });
  const seen = async () => {
    await views.store(reports);
    return (await listed(one)).find((each: { id: string }) => each.id === id);
  };

  await visit('198.51.100.1');
  await visit('198.51.100.1');
  await visit('198.51.100.2', { 'x-sid': 'b'.repeat(64) });
  await visit('198.51.100.3', { 'x-sid': sid });
  expect(await seen()).toMatchObject({ views: 2, viewedAt: '2026-11-21T10:20:00.000Z' });
  time.nowMs += 30 * minuteMs;
  await visit('198.51.100.1');
  const failing = { addViews: () => Promise.reject(new Error('away')) };
  await expect(views.store(failing)).rejects.toThrow('away');
  expect(await seen()).toMatchObject({ views: 3 });
});

test('[complete-erasure] shared reports go with their account', async () => {
  const one = await person();
  const { token } = await one.shareReport();

  await sql`DELETE FROM users WHERE id = ${one.id}`;

  expect((await read(token)).status).toBe(404);
  time.nowMs += 20 * secondMs;
});

test.each([
  ['range=yesterday&tz=Pacific/Kiritimati', '2026-11-21', '2026-11-21'],
  ['range=7d&tz=Pacific/Kiritimati', '2026-11-16', '2026-11-22'],
  ['range=today&tz=America/New_York&compare=previous', '2026-11-21', '2026-11-21'],
  ['range=12m&tz=UTC', '2025-11-22', '2026-11-21'],
  ['from=2026-11-01&to=2026-11-03&tz=UTC', '2026-11-01', '2026-11-03'],
])('fixed dates of %s are days of its zone, and stay', async (query, from, to) => {
  time.nowMs = Date.parse('2026-11-21T10:20:00Z');
  const one = await person();
  const { token, ...shared } = await one.shareReport({ query, fixesDates: true });
  const { searchParams } = new URL(`http://localhost/?${shared.query}`);
  const zone = new URLSearchParams(query).get('tz');

  expect(searchParams.getAll('range')).toEqual([]);
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual([from, to]);
  expect(searchParams.get('tz')).toBe(zone);
  time.nowMs += 3 * dayMs;
  const { report } = await (await read(token)).json();
  expect(report.range).toMatchObject({ from, to, timeZone: zone });
  expect(
    (await one.ask(`${list}/${shared.id}`, { method: 'PATCH', json: { fixesDates: true } })).status,
  ).toBe(422);
  const allTime = { name: 'Ever', query: 'range=all' };
  const moving = await one.ask(list, { json: allTime });
  expect(moving.status).toBe(201);
  const days = await one.ask(list, { json: { ...allTime, fixesDates: true } });
  expect([days.status, (await days.json()).issues[0].path]).toEqual([422, 'fixesDates']);
});

test('[public-pages] all time of a shared report does not tell when a cost began', async () => {
  const one = await person();
  const { token } = await one.shareReport({ query: 'range=7d', choosesDates: true });
  const ever = async () => {
    time.nowMs += minuteMs;
    return (await (await read(token, 'range=all')).json()).report.range;
  };
  const before = await ever();
  await sql`
    INSERT INTO costs (id, user_id, campaign, kind, amount_cents, currency, first_day, note, created_at)
    VALUES (gen_random_uuid(), ${one.id}, 'secret', 'per_day', 5000, 'USD', '2026-03-01', '', now())`;

  expect(await ever()).toEqual(before);
});
