import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { clickhouseRefunds } from '#adapters/clickhouse/events/match-refunds';
import { answerReport } from '#core/analytics/report/answer-report';
import { dimensions } from '#contract/analytics/report-filters';
import { readReportQuestion } from '#core/analytics/report/report-question';
import type { Point, Report } from '#core/analytics/report/report';
import { anyCampaignClick, anyCreditedConversion } from '#tests/support/builders/campaign-events';
import { testEventStore } from '#tests/support/builders/events';
import { ownLink, someNumbers } from '#tests/support/builders/reports';
import { expectedReport } from '#tests/support/readers/report-oracle';
import { caseCount } from '#tests/support/extent';

const store = await testEventStore();
afterAll(() => store.drop());

const { match } = clickhouseRefunds(store.client);

const nowMs = Date.parse('2026-11-02T06:40:00Z');
const newId = () => Bun.randomUUIDv7();
const linkIds = [newId(), newId(), newId()];
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];

/** The second link has two tags. */
const linksOfTag: Readonly<Record<string, readonly string[]>> = {
  summer: linkIds.slice(0, 2),
  letter: linkIds.slice(1),
  unused: [],
};

function linksTagged(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.flatMap((tag) => linksOfTag[tag] ?? []))];
}

/** Asks as the use case does; every link exists, and `erased` are being erased. */
async function ask(userId: string, query: URLSearchParams, erased: readonly string[]) {
  const ports = someNumbers({
    nowMs,
    erased,
    links: {
      named: (_, ids) => Promise.resolve(new Map(ids.map((id) => [id, ownLink(id)]))),
      having: async (_, { tags }) => {
        const isComplement = tags.length === 2;
        const inside = linksTagged(tags);
        const ids = linkIds.filter((id) => inside.includes(id) !== isComplement);
        return { ids: ids.join().replaceAll('-', ''), isComplement };
      },
    },
    reports: clickhouseReports(store.client),
  });
  return answerReport(
    ports,
    userId,
    readReportQuestion((name) => query.getAll(name), nowMs),
  );
}

/** The series as the oracle has it: without units in which nothing happened. */
function unitsOf(series: readonly Point[]) {
  const units = series.map(
    ({ at: _at, isUnfinished: _is, ...measures }, i) => [i, measures] as const,
  );
  return new Map(units.filter(([, { clicks, money }]) => clicks > 0 || money.length > 0));
}

function listsOf({ lists }: Report) {
  return Object.fromEntries(
    Object.entries(lists).map(([name, { rows, ...list }]) => [
      name,
      {
        ...list,
        rows: rows.map(({ value, clicks, conversions, comparedClicks }) => ({
          value,
          clicks,
          conversions,
          comparedClicks,
        })),
      },
    ]),
  );
}

/** At most two filters, each with one or two of the values that events have, or with none. */
const filters = fc.dictionary(
  fc.constantFrom(
    ...['link', 'country', 'city', 'device', 'browser', 'os', 'referrer', 'channel', 'class'],
    ...['tag', 'tag'],
    ...[
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'variant',
      'entry',
      'rule',
    ],
  ),
  fc.nat(),
  { maxKeys: 2 },
);
const unmatched = 'Not matched to a click';
const valuesOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  link: [...linkIds.map((id) => [id]), linkIds.slice(1)],
  tag: [['summer'], ['letter', 'unused'], ['summer', 'letter'], ['unused']],
  country: [['Unknown'], ['DE', 'FR'], [unmatched], ['US', 'Unknown', 'IN']],
  city: [
    ['Unknown,Unknown'],
    [unmatched, 'Springfield,US'],
    ['Paris,FR', 'Paris,US', 'Unknown,DE'],
    ['Springfield,US'],
  ],
  device: [['desktop', 'mobile'], ['unknown'], [unmatched]],
  browser: [['Unknown'], ['Chrome', 'Safari'], ['Firefox', unmatched]],
  os: [['Unknown', 'iOS'], ['Windows'], [unmatched]],
  referrer: [['Direct'], ['www.google.com', 'facebook.com'], ['Direct', unmatched]],
  channel: [['direct'], [unmatched], ['search', 'social', 'email'], ['ads', 'other']],
  utm_source: [['(none)'], ['letter', 'summer']],
  utm_medium: [['(none)', 'qr'], ['email']],
  utm_campaign: [["o'clock"], ['(none)', 'autumn'], [unmatched]],
  utm_term: [['red shoes'], ['(none)']],
  utm_content: [['top, left'], ['Unknown', '(none)']],
  entry: [['link'], ['qr'], [unmatched, 'qr']],
  rule: [['(none)'], [unmatched], ['1', '2147483647'], ['2', '(none)']],
  variant: [['(none)'], ['1', '4'], [unmatched], ['2', '3', '(none)']],
  class: [['human'], ['bot'], ['bot', 'prefetch'], ['human', 'bot', 'prefetch']],
};

