import { afterAll, afterEach, expect, test } from 'bun:test';
import { costRoutes } from '#adapters/http/analytics/costs';
import { numberRoutes } from '#adapters/http/analytics/numbers';
import { queryRoutes } from '#adapters/http/analytics/query';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { mostCosts } from '#contract/analytics/costs';
import { dayMs } from '#core/shared/time';
import { newUser } from '#tests/support/builders/people';
import { storedNumbers } from '#tests/support/builders/reports';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { testStores } from '#tests/support/databases/stores';
import { readCsv } from '#tests/support/readers/csv';
import { keptRepeats } from '#tests/support/memory/idempotent-calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const callsAt = { nowMs };
const { people, session } = peopleByCookie();
const analytics = storedNumbers({ sql, client: store.client }, () => nowMs);
const site = { shortOrigin: 'https://go.example', uploads: heavyAnswers() };
const numbers = {
  analytics,
  heavy: heavyAnswers(),
  visitorsAre: 'cookieless',
  ...site,
} as const;
const repeats = keptRepeats({
  newId: () => Bun.randomUUIDv7(),
  clock: { now: () => callsAt.nowMs },
});
const { finish } = repeats.calls;
const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
  mounted({ session, repeats }, [
    ...costRoutes(analytics, site),
    ...numberRoutes(numbers),
    ...queryRoutes(numbers),
  ]),
);

afterEach(() => {
  repeats.calls.finish = finish;
  callsAt.nowMs = nowMs;
});

const path = '/api/v1/costs';

async function person() {
  const id = await newUser(sql);
  const ask = signIn({ app, people }, owner({ id }));
  const read = async (address: string) => (await ask(address)).json();
  const list = async () => (await read(path)).data;
  const count = async () => (await read(path)).count;
  const send = async (json: unknown, method = 'POST', address = path) => {
    const answer = await ask(address, { method, json });
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
  };
  const upload = async (csv: string, more = {}) => {
    const headers = { 'content-type': 'text/csv', ...more };
    const answer = await ask(`${path}/csv?name=costs.csv`, { method: 'POST', headers, json: csv });
    return { status: answer.status, body: await answer.json() };
  };
  const link = async (alias: string | null = null, urls = '[]') => {
    const linkId = Bun.randomUUIDv7();
    const [row] = await sql<{ version: number }[]>`
      INSERT INTO links (id, user_id, original_url, short_code, custom_alias, split_test_enabled,
        split_test_urls, created_at, updated_at)
      VALUES (${linkId}, ${id}, 'https://example.com/', ${`c${linkId.slice(-8)}`}, ${alias},
        ${urls !== '[]'}, ${urls}::text::json, now(), now()) RETURNING split_version AS version`;
    if (alias !== null) {
      await sql`INSERT INTO link_names (folded_name, link_id, kind) VALUES (${alias}, ${linkId}, 'alias')`;
    }
    return { linkId, splitVersion: Number(row?.version) };
  };
  return { id, ask, read, list, count, send, upload, link };
}

const perDay = {
  linkId: null,
  campaign: 'autumn',
  kind: 'per_day',
  amount: 1000,
  currency: 'USD',
  firstDay: '2026-11-20',
  lastDay: null,
  note: 'Search ads',
};

