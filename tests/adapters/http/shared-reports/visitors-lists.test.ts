import { afterAll, expect, test } from 'bun:test';
import { dimensions, mostPublicLists } from '#contract/analytics/report-filters';
import { minuteMs } from '#core/shared/time';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { call, cookieOf } from '#tests/support/calls';
import { sharedReportWorld, type Sharer } from '#tests/support/worlds/shared-reports';

const world = await sharedReportWorld();
afterAll(world.drop);
const { app, time, store, person, unlock, asked } = world;

const lists = (token: string, query: string, more: object = {}) =>
  call(app, `/api/public/${token}/lists?${query}`, more);
const firstList = async (token: string, query: string) =>
  (await (await lists(token, query)).json()).lists[0];
const file = (token: string, query: string, more: object = {}) =>
  call(app, `/api/public/${token}/file?${query}`, more);

/** Further clicks of a person's first link, from places that sold something or did not. */
async function soldIn({ id, linkId }: Sharer, countries: Record<string, [number, number]>) {
  const facts = { userId: id, linkId, atMs: time.nowMs - 1000 };
  const clicks = Object.entries(countries).flatMap(([country, [count]]) =>
    Array.from({ length: count }, (_, visitorId) => aStoredClick({ ...facts, country, visitorId })),
  );
  const conversions = Object.entries(countries)
    .filter(([, [, valueCents]]) => valueCents > 0)
    .map(([country, [, valueCents]]) =>
      aStoredConversion({ ...facts, country, valueCents, clickId: Bun.randomUUIDv7() }),
    );
  await store.store({ clicks, conversions });
}

const named = ({ rows }: { rows: { dimensions: Record<string, string> }[] }) =>
  rows.map((row) => Object.values(row.dimensions)[0]);

test('a list is sorted by the number that its visitor chose, in either order', async () => {
  const one = await person();
  await soldIn(one, { FR: [3, 100], US: [2, 90_000] });
  const { token } = await one.shareReport({
    query: `range=7d&link=${one.linkId}`,
    showsMoney: true,
  });
  const order = async (by: string) => named(await firstList(token, `list=countries:${by}`));

  expect((await order('clicks:desc')).slice(0, 3)).toEqual(['FR', 'US', 'DE']);
  expect((await order('clicks:asc')).filter((name) => !name?.startsWith('Not'))).toEqual([
    ...['DE', 'US', 'FR'],
  ]);
  expect((await order('revenue:desc'))[0]).toBe('US');
  expect((await order('uniqueVisitors:desc')).slice(0, 2)).toEqual(['FR', 'US']);
  expect((await order('conversionRate:desc'))[0]).toBe('US');
});

test('lists of one call have the numbers that the report shows, each its own', async () => {
  const one = await person();
  const { token } = await one.shareReport({ query: 'range=7d&compare=previous', showsMoney: true });

  const answer = await lists(
    token,
    'list=countries:clicks:desc:visitors&list=browsers:clicks:desc&currency=USD',
  );

  const [countries, browsers] = (await answer.json()).lists;
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(countries.rows[0]).toMatchObject({
    dimensions: { country: 'DE' },
    metrics: { clicks: 3, percentage: 100, uniqueVisitors: 1 },
    compared: { clicks: 0 },
  });
  expect(countries.totals).toMatchObject({
    clicks: 3,
    conversions: 2,
    revenue: 9998,
    profit: 2000,
  });
  expect(browsers.rows[0].metrics).not.toHaveProperty('uniqueVisitors');
  expect(browsers.totals).not.toHaveProperty('cost');
  expect((await lists(token, 'list=countries:revenue:desc&currency=XXX')).status).toBe(422);
});

test('conversions without a click have their row also after fifty other values', async () => {
  const one = await person();
  const facts = { userId: one.id, linkId: one.linkId, atMs: time.nowMs - 1000 };
  const clicks = Array.from({ length: 60 }, (_, place) =>
    aStoredClick({ ...facts, referrer: `site${place}.example` }),
  );
  await store.store({ clicks, conversions: [] });
  const { token } = await one.shareReport({ query: `range=7d&link=${one.linkId}` });

  const list = await firstList(token, 'list=referrers:clicks:desc');

  expect(list.rows).toHaveLength(51);
  expect(list.count).toBe(62);
  expect(list.rows.at(-1)).toMatchObject({
    dimensions: { referrer: 'Not matched to a click' },
    metrics: { conversions: 1 },
  });
});