/** A last day and how many days there are. */
const ranges = fc.oneof(
  fc.record({
    to: fc.constantFrom('2026-11-02', '2026-11-01', '2026-10-25'),
    days: fc.constant(1),
  }),
  fc.record({
    to: fc.constantFrom('2026-11-02', '2026-10-26', '2026-10-04'),
    days: fc.integer({ min: 2, max: 110 }),
  }),
  fc.constant({ to: '2026-11-02', days: 420 }),
);

function firstDay({ to, days }: { to: string; days: number }): string {
  return new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
}

test('[numbers-add-up] [time-zones] [refunds-with-sales] every number of a report equals a recount of the raw events, for random events and questions', async () => {
  const clicks = fc.array(anyCampaignClick(nowMs, linkIds), { minLength: 20, maxLength: 150 });
  const events = clicks.chain((found) =>
    fc.record({
      clicks: fc.constant(found),
      conversions: fc.array(anyCreditedConversion(nowMs, linkIds, found), { maxLength: 30 }),
    }),
  );
  const questions = fc.record({
    events,
    range: ranges,
    timeZone: fc.constantFrom(...zones),
    compare: fc.constantFrom(null, 'previous' as const, 'year' as const),
    filters,
    lists: fc.oneof(fc.constant(dimensions), fc.subarray([...dimensions], { minLength: 1 })),
    erased: fc.subarray(linkIds, { maxLength: 1 }),
  });

  await fc.assert(
    fc.asyncProperty(questions, async ({ range, timeZone, compare, lists, erased, ...given }) => {
      const userId = newId();
      const own = <Event extends { linkId: string }>(event: Event) => ({ ...event, userId });
      const events = {
        clicks: given.events.clicks.map(own),
        conversions: uniqueVersions(given.events.conversions).map(own),
      };
      const strangers = events.clicks.slice(0, 5).map((one) => ({ ...one, userId: newId() }));
      await store.store({ ...events, clicks: [...events.clicks, ...strangers] });
      await match(0);
      const chosen = Object.entries(given.filters).map(([name, place]) => {
        const values = valuesOf[name] ?? [];
        return [name, values[place % values.length] ?? []] as const;
      });
      const { tag, ...ofEvents } = Object.fromEntries(chosen);
      const isKept = ({ linkId }: { linkId: string }) =>
        !erased.includes(linkId) && (tag === undefined || linksTagged(tag).includes(linkId));
      const [from, to] = [firstDay(range), range.to];
      const query = new URLSearchParams({ from, to, tz: timeZone, ...(compare && { compare }) });
      for (const [name, values] of chosen) for (const value of values) query.append(name, value);
      for (const list of lists) query.append('lists', list);

      const report = await ask(userId, query, erased);

      const expected = expectedReport(
        {
          clicks: events.clicks.filter(isKept),
          conversions: events.conversions.filter(isKept),
        },
        { from, to, compare, timeZone, filters: ofEvents, nowMs },
      );
      expect(report.totals).toEqual(expected.asked.totals);
      expect(unitsOf(report.series)).toEqual(expected.asked.units);
      expect(report.comparedTotals).toEqual(expected.compared && expected.compared.totals);
      expect(report.comparedSeries && unitsOf(report.comparedSeries)).toEqual(
        expected.compared && expected.compared.units,
      );
      expect(report.botClicks).toBe(expected.botClicks);
      expect(listsOf(report)).toEqual(
        Object.fromEntries(
          Object.entries(expected.lists).filter(([name]) =>
            [...lists].some((list) => list === name),
          ),
        ),
      );
      expect(report.heat).toEqual(expected.heat);
    }),
    { numRuns: caseCount({ check: 4, extended: 80 }) },
  );
}, 180_000);

/** Waypost never stores equal versions of one conversion: which of them would win is undefined. */
function uniqueVersions<One extends { linkId: string; key: string; version: number | bigint }>(
  conversions: readonly One[],
): readonly One[] {
  const found = new Map(
    conversions.map((one) => [`${one.linkId} ${one.key} ${one.version}`, one] as const),
  );
  return [...found.values()];
}
