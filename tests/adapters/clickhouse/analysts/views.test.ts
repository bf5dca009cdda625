import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { examples } from '#adapters/clickhouse/analysts/examples';
import { analystLinks } from '#adapters/clickhouse/analysts/link-copy';
import { runChecked } from '#adapters/clickhouse/analysts/run';
import { analystViews } from '#adapters/clickhouse/analysts/views';
import { answerAnalytics } from '#core/analytics/answer-analytics';
import { dayMs } from '#core/shared/time';
import { someNumbers } from '#tests/support/builders/reports';
import { storeEvents } from '#tests/support/builders/events';
import { anyClick, anyConversion } from '#tests/support/builders/generated-events';
import { dayIn, expectedAnalytics, expectedTotals } from '#tests/support/readers/oracle';
import { sqlEngine } from '#tests/support/worlds/analytics/sql-engine';
import { caseCount } from '#tests/support/extent';

const engine = await sqlEngine('isolated');
afterAll(() => engine[Symbol.asyncDispose]());

const nowMs = Date.parse('2026-11-02T06:40:00Z');
/** Zones whose clocks change within the last 100 days, and zones with odd offsets. */
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const newId = () => Bun.randomUUIDv7();

const erasedOf = new Map<string, readonly string[]>();
const links = analystLinks(engine.client, {
  since: async (userId) => ({
    position: '0',
    erasedLinkIds: erasedOf.get(userId) ?? [],
    // eslint-disable-next-line no-empty-function
    links: (async function* () {})(),
    // eslint-disable-next-line no-empty-function
    splitTests: (async function* () {})(),
  }),
});
const runner = runChecked(engine.ask);

type Rows = readonly (readonly (string | number | null)[])[];

/** The statement's rows, as the account reads them through the gateway. */
async function ask(userId: string, query: string): Promise<Rows> {
  await links.refresh(userId);
  const result = await runner.run(
    userId,
    {
      query,
      database: null,
      format: 'JSONCompact',
      rowLimit: null,
      parameters: new Map(),
      settings: new Map(),
    },
    new AbortController().signal,
  );
  const { data }: { data: Rows } = JSON.parse(await new Response(result.body).text());
  return data;
}

const pairs = (rows: Rows) => new Map(rows.map(([name, count]) => [String(name), Number(count)]));