test('[public-pages] hidden money is in no list and no file, and sorts nothing', async () => {
  const one = await person();
  const { token } = await one.shareReport();

  for (const by of ['revenue', 'profit', 'earningsPerClick', 'cost', 'roi', 'refunds']) {
    for (const order of ['asc', 'desc']) {
      expect((await lists(token, `list=countries:${by}:${order}`)).status).toBe(422);
    }
  }
  for (const dimension of dimensions) {
    time.nowMs += minuteMs;
    const text = await (
      await lists(token, `list=${dimension}:clicks:desc:visitors&currency=USD`)
    ).text();
    expect(text).not.toMatch(/"(?:revenue|profit|earnings\w*|cost|roi)"|4999|9998|49\.99/);
    const saved = await (await file(token, `what=${dimension}&currency=USD`)).text();
    expect(saved).toStartWith(dimension === 'links' ? 'Name,Short URL,Clicks' : '');
    expect(saved).not.toMatch(/Revenue|Profit|Earnings|Cost|ROI|49\.99|99\.98/);
  }
  expect(await (await file(token, 'what=series&currency=USD')).text()).not.toMatch(
    /Revenue|49\.99/,
  );
});

test.each([
  ...['', 'list=', 'list=countries', 'list=countries:clicks', 'list=countries:clicks:up'],
  ...['list=nothing:clicks:desc', 'list=countries:clicks:desc:all', 'list=tags:clicks:desc'],
  ...['list=countries:clicks:desc:visitors:visitors', 'list=countries:botClicks:desc'],
  Array.from({ length: mostPublicLists + 1 }, () => 'list=countries:clicks:desc').join('&'),
])('%p names no lists', async (query) => {
  const { token } = await (await person()).shareReport();

  expect((await lists(token, query)).status).toBe(422);
});

