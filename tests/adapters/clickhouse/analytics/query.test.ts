import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { clickhouseRefunds } from '#adapters/clickhouse/events/match-refunds';
import type { Cost } from '#contract/analytics/costs';
import type { Filter } from '#contract/analytics/query';
import { type Metric, queryDimensions } from '#contract/analytics/query-words';
import { answerQueries, type QueryAnswer } from '#core/analytics/query/answer';
import { type QueryQuestion, readQuestion } from '#core/analytics/query/question';
import { Refusal } from '#core/shared/refusal';
import { anyCampaignClick, anyCreditedConversion } from '#tests/support/builders/campaign-events';
import { testEventStore } from '#tests/support/builders/events';
import { ownLink, someNumbers } from '#tests/support/builders/reports';
import { caseCount } from '#tests/support/extent';
import {
  type AskedOfLedger,
  clockHour,
  type CostOfClick,
  ledgerOf,
} from '#tests/support/readers/query-ledger';

const store = await testEventStore();
afterAll(() => store.drop());

const { match } = clickhouseRefunds(store.client);

const nowMs = Date.parse('2026-11-02T06:40:00Z');
const newId = () => Bun.randomUUIDv7();
const linkIds = [newId(), newId(), newId()] as const;
const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['America/St_Johns', 'Pacific/Chatham'],
];

/** The second link has two tags, the third none. */
const tags: Readonly<Record<string, readonly string[]>> = {
  letter: linkIds.slice(1, 2),
  summer: linkIds.slice(0, 2),
  unused: [],
};
const folders: Readonly<Record<string, readonly string[]>> = { Shop: [linkIds[0], linkIds[2]] };

const tagsOf = (linkId: string) => Object.keys(tags).filter((tag) => tags[tag]?.includes(linkId));
const folderOf = (linkId: string) =>
  Object.keys(folders).find((folder) => folders[folder]?.includes(linkId)) ?? null;

function linksWith(labels: Readonly<Record<string, readonly string[]>>, wanted: readonly string[]) {
  const isIn = (id: string, label: string) =>
    label === '(none)'
      ? !Object.values(labels).some((ids) => ids.includes(id))
      : labels[label]?.includes(id);
  return linkIds.filter((id) => wanted.some((label) => isIn(id, label)));
}

function portsWith(erased: readonly string[], costs: readonly CostOfClick[]) {
  const ports = someNumbers({
    nowMs,
    erased,
    links: {
      named: (_, ids) => Promise.resolve(new Map(ids.map((id) => [id, ownLink(id)]))),
      having: (_, wanted) => {
        const ids =
          wanted.tags.length > 0
            ? linksWith(tags, wanted.tags)
            : linksWith(folders, wanted.folders);
        return Promise.resolve({ ids: ids.join().replaceAll('-', ''), isComplement: false });
      },
      labelled: (_, label) => {
        const labels = label === 'tag' ? tags : folders;
        const names = Object.keys(labels);
        const pairs = names.flatMap((name, index) =>
          (labels[name] ?? []).map((id) => `${id.replaceAll('-', '')}${index + 1}`),
        );
        return Promise.resolve({ names, pairs: pairs.join() });
      },
    },
    reports: clickhouseReports(store.client),
  });
  const of = () => Promise.resolve(costs.map(costOf));
  return { ...ports, costs: { ...ports.costs, of } };
}

function costOf({ cents, currency, ...cost }: CostOfClick): Cost {
  const known = currency === 'EUR' ? 'EUR' : 'USD';
  return { id: newId(), ...cost, currency: known, kind: 'per_click', amount: cents, note: '' };
}

const anyCost: fc.Arbitrary<CostOfClick> = fc
  .record({
    of: fc.constantFrom(...linkIds, 'autumn', "o'clock"),
    cents: fc.integer({ min: 1, max: 900 }),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    firstDay: fc.constantFrom('2025-01-01', '2026-08-01', '2026-10-25'),
    lastDay: fc.constantFrom(null, '2026-10-31'),
  })
  .map(({ of, ...cost }) => ({
    ...cost,
    linkId: linkIds.find((id) => id === of) ?? null,
    campaign: linkIds.some((id) => id === of) ? null : of,
  }));

