import { afterAll, expect, test } from 'bun:test';
import { clickhouseArchive } from '#adapters/clickhouse/events/archive';
import type { QueryAnswerJson } from '#contract/analytics/query';
import { type QueryDimension, queryDimensions } from '#contract/analytics/query-words';
import { filterOfDimension, type Dimension } from '#contract/analytics/report-filters';
import { foldExpiredMonths } from '#core/clicks/fold-expired-months';
import { dayMs, hourMs } from '#core/shared/time';
import type { StoredClick, StoredConversion } from '#tests/support/builders/events';
import { newUser } from '#tests/support/builders/people';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { memoryLog } from '#tests/support/calls';
import { clientOfStopped } from '#tests/support/databases/clickhouse';
import type { AnswerJson } from '#contract/route';
import type { Routes } from '#contract/routes';
import { testStores } from '#tests/support/databases/stores';
import { readJsonLines } from '#tests/support/readers/json-lines';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

type Report = AnswerJson<Routes['GET /api/analytics/report']>;
type Exported = { readonly [Name in QueryDimension]?: string } & {
  readonly clicks: number;
  readonly percentage: number;
  readonly conversions: number;
  readonly comparedClicks: number;
};
type Amounts = Readonly<Record<string, string | number | null>>;

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const world = numbersApp({ sql, client: store.client }, nowMs);
const path = '/api/v1/analytics/query';