test('a file has the numbers over time, or a list, as a spreadsheet reads them', async () => {
  const one = await person();
  const { token } = await one.shareReport({ query: 'range=7d&tz=UTC', showsMoney: true });

  const series = await file(token, 'what=series&currency=USD');
  const countries = await (await file(token, 'what=countries&currency=USD')).text();
  const links = await (await file(token, 'what=links&currency=USD')).text();

  expect(series.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(series.headers.get('content-disposition')).toBe(
    'attachment; filename="report-series-2026-11-15-2026-11-21.csv"',
  );
  const lines = (await series.text()).split('\r\n');
  expect(lines[0]).toStartWith('Date,Clicks,Unique Visitors Once a Day (UTC),Conversions,');
  expect(lines.find((line) => line.startsWith('2026-11-21'))).toContain(',99.98,');
  expect(lines).toHaveLength(9);
  expect(countries.split('\r\n')[1]).toStartWith('DE,3,1,');
  const [heading, first] = links.split('\r\n');
  expect(heading).toStartWith('Name,Short URL,Clicks,');
  const code = `https://go.example/c${one.otherId.slice(-8)}`;
  expect(first).toStartWith(`T ${one.otherId},${code},2,`);
  await soldIn(one, { AT: [1, 90_000] });
  time.nowMs += minuteMs;
  const earning = await (await file(token, 'what=countries:revenue:desc&currency=USD')).text();
  expect(earning.split('\r\n')[1]).toStartWith('AT,1,');
  for (const what of ['', 'tags', 'series&what=links', 'link', 'links:name:desc']) {
    expect((await file(token, `what=${what}`)).status).toBe(422);
  }
});

test('lists and files of all time have the numbers of the report', async () => {
  const one = await person();
  const { token } = await one.shareReport({ query: 'range=all&tz=UTC' });

  const { report } = await (await call(app, `/api/public/${token}`)).json();
  const list = await firstList(token, 'list=countries:clicks:desc');
  const series = await (await file(token, 'what=series')).text();

  expect(report.totals).toMatchObject({ clicks: 3, conversions: 4 });
  expect(list.totals).toMatchObject({ clicks: 3, conversions: 4 });
  expect(series.split('\r\n')[1]).toStartWith('2026-11-13,0,');
});

/** What visitors could add to the address of lists and files. */
const hostile = (one: Sharer) => [
  '',
  `link=${one.otherId}`,
  'class=bot&class=human',
  'country=FR&not=country',
  'range=12m&compare=year&tz=Asia/Tokyo',
  'from=2020-01-01&to=2021-01-01',
  'search=x&limit=1000&cursor=x&filters=[]&metrics=revenue',
  'showsMoney=true&currency=USD&costs=1&preview=true',
  `userId=${one.otherId}&token=x&query=range%3D90d&choosesDates=true&lists=links`,
];

test('[public-pages] lists and files show nothing beyond the report, whatever their visitor asks', async () => {
  const one = await person();
  const { token } = await one.shareReport({ query: `range=7d&link=${one.linkId}` });
  const hidden = [one.id, one.linkId, one.otherId, 'secret.example', '4999', '49.99'];

  for (const [ask, query] of [
    [lists, 'list=countries:clicks:desc:visitors&list=referrers:conversions:asc'],
    [file, 'what=countries'],
    [file, 'what=series'],
  ] as const) {
    const first = await (await ask(token, query)).text();
    for (const word of hidden) expect(first).not.toContain(word);
    for (const more of hostile(one)) {
      time.nowMs += minuteMs;
      const answer = await ask(token, `${query}&${more}`);
      expect([more, answer.status, await answer.text()]).toEqual([more, 200, first]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  }
  // A report about one link has no list of links.
  expect((await lists(token, 'list=links:clicks:desc')).status).toBe(422);
  expect((await file(token, 'what=links')).status).toBe(422);
  const page = await one.share();
  expect((await lists(page.token, 'list=links:clicks:desc')).status).toBe(422);
  expect((await firstList(page.token, 'list=countries:clicks:desc')).totals.clicks).toBe(1);
});

test('[public-pages] lists and files need the password, and end with the report', async () => {
  const one = await person();
  const { token, id } = await one.shareReport({ password: 'correct horse' });
  const asked = ['lists?list=countries:clicks:desc', 'file?what=series'];
  const statuses = async (cookie = '') =>
    Promise.all(
      asked.map(
        async (path) => (await call(app, `/api/public/${token}/${path}`, { cookie })).status,
      ),
    );

  expect(await statuses()).toEqual([401, 401]);
  const cookie = cookieOf(await unlock(token, 'correct horse'));
  expect(await statuses(cookie)).toEqual([200, 200]);
  for (const path of asked) {
    expect((await one.ask(`/api/public/${token}/${path}&preview=true`)).status).toBe(200);
    const other = await person();
    expect((await other.ask(`/api/public/${token}/${path}&preview=true`)).status).toBe(401);
  }
  await one.ask(`/api/v1/shared-reports/${id}`, { method: 'PATCH', json: { isOn: false } });
  expect(await statuses(cookie)).toEqual([404, 404]);
});

test('[fair-share] lists and files count in the limit of their network’s questions', async () => {
  const { token } = await (await person()).shareReport();
  const from = { headers: { 'x-address': '198.51.100.77' } };
  const questions = dimensions.flatMap((dimension) =>
    ['clicks', 'conversions'].flatMap((by) =>
      ['asc', 'desc'].map((order) => `list=${dimension}:${by}:${order}`),
    ),
  );
  const statuses: number[] = [];
  for (const question of questions.slice(0, 61)) {
    statuses.push((await lists(token, question, from)).status);
  }

  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  expect((await file(token, 'what=series', from)).status).toBe(429);
  expect((await lists(token, questions[59] ?? '', from)).status).toBe(200);
  expect((await file(token, 'what=series')).status).toBe(200);
});

test('[fair-share] the beginning of all time is asked within the limit of a network’s questions', async () => {
  const { token } = await (await person()).shareReport({ query: 'range=7d', choosesDates: true });
  const from = { headers: { 'x-address': '198.51.100.78' } };
  const read = async (query: string) =>
    (await call(app, `/api/public/${token}?${query}`, from)).status;
  expect(await read('range=all')).toBe(200);
  const before = asked.beginnings;

  expect(await read('range=all&more=1')).toBe(200);
  for (let at = 0; at < 59; at += 1) expect(await read(`range=none${at}`)).toBe(422);
  expect(await read('range=all&unit=month')).toBe(429);

  expect(asked.beginnings).toBe(before);
});
