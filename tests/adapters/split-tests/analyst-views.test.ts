import { afterAll, expect, test } from 'bun:test';
import { examples } from '#adapters/clickhouse/analysts/examples';
import { analystLinks } from '#adapters/clickhouse/analysts/link-copy';
import { runChecked } from '#adapters/clickhouse/analysts/run';
import { postgresChangedLinks } from '#adapters/postgres/links/changed-links';
import { dayText } from '#core/split-tests/counts';
import { changeTest, endTest } from '#core/split-tests/tests';
import { dayMs, hourMs } from '#core/shared/time';
import { storeEvents, type StoredEvents } from '#tests/support/builders/events';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { sqlEngine } from '#tests/support/worlds/analytics/sql-engine';
import {
  daysOfVisits,
  firstDayMs,
  newTest,
  splitUrls,
  type Visiting,
} from '#tests/support/worlds/links/split-world';

const [database, engine] = await Promise.all([testDatabase(schema), sqlEngine('isolated')]);
afterAll(() => Promise.all([database.drop(), engine[Symbol.asyncDispose]()]));

const store = (events: StoredEvents) => storeEvents(engine.client, events);
const copy = analystLinks(engine.client, postgresChangedLinks(database.sql, 'https://go.example'));
const runner = runChecked(engine.ask);

type Row = Record<string, string | number | null>;

/** The statement's rows, as the account gets them. */
async function ask(userId: string, query: string): Promise<readonly Row[]> {
  await copy.refresh(userId);
  const result = await runner.run(
    userId,
    {
      query,
      database: null,
      format: 'JSON',
      rowLimit: null,
      parameters: new Map(),
      settings: new Map(),
    },
    new AbortController().signal,
  );
  const { data }: { data: readonly Row[] } = JSON.parse(await new Response(result.body).text());
  return data;
}

const urls = [...splitUrls];
const newWorld = () => newTest(database.sql, { client: engine.client, store });
const visits = (until: number, converting: readonly number[], from = 0) =>
  daysOfVisits(9, converting, { from, until });

/** Everything that the panel must not mistake for a visit, or for a conversion of the goal. */
async function storeNoise({ link, owner }: Awaited<ReturnType<typeof newWorld>>) {
  const clickId = Bun.randomUUIDv7('hex', firstDayMs + hourMs);
  const click = { userId: owner.id, linkId: link.id, atMs: firstDayMs + hourMs };
  const own = { splitVersion: 1, variant: 1 };
  const order = {
    ...click,
    ...own,
    clickId,
    clickedAtMs: click.atMs,
    source: 'postback',
    currency: 'USD',
    valueCents: 700,
  } as const;
  const other = () => ({ clickId: Bun.randomUUIDv7() });
  await store({
    clicks: [
      aStoredClick({ ...click, ...own, clickId }),
      aStoredClick({ ...click, ...own, class: 'bot' }),
      aStoredClick({ ...click, ...own, class: 'prefetch' }),
      // Not assigned: without a place in the test, and of another version.
      aStoredClick({ ...click, splitVersion: 1, variant: 0 }),
      aStoredClick({ ...click, splitVersion: 7, variant: 1 }),
      aStoredClick({ ...click, splitVersion: 0, variant: 0, atMs: firstDayMs - dayMs }),
    ],
    conversions: [
      aStoredConversion({ ...order, key: 'o:1' }),
      aStoredConversion({ ...order, key: 'o:2' }),
      aStoredConversion({ ...order, key: 'r:o:1', valueCents: -300 }),
      aStoredConversion({ ...order, ...other(), key: 'o:3', currency: 'EUR' }),
      aStoredConversion({ ...order, ...other(), key: 'o:4', source: 'manual' }),
      aStoredConversion({ ...order, ...other(), key: 'o:5', eventType: 'lead', valueCents: 0 }),
      aStoredConversion({ ...order, ...other(), key: 'o:6', removed: true }),
      aStoredConversion({ ...order, ...other(), key: 'o:7', variant: 0, splitVersion: 0 }),
      aStoredConversion({ ...order, ...other(), key: 'o:8', splitVersion: 7, variant: 2 }),
    ],
  });
}

