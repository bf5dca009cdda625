import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Filter } from '#contract/analytics/query';
import {
  type FilterDimension,
  type Metric,
  type QueryDimension,
  queryDimensions,
  timeDimensions,
} from '#contract/analytics/query-words';
import { readQuestion } from '#core/analytics/query/question';
import { Refusal } from '#core/shared/refusal';
import { dayMs } from '#core/shared/time';
import { newUser } from '#tests/support/builders/people';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

const manual = readFileSync(join(import.meta.dir, '../../../../docs/analytics-query.md'), 'utf8');
const nowMs = Date.parse('2026-11-21T10:20:00Z');
const ask = signIn(numbersApp({ sql, client: store.client }, nowMs), owner({ id: await events() }));

/** The clicks and conversions that the manual's answers are about. */
async function events(): Promise<string> {
  const userId = await newUser(sql);
  const facts = { userId, linkId: Bun.randomUUIDv7(), atMs: nowMs - 1000 };
  const clickId = Bun.randomUUIDv7('hex', facts.atMs);
  const spring = { utmCampaign: 'spring' };
  const { country, city, device, referrer } = aStoredClick(facts);
  const credit = { clickId, clickedAtMs: facts.atMs, country, city, device, referrer };
  await store.store({
    clicks: [
      aStoredClick({ ...facts, ...spring, visitorId: 1, clickId }),
      aStoredClick({ ...facts, ...spring, visitorId: 1 }),
      aStoredClick({ ...facts, visitorId: 2, browser: 'Safari' }),
      aStoredClick({ ...facts, atMs: nowMs - dayMs, visitorId: 3, referrer: 'www.google.com' }),
      aStoredClick({
        ...facts,
        ...spring,
        atMs: nowMs - 5 * dayMs - 60_000,
        visitorId: 4,
        country: 'US',
      }),
      aStoredClick({ ...facts, class: 'bot' }),
    ],
    conversions: [
      aStoredConversion({ ...facts, ...credit }),
      aStoredConversion({ ...facts, valueCents: 1000, profitCents: 500 }),
      aStoredConversion({ ...facts, valueCents: 2000, profitCents: 500, currency: 'EUR' }),
    ],
  });
  return userId;
}

const blocks = [...manual.matchAll(/^```json\n(.*?)^```$/gms)].map(
  ([, json = '']): Record<string, unknown> => JSON.parse(json),
);
const examples = blocks.flatMap((question, index) => {
  const isQuestion = 'metrics' in question || 'queries' in question;
  return isQuestion ? [{ question, answer: blocks[index + 1] ?? {} }] : [];
});

test('every example of the manual gets the answer that stands below it', async () => {
  expect(examples.length).toBe(5);
  for (const { question, answer } of examples) {
    const answered = await ask('/api/v1/analytics/query', { json: question });

    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject(answer);
  }
});

function issuesOf(asked: Parameters<typeof readQuestion>[0]) {
  try {
    readQuestion(asked, nowMs);
  } catch (error) {
    if (error instanceof Refusal) return error.issues;
    throw error;
  }
  return [];
}

test('every refusal of the manual has the words that stand beside it', () => {
  const rows = [...manual.matchAll(/^\| `(\{.*?\})` +\| `(.*?)` +\| (.*?) +\|$/gm)];

  expect(rows.length).toBe(5);
  for (const [, question = '', path = '', message = ''] of rows) {
    expect(issuesOf(JSON.parse(question))).toEqual([{ path, message }]);
  }
});

/** The metrics of the columns: those of one column go with the same dimensions. */
const columns: readonly (readonly Metric[])[] = [
  ...([['clicks'], ['botClicks'], ['uniqueVisitors'], ['percentage']] as const),
  ['conversions', 'refunds', 'revenue', 'profit'],
  ['conversionRate', 'earningsPerClick'],
  ['cost', 'roi'],
];

/** A value that a filter of the dimension takes. */
const valueOf: Readonly<Partial<Record<QueryDimension, string>>> = {
  link: Bun.randomUUIDv7(),
  country: 'DE',
  city: 'Bonn,DE',
  device: 'mobile',
  channel: 'email',
  entry: 'qr',
  variant: 'A',
  rule: '1',
  class: 'human',
  eventType: 'sale',
  source: 'api',
  trust: 'confirmed',
  currency: 'EUR',
};

function isFilter(dimension: QueryDimension): dimension is FilterDimension {
  return !timeDimensions.some((time) => time === dimension);
}

/** Whether the metrics can be asked for by the dimension, or with a filter of it. */
function goes(of: readonly Metric[], dimension: QueryDimension, as: 'rows' | 'filter'): string {
  const found = of.map((metric) => {
    const filter: Filter[] = isFilter(dimension)
      ? [['is', dimension, [valueOf[dimension] ?? 'a']]]
      : [];
    const asFilter = {
      filters: filter,
      ...(metric === 'percentage' && { dimensions: ['os' as const] }),
      ...(dimension === 'currency' && { currency: 'EUR' as const }),
    };
    const question = as === 'rows' ? { dimensions: [dimension] } : asFilter;
    return issuesOf({ metrics: [metric], ...question }).length === 0;
  });
  const [first = false] = found;
  expect([of, dimension, as, found]).toEqual([of, dimension, as, of.map(() => first)]);
  return first ? 'yes' : 'no';
}

test('the table of what goes together is what Waypost answers', () => {
  const [, table = ''] = /(\| Dimension[^\n]*\n(?:\|[^\n]*\n)+)/.exec(manual) ?? [];
  const written = table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  const all = queryDimensions.flatMap((dimension) =>
    (['rows', 'filter'] as const).flatMap((as) =>
      as === 'rows' || isFilter(dimension)
        ? [{ dimension, cells: [as, ...columns.map((of) => goes(of, dimension, as))] }]
        : [],
    ),
  );
  const alike = Map.groupBy(all, ({ cells }) => cells.join(' '));
  const rows = [...alike.values()].map((same) => [
    same.map(({ dimension }) => `\`${dimension}\``).join(' '),
    ...(same[0]?.cells ?? []),
  ]);
  expect(written).toEqual(rows);
  expect(all.length).toBe(queryDimensions.length * 2 - timeDimensions.length);
});