async function person(from = world) {
  const id = await newUser(sql);
  const linkId = Bun.randomUUIDv7();
  await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    VALUES (${linkId}, ${id}, 'https://example.com/', ${`c${linkId.slice(-8)}`}, now(), now())`;
  const call = signIn(from, owner({ id }));
  const ask = async (json: object): Promise<QueryAnswerJson> => {
    const answer = await call(path, { json });
    if (answer.status !== 200) throw new Error(await answer.text());
    return answer.json();
  };
  const askAll = async (queries: readonly object[]): Promise<QueryAnswerJson[]> => {
    const answer = await call(path, { json: { queries } });
    return (await answer.json()).answers;
  };
  const click = (more: Partial<StoredClick> = {}) =>
    aStoredClick({ userId: id, linkId, atMs: nowMs - 1000, ...more });
  const sale = (more: Partial<StoredConversion> = {}) =>
    aStoredConversion({ userId: id, linkId, atMs: nowMs - 1000, ...more });
  return { id, linkId, call, ask, askAll, click, sale };
}

/** The API's names of the report's lists. */
function nameOf(list: Dimension): QueryDimension {
  const name = filterOfDimension[list].replaceAll(/_(.)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  return queryDimensions.find((dimension) => dimension === name) ?? 'link';
}
const lists: readonly Dimension[] = [
  ...(['links', 'countries', 'cities', 'devices', 'browsers', 'systems', 'referrers'] as const),
  ...(['channels', 'entries', 'utmSources', 'utmCampaigns', 'rules'] as const),
];

function inOrder(rows: readonly unknown[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

test('[numbers-add-up] the query, the report, the exported file and SQL give the same numbers', async () => {
  const { id, call, ask, click, sale } = await person();
  const clicks = Array.from({ length: 60 }, (_, index) =>
    click({
      atMs: nowMs - index * 7 * hourMs,
      visitorId: index % 9,
      country: ['DE', 'US', ''][index % 3] ?? '',
      city: ['Bonn', '', 'Paris', 'Bonn'][index % 4] ?? '',
      referrer: `${index % 13}.example`,
      utmCampaign: index % 2 === 0 ? '' : 'autumn',
      clickId: Bun.randomUUIDv7('hex', nowMs - index * 7 * hourMs),
    }),
  );
  const credited = clicks.slice(0, 12).map(({ clickId = '', atMs, country, city, referrer }) =>
    sale({
      clickId,
      clickedAtMs: atMs,
      country,
      city,
      referrer,
      device: 'mobile',
      atMs,
      version: 1,
    }),
  );
  // The compared days end thirty days ago, at this time of day: the second click is after that.
  const compared = [-hourMs, hourMs].map((ms) => click({ atMs: nowMs - 30 * dayMs + ms }));
  await store.store({ clicks: [...clicks, ...compared], conversions: [...credited, sale()] });
  const words = 'range=30d&tz=Australia/Lord_Howe&compare=previous';
  const question = { dateRange: '30d', timeZone: 'Australia/Lord_Howe', compare: 'previous' };
  const report: Report = await (await call(`/api/analytics/report?${words}`)).json();

  const series = await ask({
    ...question,
    metrics: ['clicks', 'botClicks', 'uniqueVisitors', 'conversions', 'revenue', 'profit'],
    dimensions: ['time'],
  });

  const [money] = report.totals.money;
  expect(series.totals).toEqual({
    clicks: report.totals.clicks,
    botClicks: report.botClicks,
    uniqueVisitors: report.totals.uniqueVisitors,
    conversions: report.totals.conversions,
    revenue: money?.revenue ?? null,
    profit: money?.profit ?? null,
  });
  expect([series.comparedTotals?.clicks, report.comparedTotals?.clicks]).toEqual([1, 1]);
  expect(
    series.rows.map(({ dimensions, metrics, compared }) => [
      dimensions.time,
      metrics.clicks,
      metrics.uniqueVisitors,
      compared?.clicks,
    ]),
  ).toEqual(
    report.series.map(({ at, clicks: clicked, uniqueVisitors }, index) => [
      at,
      clicked,
      uniqueVisitors,
      report.comparedSeries?.[index]?.clicks ?? 0,
    ]),
  );
  for (const list of lists) {
    const found = await ask({
      ...question,
      metrics: ['clicks', 'percentage', 'conversions'],
      dimensions: [nameOf(list)],
    });
    const rows = found.rows.map(({ dimensions, metrics, compared }) => [
      dimensions[nameOf(list)],
      metrics.clicks,
      metrics.percentage,
      metrics.conversions,
      compared?.clicks,
    ]);
    const json = { metrics: ['clicks', 'percentage', 'conversions'], dimensions: [nameOf(list)] };
    const headers = { accept: 'application/jsonl' };
    const exported = await call(path, { json: { ...question, ...json }, headers });
    const file = readJsonLines<Exported>(await exported.text());
    expect([list, inOrder(rows)]).toEqual([
      list,
      inOrder(
        file.map((row) => [
          row[nameOf(list)],
          ...[row.clicks, row.percentage, row.conversions, row.comparedClicks],
        ]),
      ),
    ]);
    const shown = report.lists[list]?.rows.filter(({ value }) => value !== '') ?? [];
    expect(shown.length).toBeGreaterThan(0);
    for (const row of shown) {
      const same = [row.value, row.clicks, row.percentage, row.conversions, row.comparedClicks];
      expect([list, inOrder(rows)]).toEqual([list, expect.arrayContaining([JSON.stringify(same)])]);
    }
  }
  const byHand = await store.client.query({
    query: `SELECT country, toInt32(count()) AS clicks FROM clicks
      WHERE user_id = '${id}' AND class = 'human'
        AND toTimeZone(clicked_at, 'Australia/Lord_Howe') >= toDateTime('2026-10-23 00:00:00', 'Australia/Lord_Howe')
      GROUP BY country ORDER BY country`,
    format: 'JSONCompactEachRow',
  });
  const byCountry = await ask({ ...question, metrics: ['clicks'], dimensions: ['country'] });
  const countries = byCountry.rows.map(({ dimensions, metrics }) => [
    dimensions.country === 'Unknown' ? '' : dimensions.country,
    metrics.clicks,
  ]);
  expect(inOrder(countries.filter(([, clicked]) => clicked !== 0))).toEqual(
    inOrder(await byHand.json<[string, number]>()),
  );
});

test.each([
  ['week', 'previous', ['2026-10-27', '2026-11-16']],
  ['month', 'year', ['2026-09-10', '2026-11-21']],
] as const)(
  '[numbers-add-up] by %s, compared with the %s, the report and the query give the same',
  async (unit, compare, dateRange) => {
    const { call, ask, click, sale } = await person();
    const ages = Array.from({ length: 40 }, (_, index) => index * 37 * hourMs);
    await store.store({
      clicks: ages.map((age, index) => click({ atMs: nowMs - age, visitorId: index % 5 })),
      conversions: [sale(), sale({ atMs: nowMs - 9 * dayMs })],
    });
    const question = { dateRange, timeZone: 'Europe/Berlin', compare };
    const [from, to] = dateRange;
    const words = `from=${from}&to=${to}&tz=Europe/Berlin&compare=${compare}&unit=${unit}`;

    const report: Report = await (await call(`/api/analytics/report?${words}`)).json();
    const metrics = ['clicks', 'uniqueVisitors', 'conversions'];
    const series = await ask({ ...question, metrics, dimensions: [`time:${unit}`] });

    expect(report.range.unit).toBe(unit);
    expect(report.series.length).toBeGreaterThan(2);
    expect(
      report.series.map((step, index) => [
        ...[step.at, step.clicks, step.uniqueVisitors, step.conversions],
        report.comparedSeries?.[index]?.clicks,
      ]),
    ).toEqual(
      series.rows.map(({ dimensions, metrics: own, compared }) => [
        dimensions[`time:${unit}`] ?? '',
        ...[own.clicks ?? 0, own.uniqueVisitors ?? 0, own.conversions ?? 0],
        compared?.clicks ?? 0,
      ]),
    );
    for (const wrong of [
      'range=30d&compare=previous',
      'range=today',
      'range=90d&compare=previous',
    ]) {
      const { status } = await call(`/api/analytics/report?${wrong}&unit=${unit}`);
      expect([wrong, status]).toEqual([wrong, 422]);
    }
  },
);

test('[numbers-add-up] filters that leave values out or ask for parts give the same in the report and the query', async () => {
  const { linkId, call, ask, click, sale } = await person();
  const clicks = ['DE', 'FR', 'US', ''].flatMap((country, index) =>
    ['news.example', 'Blog.example', ''].map((referrer) =>
      click({
        ...{ country, referrer, variant: index, device: index === 0 ? 'mobile' : 'desktop' },
        clickId: Bun.randomUUIDv7('hex', nowMs - 1000),
      }),
    ),
  );
  const [first] = clicks;
  const credited = sale({ clickId: first?.clickId ?? '', clickedAtMs: nowMs - 1000, version: 1 });
  await store.store({ clicks, conversions: [{ ...credited, country: 'DE' }, sale()] });
  const cases: readonly (readonly [string, readonly unknown[], number])[] = [
    ['country=DE&country=FR&not=country', ['isNot', 'country', ['DE', 'FR']], 6],
    ['referrer=BLOG&contains=referrer', ['contains', 'referrer', ['BLOG']], 4],
    ['referrer=blog&contains=referrer&not=referrer', ['doesNotContain', 'referrer', ['blog']], 8],
    ['variant=1&not=variant', ['isNot', 'variant', ['A']], 9],
    [`link=${linkId}&not=link`, ['isNot', 'link', [linkId]], 0],
    ['tag=sale&not=tag', ['isNot', 'tag', ['sale']], 12],
    ['class=bot&not=class', ['isNot', 'class', ['bot']], 12],
  ];

  for (const [words, filter, expected] of cases) {
    const report: Report = await (await call(`/api/analytics/report?${words}`)).json();
    const metrics = ['clicks', 'uniqueVisitors', 'conversions', 'revenue'];
    const { totals } = await ask({ metrics, filters: [filter] });
    const { money, ...counts } = report.totals;
    const same: typeof totals = { ...counts, revenue: money[0]?.revenue ?? 0 };
    expect([words, same]).toEqual([words, totals]);
    expect([words, counts.clicks]).toEqual([words, expected]);
  }
  const refused = ['not=nothing', 'device=mob&contains=device', 'country=x&not=country'];
  for (const words of [...refused, 'class=human&class=bot&class=prefetch&not=class']) {
    expect([words, (await call(`/api/analytics/report?${words}`)).status]).toEqual([words, 422]);
  }
  const other = await person();
  const foreign = await call(`/api/analytics/report?link=${other.linkId}&not=link`);
  expect(foreign.status).toBe(404);
});

test.each(['Australia/Lord_Howe', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC'])(
  '[numbers-add-up] in %s the hours of the week are those of the report, and weekdays and hours of the day their sums',
  async (timeZone) => {
    const { call, askAll, click, sale } = await person();
    const clicks = Array.from({ length: 90 }, (_, index) =>
      click({ atMs: nowMs - index * 11 * hourMs - index * 60_000 * 7 }),
    );
    await store.store({ clicks, conversions: [sale(), sale({ atMs: nowMs - 30 * hourMs })] });
    // Both clocks that change do so in these days.
    const dateRange = ['2026-10-01', '2026-11-21'];
    const words = `from=${dateRange[0]}&to=${dateRange[1]}&tz=${timeZone}`;
    const report: Report = await (await call(`/api/analytics/report?${words}`)).json();

    const [byHour, byWeekday, byHourOfDay, inGermany] = await askAll(
      (
        [
          [['time:hourOfWeek'], []],
          [['time:weekday'], []],
          [['time:hourOfDay'], []],
          [['time:hourOfWeek'], [['is', 'country', ['DE']]]],
        ] as const
      ).map(([dimensions, filters]) => ({
        ...{ dimensions, filters, dateRange, timeZone },
        metrics: ['clicks', 'conversions'],
        orderBy: [[dimensions[0], 'asc']],
        limit: 168,
      })),
    );

    const clicksOf = (answer: QueryAnswerJson | undefined) =>
      answer?.rows.map(({ metrics }) => metrics.clicks ?? 0) ?? [];
    const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0);
    expect(clicksOf(byHour)).toEqual(report.heat.flat());
    expect(byHour?.rows[7 + 24]?.dimensions).toEqual({ 'time:hourOfWeek': 'Tuesday 07:00' });
    expect(clicksOf(byWeekday)).toEqual(report.heat.map(sum));
    expect(byWeekday?.rows[0]?.dimensions).toEqual({ 'time:weekday': 'Monday' });
    expect(clicksOf(byHourOfDay)).toEqual(
      Array.from({ length: 24 }, (_, hour) => sum(report.heat.map((hours) => hours[hour] ?? 0))),
    );
    expect(sum(clicksOf(byHour))).toBe(90);
    expect(byHour?.totals).toEqual({ clicks: 90, conversions: 2 });
    expect(sum(byHour?.rows.map(({ metrics }) => metrics.conversions ?? 0) ?? [])).toBe(2);
    const filtered: Report = await (await call(`/api/analytics/report?${words}&country=DE`)).json();
    expect(clicksOf(inGermany)).toEqual(filtered.heat.flat());
  },
);

test('a file has the amounts of each currency, also where nothing else happened, as single questions give them', async () => {
  const { call, askAll, click, sale } = await person();
  await store.store({
    clicks: [click({ country: 'DE' }), click({ country: 'FR' })],
    conversions: [
      ...['USD', 'EUR'].map((currency) => sale({ currency, country: 'DE', valueCents: 700 })),
      sale({ currency: 'EUR', atMs: nowMs - 30 * hourMs }),
    ],
  });
  const question = {
    metrics: ['clicks', 'revenue', 'profit', 'earningsPerClick'],
    dimensions: ['time:weekday'],
    dateRange: '7d',
    compare: 'previous',
  };

  const accept = { accept: 'application/jsonl' };
  const json = { ...question, currencies: ['EUR', 'USD'] };
  const file = await call(path, { json, headers: accept });
  const [inEuro, inDollar] = await askAll(
    ['EUR', 'USD'].map((currency) => ({ ...question, currency })),
  );

  const rows = readJsonLines<Amounts>(await file.text());
  expect(rows).toHaveLength(7);
  expect(rows).toEqual(
    rows.map((_, index) => {
      const [euro, dollar] = [inEuro?.rows[index], inDollar?.rows[index]];
      return {
        time: euro?.dimensions['time:weekday'] ?? '',
        clicks: euro?.metrics.clicks ?? 0,
        revenueEUR: euro?.metrics.revenue ?? 0,
        revenueUSD: dollar?.metrics.revenue ?? 0,
        profitEUR: euro?.metrics.profit ?? 0,
        profitUSD: dollar?.metrics.profit ?? 0,
        earningsPerClickEUR: euro?.metrics.earningsPerClick ?? null,
        earningsPerClickUSD: dollar?.metrics.earningsPerClick ?? null,
        comparedClicks: 0,
        comparedRevenueEUR: 0,
        comparedRevenueUSD: 0,
        comparedProfitEUR: 0,
        comparedProfitUSD: 0,
        comparedEarningsPerClickEUR: null,
        comparedEarningsPerClickUSD: null,
      };
    }),
  );
  const amounts = rows.map((row) => [row['revenueEUR'], row['revenueUSD']]);
  expect(amounts).toContainEqual([4999, 0]);
  expect((await call(path, { json })).status).toBe(422);
  const twice = { ...json, currency: 'USD' };
  expect((await call(path, { json: twice, headers: accept })).status).toBe(422);
});

test('[no-false-zeros] while the event store is away, the answer is 503', async () => {
  const away = numbersApp({ sql, client: await clientOfStopped() }, nowMs);
  const { call } = await person(away);

  const answer = await call(path, { json: { metrics: ['clicks'] } });

  expect([answer.status, (await answer.json()).code]).toEqual([503, 'unavailable']);
});

test('[separate-accounts] a filter by the link of another account is not found, as a missing link is', async () => {
  const { call } = await person();
  const other = await person();
  const bodyOf = async (linkId: string) => {
    const json = { metrics: ['clicks'], filters: [['is', 'link', [linkId]]] };
    const answer = await call(path, { json });
    const { requestId: _, ...body } = await answer.json();
    return { status: answer.status, body };
  };

  const found = await bodyOf(other.linkId);

  expect(found.status).toBe(404);
  expect(found).toEqual(await bodyOf(Bun.randomUUIDv7()));
});

test('costs are given by link, campaign and day, and where they cannot be divided the answer says why', async () => {
  const { id, linkId, ask, click, sale } = await person();
  await store.store({
    clicks: [
      click({ utmCampaign: 'autumn' }),
      click({ utmCampaign: 'autumn', atMs: nowMs - dayMs }),
      click({ atMs: nowMs - dayMs }),
    ],
    conversions: [sale({ valueCents: 900 })],
  });
  const cost = (of: 'link_id' | 'campaign', target: string, kind: string, cents: number) =>
    sql`INSERT INTO costs ${sql({
      id: Bun.randomUUIDv7(),
      user_id: id,
      [of]: target,
      kind,
      amount_cents: cents,
      currency: 'USD',
      first_day: '2026-11-20',
      last_day: '2026-11-21',
      note: '',
      created_at: new Date(),
    })}`;
  await cost('link_id', linkId, 'per_click', 50);
  await cost('campaign', 'autumn', 'total', 301);
  const metrics = ['clicks', 'cost', 'roi', 'earningsPerClick'];

  const byDay = await ask({
    metrics,
    dimensions: ['time'],
    dateRange: ['2026-11-19', '2026-11-21'],
  });
  const byCampaign = await ask({ metrics, dimensions: ['utmCampaign'] });
  const byLink = await ask({ metrics, dimensions: ['link'] });
  const narrowed = await ask({ metrics, filters: [['is', 'country', ['DE']]] });

  // 50 for each of three clicks, and 301 divided among two days.
  expect(byDay.totals).toEqual({ clicks: 3, cost: 451, roi: 99.6, earningsPerClick: 300 });
  expect(byDay.rows.map((row) => row.metrics.cost)).toEqual([0, 251, 200]);
  expect(byDay.rows[0]?.metrics).toEqual({ clicks: 0, cost: 0, roi: null, earningsPerClick: null });
  expect(byDay.meta.warnings).toEqual([]);
  expect(byCampaign.rows.map((row) => [row.dimensions.utmCampaign, row.metrics.cost])).toEqual([
    ['autumn', 401],
    ['(none)', null],
    ['Not matched to a click', null],
  ]);
  expect(byLink.rows[0]?.metrics).toMatchObject({ clicks: 3, cost: null, roi: null });
  expect(byLink.meta.warnings[0]).toContain('cannot be divided among links');
  expect(narrowed.totals).toMatchObject({ clicks: 3, cost: null });
  expect(narrowed.meta.warnings[0]).toContain('cannot be divided by this filter');
});

test('a cost for each click of a campaign is one of every link that has its clicks, compared too', async () => {
  const { id, linkId, ask, click } = await person();
  await store.store({
    clicks: [
      click({ utmCampaign: 'autumn' }),
      click({ utmCampaign: 'autumn', atMs: nowMs - dayMs }),
      click({ utmCampaign: 'autumn', atMs: nowMs - 8 * dayMs }),
    ],
  });
  await sql`INSERT INTO costs (id, user_id, campaign, kind, amount_cents, currency, first_day, note, created_at)
    VALUES (${Bun.randomUUIDv7()}, ${id}, 'autumn', 'per_click', 30, 'USD', '2026-11-01', '', now())`;
  const question = { metrics: ['clicks', 'cost'], compare: 'previous' };

  const byLink = await ask({ ...question, dimensions: ['link'] });
  const byLinkAndDay = await ask({ metrics: ['cost'], dimensions: ['link', 'time:day'] });

  expect(byLink.rows).toEqual([
    {
      dimensions: { link: linkId },
      metrics: { clicks: 2, cost: 60 },
      compared: { clicks: 1, cost: 30 },
    },
  ]);
  expect([byLink.totals, byLink.comparedTotals]).toEqual([
    { clicks: 2, cost: 60 },
    { clicks: 1, cost: 30 },
  ]);
  expect(byLinkAndDay.rows.map(({ metrics }) => metrics.cost)).toEqual([30, 30]);
});

test('expired months are counted by link and UTC day, and what they cannot tell is said to be left out', async () => {
  const { ask, askAll, call, click, linkId } = await person();
  const expiredMs = Date.parse('2024-10-05T12:00:00Z');
  await store.store({
    clicks: [
      click({ atMs: expiredMs }),
      click({ atMs: expiredMs, variant: 1 }),
      click({ atMs: expiredMs + dayMs, class: 'bot' }),
      click({ atMs: expiredMs + 60 * dayMs }),
    ],
  });
  const archive = clickhouseArchive(store.client);
  const ports = {
    clock: { now: () => nowMs },
    newId: () => Bun.randomUUIDv7(),
    archive,
    log: memoryLog(),
  };
  const dateRange = ['2024-10-01', '2024-12-31'];
  // Step by step: the answers are the same while a month is being archived.
  while (await foldExpiredMonths(ports, 24)) {
    const [months, variants] = await askAll([
      { metrics: ['clicks', 'botClicks'], dimensions: ['time:month'], dateRange },
      { metrics: ['clicks'], dimensions: ['link', 'variant'], dateRange },
    ]);
    expect(months?.totals).toEqual({ clicks: 3, botClicks: 1 });
    expect(variants?.rows.map((row) => row.metrics.clicks)).toEqual([2, 1]);
  }

  const byMonth = await ask({
    metrics: ['clicks', 'botClicks'],
    dimensions: ['time:month'],
    dateRange,
  });
  const byVariant = await ask({ metrics: ['clicks'], dimensions: ['link', 'variant'], dateRange });
  const byCountry = await ask({ metrics: ['clicks'], dimensions: ['country'], dateRange });
  const inBerlin = await ask({ metrics: ['clicks'], dateRange, timeZone: 'Europe/Berlin' });

  expect(byMonth.rows.map((row) => row.metrics)).toEqual([
    { clicks: 2, botClicks: 1 },
    { clicks: 0, botClicks: 0 },
    { clicks: 1, botClicks: 0 },
  ]);
  expect([byMonth.totals, byMonth.meta.warnings]).toEqual([{ clicks: 3, botClicks: 1 }, []]);
  expect(byVariant.rows.map((row) => [row.dimensions, row.metrics.clicks])).toEqual([
    [{ link: linkId, variant: 'Not assigned' }, 2],
    [{ link: linkId, variant: 'A' }, 1],
  ]);
  const warnings = [
    'Clicks up to 2024-10 have expired: only their number by link, variant and UTC day is kept. These numbers are without them.',
  ];
  for (const answer of [byCountry, inBerlin]) {
    expect(answer.totals).toEqual({ clicks: 1 });
    expect(answer.meta.warnings).toEqual(warnings);
  }
  const report = async (from: string) =>
    (await call(`/api/analytics/report?from=${from}&to=2024-12-31&tz=UTC`)).json();
  expect(await report('2024-10-01')).toMatchObject({ totals: { clicks: 1 }, warnings });
  expect(await report('2024-11-01')).toMatchObject({ totals: { clicks: 1 }, warnings: [] });

  // Another account had no clicks in the expired month.
  const other = await person();
  await store.store({ clicks: [other.click({ atMs: expiredMs + 60 * dayMs })] });
  const otherByCountry = await other.ask({
    metrics: ['clicks'],
    dimensions: ['country'],
    dateRange,
  });
  expect(otherByCountry).toMatchObject({ totals: { clicks: 1 }, meta: { warnings: [] } });
});
