import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Cost } from '#contract/analytics/costs';
import { calendarDays, costByDay, type DayClicks, type Part, spent } from '#core/analytics/costs';

const all: Part = { hasLink: null, hasCampaign: null, isNarrowed: false };
const noClicks = () => 0;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function aCost(more: Partial<Cost>): Cost {
  return {
    id: 'a',
    linkId: 'one',
    campaign: null,
    kind: 'total',
    amount: 1000,
    currency: 'USD',
    firstDay: '2026-11-01',
    lastDay: '2026-11-03',
    note: '',
    ...more,
  };
}

test('calendar days have no gap where the clocks or the month change', () => {
  expect(calendarDays('2026-10-24', '2026-10-26')).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
  ]);
  expect(calendarDays('2028-02-28', '2028-03-01')).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
});

test('the days of a total add up to it, and differ by one cent at most', () => {
  fc.assert(
    fc.property(
      fc.record({
        amount: fc.integer({ min: 1, max: 1_000_000_000 }),
        count: fc.integer({ min: 1, max: 900 }),
        before: fc.integer({ min: 0, max: 30 }),
      }),
      ({ amount, count, before }) => {
        const days = calendarDays('2026-01-01', '2029-12-31').slice(0, before + count + 30);
        const [firstDay = '', lastDay = ''] = [days[before], days[before + count - 1]];

        const byDay = costByDay(aCost({ amount, firstDay, lastDay }), days, noClicks);

        expect(sum(byDay)).toBe(amount);
        const own = byDay.slice(before, before + count);
        expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('a part of the range has its own days of a total and of a cost per day', () => {
  const days = ['2026-11-03', '2026-11-04'];

  expect(costByDay(aCost({}), calendarDays('2026-11-01', '2026-11-04'), noClicks)).toEqual([
    334, 333, 333, 0,
  ]);
  expect(costByDay(aCost({}), days, noClicks)).toEqual([333, 0]);
  expect(costByDay(aCost({ kind: 'per_day' }), days, noClicks)).toEqual([1000, 0]);
  expect(costByDay(aCost({ kind: 'per_day', lastDay: null }), days, noClicks)).toEqual([
    1000, 1000,
  ]);
  expect(costByDay(aCost({ kind: 'per_click' }), days, () => 3)).toEqual([3000, 0]);
});

const anEntry = fc.record({
  kind: fc.constantFrom('per_click', 'per_day', 'total' as const),
  amount: fc.integer({ min: 1, max: 100_000 }),
  link: fc.constantFrom('one', 'two', 'three'),
  from: fc.integer({ min: 0, max: 9 }),
  length: fc.integer({ min: 1, max: 10 }),
});
const aDayOfClicks = fc.record({
  day: fc.integer({ min: 0, max: 9 }),
  link: fc.constantFrom('one', 'two', 'three'),
  clicks: fc.integer({ min: 0, max: 1000 }),
});

test('the costs of all links add up to the cost of the account, day by day', () => {
  const days = calendarDays('2026-11-01', '2026-11-10');
  fc.assert(
    fc.property(fc.array(anEntry), fc.array(aDayOfClicks), (entries, counted) => {
      const costs = entries.map(({ link, from, length, ...more }) => {
        const [firstDay = ''] = days.slice(from);
        const lastDay = days[Math.min(9, from + length - 1)] ?? null;
        return aCost({ ...more, linkId: link, firstDay, lastDay });
      });
      const clicks: DayClicks[] = counted.map(({ day, link, clicks: count }) => ({
        day: days[day] ?? '',
        linkId: link,
        campaign: null,
        clicks: count,
      }));

      const whole = spent(costs, all, { days, expiredDays: [], clicks });
      const ofLinks = ['one', 'two', 'three'].map((link) =>
        spent(
          costs,
          { ...all, hasLink: (id) => id === link },
          { days, expiredDays: [], clicks: clicks.filter(({ linkId }) => linkId === link) },
        ),
      );

      const centsOf = (each: typeof whole) => ('cents' in each ? each.cents : []);
      const added = days.map((_, day) => sum(ofLinks.map((each) => centsOf(each)[day] ?? 0)));
      expect(added).toEqual([...centsOf(whole)]);
    }),
  );
});

const [day] = ['2026-11-01'];
const days = [day];
const autumn = { day, linkId: 'one', campaign: 'autumn', clicks: 4 };
const ofCampaign = { linkId: null, campaign: 'autumn' } as const;

test('a cost per click is exact for every filter; a cost per day is not given for a part', () => {
  const isNarrowed = { ...all, isNarrowed: true };
  const given = { days, expiredDays: [], clicks: [autumn] };

  expect(spent([aCost({ kind: 'per_click' })], isNarrowed, given)).toEqual({ cents: [4000] });
  expect(spent([aCost({ kind: 'per_day' })], isNarrowed, given)).toEqual({
    reason: expect.stringContaining('cannot be divided by this filter'),
  });
  const elsewhere = { days: ['2027-01-01'], expiredDays: [], clicks: [] };
  expect(spent([aCost({ kind: 'total' })], isNarrowed, elsewhere)).toEqual({ cents: [0] });
});

test('a campaign that led to a link has no known part of the link, unless it is per click', () => {
  const ofLink = { ...all, hasLink: (id: string) => id === 'one' };
  const given = { days, expiredDays: [], clicks: [autumn] };
  const perDay = aCost({ ...ofCampaign, kind: 'per_day' });

  expect(spent([perDay], ofLink, given)).toEqual({
    reason: expect.stringContaining('cannot be divided among links'),
  });
  expect(spent([perDay], ofLink, { ...given, clicks: [] })).toEqual({ cents: [0] });
  expect(spent([perDay], all, { ...given, clicks: [] })).toEqual({ cents: [1000] });
  const perClick = aCost({ ...ofCampaign, kind: 'per_click' });
  expect(spent([perClick], ofLink, given)).toEqual({ cents: [4000] });
});

test('what expired clicks cost is not known, unless no cost depends on them', () => {
  const given = { days: ['2026-10-31', day], expiredDays: ['2026-10-31'], clicks: [autumn] };
  const unknown = { reason: expect.stringContaining('have expired') };
  const ofLink = { ...all, hasLink: (id: string) => id === 'two' };
  const perClick = { kind: 'per_click', firstDay: '2026-10-01' } as const;
  const perDay = { kind: 'per_day', firstDay: '2026-10-01' } as const;

  expect(spent([aCost(perClick)], all, given)).toEqual(unknown);
  const unseen = { ...given, clicks: [] };
  expect(spent([aCost({ ...perDay, ...ofCampaign })], ofLink, unseen)).toEqual(unknown);

  expect(spent([aCost(perClick)], ofLink, given)).toEqual({ cents: [0, 0] });
  expect(spent([aCost(perDay)], all, given)).toEqual({ cents: [1000, 1000] });
  expect(spent([aCost({ kind: 'per_click' })], all, given)).toEqual({ cents: [0, 4000] });
});