test('[sql-numbers] the views give what the raw events say, in every zone and without deleted links', async () => {
  const linkIds = [newId(), newId(), newId()];
  const anyEvents = fc.record({
    clicks: fc.array(anyClick(nowMs, '', linkIds), { maxLength: 80 }),
    conversions: fc.array(anyConversion(nowMs, '', linkIds), { maxLength: 20 }),
    timeZone: fc.constantFrom(...zones),
    erased: fc.subarray(linkIds, { maxLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(anyEvents, async ({ clicks, conversions, timeZone, erased }) => {
      const [userId, stranger] = [newId(), newId()];
      await storeEvents(engine.client, {
        clicks: [...clicks, ...clicks].map((click, at) => ({
          ...click,
          userId: at < clicks.length ? userId : stranger,
        })),
        conversions: conversions.map((one) => ({ ...one, userId })),
      });
      erasedOf.set(userId, erased);
      const kept = <Event extends { linkId: string }>(events: readonly Event[]) =>
        events.filter(({ linkId }) => !erased.includes(linkId));
      const events = { clicks: kept(clicks), conversions: kept(conversions) };
      const expected = expectedAnalytics(events, { days: 30, timeZone, nowMs });

      const byDay = await ask(
        userId,
        `SELECT toString(toDate(toTimeZone(clicked_at, '${timeZone}'))) AS day, count() FROM clicks
         WHERE class = 'human' GROUP BY day`,
      );
      const dayOf = dayIn(timeZone);
      for (const { date, clicks: count } of expected.clicksOverTime) {
        expect([date, pairs(byDay).get(date) ?? 0]).toEqual([date, count]);
      }
      expect([...pairs(byDay).values()].reduce((sum, count) => sum + count, 0)).toBe(
        expected.totalClicks,
      );
      const first = expected.clicksOverTime[0]?.date ?? '';
      const within = `toDate(toTimeZone(clicked_at, '${timeZone}')) >= '${first}'`;
      expect(
        await ask(
          userId,
          `SELECT uniqExactIf(visitor_id, visitor_id != 0 AND class = 'human'), countIf(class != 'human')
           FROM clicks WHERE ${within}`,
        ),
      ).toEqual([[String(expected.uniqueVisitors), String(expected.botClicks)]]);
      const referrers = await ask(
        userId,
        `SELECT if(referrer = '', 'Direct', referrer) AS name, count() FROM clicks
         WHERE class = 'human' AND ${within} GROUP BY name`,
      );
      expect(pairs(referrers)).toEqual(new Map(expected.referrers));
      for (const linkId of linkIds) {
        const totals = expectedTotals(events, linkId);
        const [row = []] = await ask(
          userId,
          `SELECT sum(clicks), sum(bot_clicks), sum(conversions), sum(usd_revenue_cents),
             sum(usd_profit_cents) FROM daily WHERE link_id = '${linkId}'`,
        );
        expect(row.map(Number)).toEqual([
          ...[totals.clicks, totals.botClicks, totals.conversions],
          ...[totals.revenueCents, totals.profitCents],
        ]);
      }
      const money = await ask(
        userId,
        `SELECT currency, countIf(NOT is_refund), sum(revenue_cents), sum(profit_cents),
           sum(revenue) * 100 FROM conversions WHERE currency != 'USD' GROUP BY currency ORDER BY currency`,
      );
      expect(money.map(([currency, ...numbers]) => [currency, ...numbers.map(Number)])).toEqual(
        expected.otherCurrencies.map((each) => [
          ...[each.currency, each.conversions, each.revenueCents, each.profitCents],
          each.revenueCents,
        ]),
      );
      expect(dayOf(nowMs)).toBe(expected.clicksOverTime.at(-1)?.date ?? '');
    }),
    { numRuns: caseCount({ check: 5, extended: 25 }) },
  );
}, 120_000);

test('[sql-numbers] the views give what the screens show, expired months included', async () => {
  const [userId, linkId, fold] = [newId(), newId(), newId()];
  const base = fc.sample(anyClick(nowMs, userId, [linkId]), { numRuns: 200, seed: 7 });
  await storeEvents(engine.client, { clicks: base });
  await engine.client.command({
    query: `INSERT INTO clicks_archive (user_id, link_id, day, class, split_version, variant, count, fold)
      SELECT '${userId}', '${linkId}', toDate('2024-01-01') + number, 'human', 0, 0, 10, '${fold}'
      FROM numbers(5)`,
  });
  const unfolded = `INSERT INTO clicks_archive (user_id, link_id, day, class, split_version, variant, count, fold)
    VALUES ('${userId}', '${linkId}', '2024-01-01', 'human', 0, 0, 1000, '${newId()}')`;
  await engine.client.command({ query: unfolded });
  await engine.client.command({
    query: `INSERT INTO archive_folds (month, fold, step, marked_at)
      VALUES (202401, '${fold}', 'counted', now64(3))`,
  });

  const ports = someNumbers({
    nowMs,
    links: { count: () => Promise.resolve({ total: 1, before: 0, recent: 0 }) },
    reports: clickhouseReports(engine.client),
  });
  const question = { linkId: null, days: 90, timeZone: 'UTC', wantsAllReferrers: true };
  const screen = await answerAnalytics(ports, userId, question);

  expect(screen.totalClicks).toBeGreaterThan(50);
  expect(await ask(userId, 'SELECT sum(clicks) FROM daily')).toEqual([
    [String(screen.totalClicks)],
  ]);
  const from = new Date(nowMs - 89 * dayMs).toISOString().slice(0, 10);
  const byDay = await ask(
    userId,
    `SELECT toString(day), sum(clicks) FROM daily WHERE day >= '${from}' GROUP BY day`,
  );
  for (const { at: date, clicks } of screen.series) {
    expect([date, pairs(byDay).get(date) ?? 0]).toEqual([date, clicks]);
  }
});

test('[sql-limits] a statement reads its own account’s part of a table alone', async () => {
  const [userId, linkId] = [newId(), newId()];
  await engine.client.command({
    query: `INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class, visitor_id, device)
      SELECT if(number < 300000, generateUUIDv4(), toUUID('${userId}')), '${linkId}', now64(3),
        generateUUIDv4(), 'human', 1, 'mobile' FROM numbers(301000)`,
  });

  const result = await engine.ask({
    userId,
    text: 'SELECT count() FROM clicks',
    format: 'JSON',
    parameters: new Map(),
    settings: new Map(),
    signal: new AbortController().signal,
  });

  const { statistics } = await result.json();
  expect(statistics.rows_read).toBeLessThan(30_000);
});

test('[sql-numbers] the examples run, and are in the document with every column of the views', async () => {
  const document = await readFile(
    join(import.meta.dir, '../../../../clickhouse/README.md'),
    'utf8',
  );
  for (const { title, query } of examples) {
    expect([title, Array.isArray(await ask(newId(), query))]).toEqual([title, true]);
    expect(document).toContain(`### ${title}\n\n\`\`\`sql\n${query}\n\`\`\`\n`);
  }
  const rows = document.replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ');
  for (const { name, columns } of analystViews) {
    expect(document).toContain(`### ${name}\n`);
    for (const [column, type, meaning] of columns) {
      expect(rows).toContain(`| \`${column}\` | \`${type}\` | ${meaning} |`);
    }
  }
});

test('[sql-isolation] the views have no column for an address, an e-mail, a user agent or an owner', async () => {
  for (const { name } of analystViews) {
    const described = await ask(newId(), `DESCRIBE TABLE ${name}`);
    const columns = described.map(([column]) => String(column));
    expect(columns).toEqual(
      analystViews.find((view) => view.name === name)?.columns.map(([column]) => column) ?? [],
    );
    expect(columns.filter((column) => /ip|mail|agent|user|batch|metadata/.test(column))).toEqual(
      name === 'links' ? columns.filter((column) => /description/.test(column)) : [],
    );
  }
});