test('a cost is listed as it was added, changed whole, and removed', async () => {
  const { list, ask, send, link } = await person();
  const { linkId } = await link();

  const added = await send({ ...perDay, campaign: ' autumn ' });
  const older = await send({ ...perDay, linkId, campaign: null, firstDay: '2026-11-01' });

  expect([added.status, older.status]).toEqual([201, 201]);
  expect(await list()).toEqual([{ id: added.body.id, ...perDay }, older.body]);
  const whole = { ...perDay, kind: 'total', lastDay: '2026-11-25', note: '' };
  const changed = await send(whole, 'PUT', `${path}/${added.body.id}`);
  expect(changed).toEqual({ status: 200, body: { id: added.body.id, ...whole } });
  expect((await ask(`${path}/${older.body.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await list()).toEqual([changed.body]);
});

test.each([
  [{ linkId: null, campaign: null }, 'linkId'],
  [{ linkId: Bun.randomUUIDv7() }, 'linkId'],
  [{ campaign: '(none)' }, 'campaign'],
  [{ kind: 'total' }, 'lastDay'],
  [{ lastDay: '2026-11-19' }, 'lastDay'],
  [{ firstDay: '2026-02-30' }, 'firstDay'],
  [{ amount: 0 }, 'amount'],
  [{ amount: 0.5 }, 'amount'],
  [{ kind: 'per_click', amount: 100_001 }, 'amount'],
  [{ currency: 'JPY' }, 'currency'],
  [{ kind: 'monthly' }, 'kind'],
  [{ note: 'x'.repeat(141) }, 'note'],
])('a cost with %j is refused at %s', async (wrong, field) => {
  const { send } = await person();

  const { status, body } = await send({ ...perDay, ...wrong });

  expect([status, body.issues[0].path]).toEqual([422, field]);
});

test('[separate-accounts] nobody sees or changes the costs of others, or adds one to their links', async () => {
  const mine = await person();
  const other = await person();
  const { body } = await mine.send(perDay);
  const { linkId } = await mine.link();

  expect(await other.list()).toEqual([]);
  expect((await other.send(perDay, 'PUT', `${path}/${body.id}`)).status).toBe(404);
  expect((await other.ask(`${path}/${body.id}`, { method: 'DELETE' })).status).toBe(404);
  const ofLink = await other.send({ ...perDay, linkId, campaign: null });
  expect(ofLink.status).toBe(404);
  expect(await mine.list()).toEqual([body]);
});

test('an account keeps a limited number of costs, also when many come at once', async () => {
  const { count, id, send, upload } = await person();
  await sql`INSERT INTO costs (id, user_id, campaign, kind, amount_cents, currency, first_day, note, created_at)
    SELECT gen_random_uuid(), ${id}, 'autumn', 'per_day', 1, 'USD', '2026-11-01', '', now()
    FROM generate_series(1, ${mostCosts - 1})`;

  const two = await upload('date,campaign,cost,currency\n2026-11-01,a,1,USD\n2026-11-02,a,1,USD');
  const answers = await Promise.all([1, 2, 3].map(() => send(perDay)));

  expect(two.status).toBe(409);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409, 409,
  ]);
  expect(await count()).toBe(mostCosts);
});

test('[complete-erasure] the costs of a link go with it, and all with the account', async () => {
  const { list, id, send, link } = await person();
  const { linkId } = await link();
  await send({ ...perDay, linkId, campaign: null });
  await send(perDay);

  await sql`DELETE FROM links WHERE id = ${linkId}`;
  expect(await list()).toHaveLength(1);
  await sql`DELETE FROM users WHERE id = ${id}`;

  const [left] = await sql`SELECT count(*)::int AS costs FROM costs WHERE user_id = ${id}`;
  expect(left).toEqual({ costs: 0 });
});

test('a CSV file adds a cost of one day for each row, for links and campaigns', async () => {
  const { list, upload, link } = await person();
  const alias = `sale-${Math.random().toString(36).slice(2, 8)}`;
  const { linkId } = await link(alias);

  const { status, body } = await upload(
    `Date;Link;Campaign;Cost;Currency\n2026-11-20;https://go.example/${alias.toUpperCase()};;12.50;usd\n` +
      `\n2026-11-21;;autumn;3;EUR\n`,
  );

  expect([status, body]).toEqual([201, { added: 2 }]);
  const stored = { kind: 'total', note: '', id: expect.any(String) };
  expect(await list()).toEqual([
    {
      ...stored,
      ...{ linkId: null, campaign: 'autumn', amount: 300, currency: 'EUR' },
      ...{ firstDay: '2026-11-21', lastDay: '2026-11-21' },
    },
    {
      ...stored,
      ...{ linkId, campaign: null, amount: 1250, currency: 'USD' },
      ...{ firstDay: '2026-11-20', lastDay: '2026-11-20' },
    },
  ]);
});

test('[idempotency-keys] a file that is sent again with its key adds its costs once, and another file is refused', async () => {
  const { count, upload } = await person();
  const key = { 'idempotency-key': 'november' };
  const file = (cost: number) =>
    `date,campaign,cost,currency\n${`2026-11-20,autumn,${cost},USD\n`.repeat(100)}`;

  const added = await upload(file(3), key);
  const again = await upload(file(3), key);
  const other = await upload(file(4), key);

  expect(added).toEqual({ status: 201, body: { added: 100 } });
  expect(again).toEqual(added);
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  expect(await count()).toBe(100);
  const tooLong = await upload('x'.repeat(300_000), { 'idempotency-key': 'long' });
  expect(tooLong.status).toBe(413);
});

test('[idempotency-keys] costs whose answer was lost in a crash are added once', async () => {
  const { ask, list, upload } = await person();
  const file = `date,campaign,cost,currency\n${'2026-11-20,autumn,3,USD\n'.repeat(3)}`;
  const add = async () => {
    const headers = { 'idempotency-key': 'one' };
    const answer = await ask(path, { method: 'POST', headers, json: perDay });
    return { status: answer.status, body: await answer.json() };
  };
  const addFile = () => upload(file, { 'idempotency-key': 'file' });
  // The process ends after the costs are stored, before their answer is.
  repeats.calls.finish = async () => {};
  const added = [await add(), await addFile()];
  repeats.calls.finish = finish;
  callsAt.nowMs += 15_000;

  const again = [await add(), await addFile()];

  expect(again).toEqual(added);
  expect(again.map(({ status }) => status)).toEqual([201, 201]);
  expect(await list()).toHaveLength(4);
});

test('a CSV file with bad rows names each of them and adds nothing', async () => {
  const { list, upload } = await person();
  const stranger = await person();
  await stranger.link('of-a-stranger');

  const { status, body } = await upload(
    'date,link,campaign,cost,currency\n' +
      '2026-11-20,,autumn,3,USD\n' +
      '20.11.2026,,autumn,3,USD\n' +
      '2026-11-20,,autumn,"3,50",USD\n' +
      '2026-11-20,,autumn,3,JPY\n' +
      '2026-11-20,go.example/of-a-stranger,,3,USD\n' +
      '2026-11-20,,,3,USD\n',
  );

  expect(status).toBe(422);
  expect(body.issues.map(({ path: at }: { path: string }) => at)).toEqual([
    'row 3',
    'row 4',
    'row 5',
    'row 6',
    'row 7',
  ]);
  expect(body.issues[3].message).toBe('Row 6: You have no link with this short address');
  expect(await list()).toEqual([]);
});

test.each([
  ['cost,currency\n1,USD', 'date, link or campaign'],
  ['', 'date, link or campaign'],
])('a CSV file without its headings is refused: %j', async (csv, message) => {
  const { upload } = await person();

  const { status, body } = await upload(csv);

  expect([status, body.issues[0].path]).toEqual([422, 'file']);
  expect(body.issues[0].message).toContain(message);
});

/** Two links with clicks of a campaign on the first, and a sale. */
async function withEvents() {
  const world = await person();
  const [one, two] = [await world.link(), await world.link()];
  const click = (linkId: string, more: object = {}) =>
    aStoredClick({ userId: world.id, linkId, atMs: nowMs - 1000, ...more });
  const clicks = [
    click(one.linkId, { utmCampaign: 'autumn', country: 'DE' }),
    click(one.linkId, { utmCampaign: 'autumn', atMs: nowMs - dayMs, country: 'FR' }),
    click(one.linkId, { class: 'bot', utmCampaign: 'autumn' }),
    click(two.linkId),
  ];
  const sale = { userId: world.id, linkId: one.linkId, atMs: nowMs - 500, valueCents: 5000 };
  const conversions = [aStoredConversion(sale), aStoredConversion({ ...sale, currency: 'EUR' })];
  await store.store({ clicks, conversions });
  return { ...world, one: one.linkId, two: two.linkId };
}

const range = 'range=7d';
const report = (query = '') => `/api/analytics/report?${range}${query}`;

test('without costs the report has none, and no list names them', async () => {
  const { read } = await withEvents();

  const { costs, lists } = await read(report());

  expect(costs).toBeNull();
  expect(lists.links.rows[0]).not.toHaveProperty('costs');
});

test('the report says what clicks cost and earn in one currency, in all and for links and campaigns', async () => {
  const { read, send, one, two } = await withEvents();
  const ofLink = { ...perDay, campaign: null };
  await send({
    ...ofLink,
    linkId: one,
    kind: 'per_click',
    amount: 200,
    firstDay: '2026-11-21',
  });
  await send({ ...ofLink, linkId: two, lastDay: '2026-11-20' });
  await send({ ...ofLink, linkId: two, kind: 'total', amount: 301, lastDay: '2026-11-21' });
  await send({ ...perDay, kind: 'per_click', amount: 50 });
  await send({ ...perDay, currency: 'EUR' });

  const { costs, lists } = await read(report());

  const total = 200 + 1000 + 301 + 100;
  expect(costs).toEqual({
    currency: 'USD',
    currencies: ['EUR', 'USD'],
    cost: total,
    revenue: 5000,
    roi: ((5000 - total) / total) * 100,
    earningsPerClick: 5000 / 3,
    reason: null,
    series: [0, 0, 0, 0, 0, 50 + 1000 + 151, 200 + 50 + 150],
    compared: null,
  });
  const costsOf = (rows: { value: string; costs?: unknown }[], value: string) =>
    rows.find((row) => row.value === value)?.costs;
  expect(costsOf(lists.links.rows, one)).toEqual({
    currency: 'USD',
    cost: 300,
    revenue: 5000,
    roi: (4700 / 300) * 100,
    earningsPerClick: 2500,
    reason: null,
  });
  expect(costsOf(lists.links.rows, two)).toMatchObject({ cost: 1301, roi: -100 });
  expect(lists.countries.rows[0]).not.toHaveProperty('costs');
  const euros = await read(report('&currency=EUR'));
  expect(euros.costs).toMatchObject({ currency: 'EUR', cost: 2000, revenue: 5000 });
  expect(costsOf(euros.lists.utmCampaigns.rows, 'autumn')).toMatchObject({ cost: 2000 });
  const pounds = await read(report('&currency=GBP'));
  expect(pounds.costs).toBeNull();
});

test('a cost that cannot be given exactly is null, with the reason in words', async () => {
  const { read, send, one, two } = await withEvents();
  await send({ ...perDay, campaign: null, linkId: one, kind: 'per_click', amount: 200 });

  const german = await read(report('&country=DE'));
  expect(german.costs).toMatchObject({ cost: 200, reason: null });
  const bots = await read(report('&class=bot'));
  expect(bots.costs).toMatchObject({ cost: null, roi: null, earningsPerClick: null });
  expect(bots.costs.reason).toContain('people');

  await send(perDay);
  const again = await read(report('&country=DE'));
  expect(again.costs).toMatchObject({ cost: null, roi: null, series: null });
  expect(again.costs.reason).toContain('cannot be divided by this filter');
  const ofOne = await read(report(`&link=${one}`));
  expect(ofOne.costs).toMatchObject({ cost: null });
  expect(ofOne.costs.reason).toContain('cannot be divided among links');
  expect((await read(report(`&link=${two}`))).costs).toMatchObject({ cost: 0, roi: null });
  const ofCampaign = await read(report('&utm_campaign=autumn'));
  expect(ofCampaign.costs).toMatchObject({ cost: 2000 + 400, reason: null });
});

test('a text that the campaigns of clicks contain is contained in those of costs too', async () => {
  const { id, link, read, send } = await person();
  const { linkId } = await link();
  // In JavaScript the last letter becomes a final sigma in lower case, which `οδοσ` does not have.
  const click = { userId: id, linkId, atMs: nowMs - 1000, utmCampaign: 'ΟΔΟΣ' };
  await store.store({ clicks: [aStoredClick(click)] });
  await send({ ...perDay, kind: 'per_click', campaign: 'ΟΔΟΣ', amount: 300 });
  await send(perDay);
  const contains = '&contains=utm_campaign&utm_campaign=';
  const asked = async (operator: string) => {
    const filters = [[operator, 'utmCampaign', ['οδοσ']]];
    const question = { metrics: ['clicks', 'cost'], filters, dateRange: '7d' };
    return (await send(question, 'POST', '/api/v1/analytics/query')).body.totals;
  };

  const found = await read(report(`${contains}${encodeURIComponent('οδοσ')}`));
  expect(found.totals.clicks).toBe(1);
  expect(found.costs).toMatchObject({ cost: 300, reason: null });
  const others = await read(report(`${contains}${encodeURIComponent('οδοσ')}&not=utm_campaign`));
  expect(others.totals.clicks).toBe(0);
  expect(others.costs).toMatchObject({ cost: 2000 });
  expect(await asked('contains')).toEqual({ clicks: 1, cost: 300 });
  expect(await asked('doesNotContain')).toEqual({ clicks: 0, cost: 2000 });
});

test('one day has its cost, but none by hour, and the series is exported with the cost of days', async () => {
  const { ask, read, send } = await withEvents();
  await send(perDay);

  const today = await read('/api/analytics/report?range=today');
  expect(today.costs).toMatchObject({ cost: 1000, series: null });
  const [headings, ...rows] = await fileOf(ask, { metrics: ['cost'], dimensions: ['time'] });
  expect(headings?.at(-1)).toBe('Cost USD');
  expect(rows.map((row) => row.at(-1))).toEqual([
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '10.00',
    '10.00',
  ]);
});

test('a comparison has the costs of the compared time, up to the same time of its last day', async () => {
  const { ask, read, send, id: userId, one } = await withEvents();
  const click = (atMs: number) => aStoredClick({ userId, linkId: one, atMs });
  const sale = { userId, linkId: one, atMs: nowMs - 7 * dayMs - 1000, valueCents: 3000 };
  await store.store({
    // The last one is later in its day than it is now.
    clicks: [click(nowMs - 7 * dayMs - 500), click(nowMs - 7 * dayMs + 3_600_000)],
    conversions: [aStoredConversion(sale)],
  });
  const ofLink = { ...perDay, campaign: null, linkId: one };
  await send({ ...ofLink, kind: 'per_click', amount: 200, firstDay: '2026-11-01' });
  await send({ ...ofLink, firstDay: '2026-11-14', lastDay: '2026-11-14', amount: 700 });

  const { costs } = await read(report('&compare=previous'));

  expect(costs).toMatchObject({ cost: 400, roi: ((5000 - 400) / 400) * 100 });
  expect(costs.compared).toEqual({
    currency: 'USD',
    cost: 900,
    revenue: 3000,
    roi: (2100 / 900) * 100,
    earningsPerClick: 3000,
    reason: null,
    series: [0, 0, 0, 0, 0, 0, 900],
  });
  const asked = { metrics: ['cost'], dimensions: ['time'], compare: 'previous' };
  const [headings, ...rows] = await fileOf(ask, asked);
  expect(headings?.slice(-2)).toEqual(['Cost USD', 'Compared Cost USD']);
  expect(rows.at(-1)?.slice(-2)).toEqual(['2.00', '9.00']);
});

test('an exported list has cost, ROI and earnings per click of each link, blank where there are none', async () => {
  const { ask, send, id: userId, one } = await withEvents();
  const gone = aStoredClick({ userId, linkId: Bun.randomUUIDv7(), atMs: nowMs - 1000 });
  await store.store({ clicks: [gone] });
  const ofLink = { ...perDay, campaign: null, linkId: one };
  await send({ ...ofLink, kind: 'per_click', amount: 150, firstDay: '2026-11-01' });

  const [headings, ...rows] = await fileOf(ask, {
    metrics: ['clicks', 'cost', 'roi', 'earningsPerClick'],
    dimensions: ['link'],
  });

  expect(headings?.slice(-3)).toEqual(['Cost USD', 'ROI', 'Earnings Per Click USD']);
  expect(rows.map((row) => row.slice(-3))).toEqual([
    ['3.00', '1566.7', '25'],
    ['0.00', '', '0'],
    ['0.00', '', '0'],
  ]);
});

test('a list that is longer than one statement takes has the costs of all its rows', async () => {
  const { id: userId, ask, send, link } = await person();
  const { linkId } = await link();
  const campaigns = Array.from({ length: 9900 }, (_, at) => `${'x'.repeat(150)}${at}`);
  const click = (utmCampaign: string) =>
    aStoredClick({ userId, linkId, atMs: nowMs - 1000, utmCampaign });
  await store.store({ clicks: campaigns.map(click) });
  const cost = { ...perDay, campaign: null, linkId, kind: 'per_click', amount: 3 };
  await send({ ...cost, firstDay: '2026-11-01' });

  const [, ...rows] = await fileOf(ask, { metrics: ['cost'], dimensions: ['utmCampaign'] });

  expect(rows).toHaveLength(9900);
  expect(new Set(rows.map((row) => row.at(-1)))).toEqual(new Set(['0.03']));
});

/** The cells of a file of CSV, its titles first. */
async function fileOf(ask: ReturnType<typeof signIn>, asked: object): Promise<readonly string[][]> {
  const json = { dateRange: '7d', ...asked };
  const answer = await ask('/api/v1/analytics/query', { json, headers: { accept: 'text/csv' } });
  return readCsv(await answer.text());
}