const texts: readonly (readonly [string, readonly string[]])[] = [
  ['referrer', ['google', 'FACE', 'dir']],
  ['city', ['spring', 'Par']],
  ['browser', ['chrom', 'un']],
  ['utmContent', ['LEFT', 'none']],
];
const words: readonly (readonly [string, readonly string[]])[] = [
  ['link', linkIds],
  ['tag', ['summer', 'letter', '(none)', 'unused']],
  ['folder', ['Shop', '(none)']],
  ['country', ['Unknown', 'DE', 'US', 'Not matched to a click']],
  ['city', ['Unknown,Unknown', 'Springfield,US', 'Not matched to a click', 'Paris,FR']],
  ['device', ['desktop', 'mobile', 'unknown', 'Not matched to a click']],
  ['os', ['Unknown', 'iOS', 'Windows']],
  ['referrer', ['Direct', 'www.google.com', 'Not matched to a click']],
  ['channel', ['direct', 'search', 'ads', 'Not matched to a click']],
  ['entry', ['link', 'qr', 'Not matched to a click']],
  ['utmSource', ['(none)', 'letter']],
  ['utmCampaign', ["o'clock", '(none)', 'Not matched to a click']],
  ['variant', ['A', 'D', 'Not assigned', 'Not matched to a click']],
  ['rule', ['1', '2147483647', '(none)']],
  ['class', ['human', 'bot', 'prefetch']],
  ['eventType', ['sale', 'lead']],
  ['source', ['pixel', 'api']],
  ['trust', ['verified', 'confirmed']],
  ['currency', ['USD', 'EUR']],
];

const anyFilter: fc.Arbitrary<Filter> = fc.oneof(filterOf(texts, ['contains', 'doesNotContain']), {
  arbitrary: filterOf(words, ['is', 'isNot']),
  weight: 3,
});

function filterOf(from: typeof words, operators: readonly string[]): fc.Arbitrary<Filter> {
  return fc
    .tuple(fc.constantFrom(...operators), fc.constantFrom(...from), fc.nat(), fc.nat())
    .map(([operator, [dimension, values], one, other]) => {
      const chosen = [one, other].map((place) => values[place % values.length] ?? '');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the API's words
      return [operator, dimension, [...new Set(chosen)]] as Filter;
    });
}

const clickMetrics: readonly Metric[] = ['clicks', 'botClicks', 'uniqueVisitors'];
const conversionMetrics: readonly Metric[] = ['conversions', 'refunds', 'revenue', 'profit'];
const both: readonly Metric[] = ['conversionRate', 'earningsPerClick'];
const anyMetrics: fc.Arbitrary<Metric[]> = fc.oneof(
  fc.subarray([...clickMetrics], { minLength: 1 }),
  fc.subarray([...conversionMetrics], { minLength: 1 }),
  fc.subarray([...clickMetrics, ...conversionMetrics, ...both], { minLength: 1 }),
);

const anyRange = fc
  .oneof(
    fc.record({
      to: fc.constantFrom('2026-11-02', '2026-11-01', '2026-10-25', '2026-10-04'),
      days: fc.constant(1),
    }),
    fc.record({
      to: fc.constantFrom('2026-11-02', '2026-10-26', '2026-10-05'),
      days: fc.integer({ min: 2, max: 110 }),
    }),
    fc.constant({ to: '2026-11-02', days: 420 }),
  )
  .map(({ to, days }) => ({
    from: new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10),
    to,
  }));

/** Mostly any combination; costs go with few dimensions. */
const anyRows = fc.oneof(
  {
    arbitrary: fc.record({
      metrics: anyMetrics,
      dimensions: fc.uniqueArray(fc.constantFrom(...queryDimensions), { maxLength: 3 }),
    }),
    weight: 4,
  },
  fc
    .tuple(
      fc.constantFrom([], ['link' as const], ['utmCampaign' as const]),
      fc.constantFrom([], ['time:day' as const], ['time:week' as const], ['time:month' as const]),
    )
    .map(([property, time]) => ({
      metrics: ['cost', 'roi', 'clicks'] satisfies Metric[],
      dimensions: [...property, ...time],
    })),
);

const anyQuestion = fc.record({
  rows: anyRows,
  filters: fc.array(anyFilter, { maxLength: 3 }),
  range: anyRange,
  timeZone: fc.constantFrom(...zones),
  compare: fc.constantFrom(null, null, 'previous' as const, 'year' as const),
  currency: fc.constantFrom(undefined, 'USD' as const, 'EUR' as const),
});
type AnyQuestion = typeof anyQuestion extends fc.Arbitrary<infer Question> ? Question : never;

/** The question as it is read; null when it is refused. */
function read({ range, compare, currency, rows, ...asked }: AnyQuestion): QueryQuestion | null {
  try {
    return readQuestion(
      {
        ...asked,
        ...rows,
        dateRange: [range.from, range.to],
        limit: 1000,
        ...(compare && { compare }),
        ...(currency && { currency }),
      },
      nowMs,
    );
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid') return null;
    throw error;
  }
}