/** The panel's numbers, recounted by the views alone: `variant` 0 is what no destination can be given. */
const recount = `
  WITH
    places AS (
      SELECT test_id, link_id, split_version, variant FROM split_destinations
      UNION ALL SELECT test_id, link_id, split_version, 0 FROM split_tests),
    shown AS (
      SELECT t.test_id AS test_id, if(c.split_version = t.split_version, c.variant, 0) AS variant,
        count() AS visits
      FROM split_tests AS t INNER JOIN clicks AS c ON c.link_id = t.link_id
      WHERE c.class = 'human' AND (c.split_version = t.split_version AND c.variant > 0
        OR c.clicked_at >= t.began_at AND (t.ended_at IS NULL OR c.clicked_at < t.ended_at))
      GROUP BY test_id, variant),
    got AS (
      SELECT t.test_id AS test_id, if(c.split_version = t.split_version, c.variant, 0) AS variant,
        uniqExactIf(c.click_id, variant > 0 AND NOT c.is_refund AND c.source != 'manual'
          AND (c.event_type = t.goal OR t.goal = 'revenue' AND c.currency = t.currency AND c.revenue > 0))
          AS converting,
        countIf(NOT c.is_refund) AS conversions, sumIf(c.revenue_cents, c.currency = t.currency) AS revenue
      FROM split_tests AS t INNER JOIN conversions AS c ON c.link_id = t.link_id
      WHERE c.split_version = t.split_version AND c.variant > 0
        OR c.converted_at >= t.began_at AND (t.ended_at IS NULL OR c.converted_at < t.ended_at)
      GROUP BY test_id, variant)
  SELECT toString(p.test_id) AS test, p.variant AS variant, toInt32(s.visits) AS visits,
    toInt32(g.converting) AS convertingVisits, toInt32(g.conversions) AS conversions,
    toInt32(g.revenue) AS revenue
  FROM places AS p
  LEFT JOIN shown AS s ON s.test_id = p.test_id AND s.variant = p.variant
  LEFT JOIN got AS g ON g.test_id = p.test_id AND g.variant = p.variant
  ORDER BY test, variant`;

test('[sql-numbers] the panel of a split test shows what the views count', async () => {
  const world = await newWorld();
  await world.visit(world.link, visits(6, [2, 5]));
  await storeNoise(world);
  // A second test of the link, then a third one that revenue decides.
  world.atDay(6);
  await world.editLink(world.owner, world.link.id, {
    splitTestUrls: [...urls, 'https://shop.example/c'],
  });
  await world.visit({ ...world.link, splitVersion: 2 }, visits(9, [1, 1, 4], 7));
  world.atDay(9);
  await changeTest(world.ports, world.owner, {
    ...(await world.named()),
    input: { goal: 'revenue', currency: 'EUR' },
  });
  const paid = visits(12, [3, 2, 1], 10).map((visit): Visiting => ({ ...visit, currency: 'EUR' }));
  await world.visit({ ...world.link, splitVersion: 3 }, paid);

  const shown = await world.tests();
  const rows = await ask(world.owner.id, recount);

  expect(shown).toHaveLength(3);
  expect(shown.at(-1)?.destinations[0]).toMatchObject({
    visits: 55,
    convertingVisits: 14,
    revenue: 6 * 2 * 1000 + 700 + 700 - 300 + 700,
  });
  expect(shown.at(-1)?.notAssigned).toMatchObject({ visits: 2, conversions: 2 });
  for (const { id, destinations, notAssigned } of shown) {
    const parts = [notAssigned, ...destinations].map((part, variant) => ({
      test: id,
      variant,
      visits: part.visits,
      convertingVisits: part.convertingVisits,
      conversions: part.conversions,
      revenue: part.revenue,
    }));
    expect(rows.filter((row) => row['test'] === id)).toEqual(parts);
  }
});