/** The rows of an answer by their dimensions, as the ledger writes them, without rows of nothing. */
function rowsOf({ rows, question }: QueryAnswer) {
  const { timeZone } = question.period;
  const written = rows.map(({ dimensions, metrics, compared }) => {
    const key = question.dimensions.map((dimension) => {
      const value = dimensions[dimension] ?? '';
      return /\dT/.test(value) && dimension.startsWith('time')
        ? `${value.slice(0, 10)} ${clockHour(Date.parse(value), timeZone)}`
        : value;
    });
    return [JSON.stringify(key), { metrics, compared }] as const;
  });
  expect(new Set(written.map(([key]) => key)).size).toBe(written.length);
  return new Map(written.filter(([, { metrics, compared }]) => isSomething(metrics, compared)));
}

function isSomething(...numbers: readonly (Readonly<Record<string, number | null>> | null)[]) {
  return numbers.some((each) =>
    Object.values(each ?? {}).some((number) => number !== 0 && number !== null),
  );
}

function ledgerRows(
  rows: ReturnType<typeof ledgerOf>['rows'],
  asked: Pick<AskedOfLedger, 'dimensions'>,
) {
  const found = [...rows].filter(([, { metrics, compared }]) => isSomething(metrics, compared));
  return asked.dimensions.length === 0 ? new Map() : new Map(found);
}

test('[numbers-add-up] [time-zones] [refunds-with-sales] every answer of the query equals a recount of the raw events, for random events and questions', async () => {
  const clicks = fc.array(anyCampaignClick(nowMs, linkIds), { minLength: 20, maxLength: 120 });
  const events = clicks.chain((found) =>
    fc.record({
      clicks: fc.constant(found),
      conversions: fc.array(anyCreditedConversion(nowMs, linkIds, found), { maxLength: 30 }),
    }),
  );
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(
      events,
      fc.array(anyQuestion, { minLength: 6, maxLength: 6 }),
      fc.subarray([...linkIds], { maxLength: 1 }),
      fc.array(anyCost, { maxLength: 4 }),
      async (given, asked, erased, costs) => {
        const userId = newId();
        const own = <Event extends { linkId: string }>(event: Event) => ({ ...event, userId });
        const versions = new Map(
          given.conversions.map((one) => [`${one.linkId} ${one.key} ${one.version}`, one]),
        );
        const stored = {
          clicks: given.clicks.map(own),
          conversions: [...versions.values()].map(own),
        };
        const strangers = stored.clicks.slice(0, 5).map((one) => ({ ...one, userId: newId() }));
        await store.store({ ...stored, clicks: [...stored.clicks, ...strangers] });
        await match(0);
        const isKept = ({ linkId }: { linkId: string }) => !erased.includes(linkId);
        const kept = {
          clicks: stored.clicks.filter(isKept),
          conversions: stored.conversions.filter(isKept),
        };
        const questions = asked.flatMap((each) => {
          const question = read(each);
          return question === null ? [] : [{ each, question }];
        });
        answered += questions.length;
        if (questions.length === 0) return;

        const answers = await answerQueries(
          portsWith(erased, costs),
          userId,
          questions.map(({ question }) => ({ ...question, after: null, at: '' })),
        );

        for (const [index, { each, question }] of questions.entries()) {
          const answer = answers[index];
          if (answer === undefined) throw new Error('A question was not answered');
          const { range, rows, ...rest } = each;
          const ledger = ledgerOf(kept, {
            ...rest,
            ...rows,
            ...range,
            costs,
            currency: question.currency,
            nowMs,
            tagsOf,
            folderOf,
          });
          const said = { asked: each, totals: answer.totals, compared: answer.comparedTotals };
          expect(said).toEqual({
            asked: each,
            totals: ledger.totals,
            compared: ledger.comparedTotals,
          });
          if (rows.dimensions.length === 0 || answer.next !== null) continue;
          expect({ asked: each, rows: sorted(rowsOf(answer)) }).toEqual({
            asked: each,
            rows: sorted(ledgerRows(ledger.rows, rows)),
          });
        }
      },
    ),
    { numRuns: caseCount({ check: 8, extended: 150 }), endOnFailure: true },
  );
  // Most questions have an answer: a test of refusals alone would prove nothing.
  expect(answered).toBeGreaterThan(10);
}, 240_000);

function sorted<Value>(rows: ReadonlyMap<string, Value>) {
  return [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1));
}