test('[sql-numbers] the example of running split tests counts as the panel does', async () => {
  const world = await newWorld();
  await world.visit(world.link, visits(6, [2, 5]));
  await storeNoise(world);
  const query = examples.find(({ id }) => id === 'split-test')?.query ?? '';

  const rows = await ask(world.owner.id, query);

  const { destinations } = await world.running();
  expect(rows.map((row) => [row['letter'], row['url'], Number(row['visits'])])).toEqual(
    destinations.map(({ letter, url, visits: count }) => [letter, url, count]),
  );
  expect(rows.map((row) => Number(row['converting_visits']))).toEqual(
    destinations.map(({ convertingVisits }) => convertingVisits),
  );
});

test('[sql-numbers] a statement sees every change of a split test at once, and nothing after its link', async () => {
  const world = await newWorld();
  const { owner, link } = world;
  const which = await world.named();
  const said = () =>
    ask(owner.id, 'SELECT state, sentence, winner, decided_on, ended_at FROM split_tests');
  const places = () =>
    ask(owner.id, 'SELECT letter, name, url, slots FROM split_destinations ORDER BY variant');
  expect(await said()).toMatchObject([{ state: 'waiting', winner: null, decided_on: null }]);
  expect(await places()).toEqual([
    { letter: 'A', name: null, url: urls[0] ?? '', slots: 1 },
    { letter: 'B', name: null, url: urls[1] ?? '', slots: 1 },
  ]);

  await changeTest(world.ports, owner, { ...which, input: { names: ['Photo', null] } });
  expect(await places()).toMatchObject([{ name: 'Photo' }, { name: null }]);
  await changeTest(world.ports, owner, { ...which, input: { mode: 'fixed', slots: [5, 15] } });
  // The shares begin on a day that is over.
  expect(await places()).toMatchObject([{ slots: 5 }, { slots: 15 }]);
  const corrected = `${urls[1]}?utm_source=mail`;
  await world.editLink(owner, link.id, {
    splitTestUrls: [urls[0] ?? '', corrected],
    splitTestContinues: true,
  });
  expect(await places()).toMatchObject([{ url: urls[0] }, { url: corrected }]);

  await world.visit(link, visits(20, [0, 9]));
  world.atDay(20);
  await world.judge();
  const judged = await world.running();
  expect(await said()).toMatchObject([
    { state: judged.state, sentence: `${judged.sentence.lead} ${judged.sentence.rest}` },
  ]);
  expect(judged.judgedOn).not.toBeNull();
  await endTest(world.ports, owner, { ...which, destination: 'B' });
  expect((await said())[0]?.['ended_at']).not.toBeNull();

  const stranger = await world.somebody();
  expect(await ask(stranger.id, 'SELECT 1 FROM split_tests')).toEqual([]);
  await database.sql`DELETE FROM links WHERE id = ${link.id}`;
  expect(await said()).toEqual([]);
  expect(await places()).toEqual([]);
});

test('[sql-numbers] a winner is in the views with its letter and its day', async () => {
  const world = await newWorld();
  const many = Array.from({ length: 8 }, () => visits(20, [1, 5])).flat();
  await world.visit(world.link, many);
  world.atDay(20);
  await world.judge();

  const rows = await ask(world.owner.id, 'SELECT winner, decided_on, sentence FROM split_tests');

  const { verdict, sentence } = await world.running();
  expect(rows).toEqual([
    {
      winner: 'B',
      decided_on: dayText(firstDayMs / dayMs + 20),
      sentence: `${sentence.lead} ${sentence.rest}`,
    },
  ]);
  expect(verdict?.letter).toBe('B');
});
