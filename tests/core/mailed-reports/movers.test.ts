import { expect, test } from 'bun:test';
import { queryPeriod } from '#core/analytics/query/units';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { moversOf } from '#core/mailed-reports/movers';
import { ownLink, someNumbers } from '#tests/support/builders/reports';

const day = (date: string) => {
  const from = Temporal.PlainDate.from(date);
  return queryPeriod({ from, to: from }, 'hour', 'UTC');
};
const [period, compared] = [day('2026-11-20'), day('2026-11-19')];

/** Clicks of a value in the compared period and in the period. */
type Value = readonly [name: string, before: number, now: number];

/** An account with these numbers, whose lists are cut as the event store cuts them. */
function numbersOf(values: {
  readonly links: readonly Value[];
  readonly countries?: Value[];
  readonly deleted?: readonly string[];
}) {
  const read: AnalyticsPorts['reports']['read'] = async (_, asked) => {
    const isSwapped = asked.period === compared;
    const list = (all: readonly Value[]) => ({
      count: all.length,
      clicks: 0,
      conversions: 0,
      comparedClicks: 0,
      rows: all
        .map(([name, before, now]) => ({
          ...{ name, detail: '', conversions: 0, tenths: 0 },
          clicks: isSwapped ? before : now,
          comparedClicks: isSwapped ? now : before,
        }))
        .toSorted((one, other) => other.clicks - one.clicks)
        .slice(0, asked.lists.longest),
    });
    const none = { byUnit: new Map(), uniqueVisitors: 0, botClicks: 0 };
    const lists = { links: list(values.links), countries: list(values.countries ?? []) };
    return { period: none, compared: none, lists, heat: [], totals: null };
  };
  return someNumbers({
    nowMs: 0,
    reports: { read },
    links: {
      named: async (_, ids) =>
        new Map(
          ids
            .filter((id) => values.deleted?.includes(id) !== true)
            .map((id) => [id, { ...ownLink(id), title: `Title of ${id}` }]),
        ),
    },
  });
}

const asking = { userId: 'ada', shortOrigin: 'https://go.example' };
const question = { period, compared, filters: { class: ['human' as const] } };

test('a link that fell to no click is found behind more links with clicks than are read', async () => {
  const steady = Array.from({ length: 1500 }, (_, index): Value => [`l${index}`, 2, 2]);
  const numbers = numbersOf({ links: [...steady, ['fallen', 500, 0], ['risen', 0, 40]] });

  expect(await moversOf(numbers, asking, question)).toEqual({
    links: [
      { name: 'Title of fallen', clicks: 0, change: -500 },
      { name: 'Title of risen', clicks: 40, change: 40 },
    ],
    referrers: [],
    countries: [],
  });
});

test('the four largest changes of each kind are named, countries by their names', async () => {
  const links = Array.from({ length: 9 }, (_, index): Value => [`l${index}`, index, 0]);
  const numbers = numbersOf({
    links,
    countries: [
      ['DE', 5, 9],
      ['Unknown', 1, 2],
      ['FR', 3, 3],
    ],
  });

  const movers = await moversOf(numbers, asking, question);

  expect(movers.links.map(({ change }) => change)).toEqual([-8, -7, -6, -5]);
  expect(movers.countries).toEqual([
    { name: 'Germany', clicks: 9, change: 4 },
    { name: 'Unknown', clicks: 2, change: 1 },
  ]);
});

test('a link that was just deleted leaves its place to the next one', async () => {
  const links = Array.from({ length: 9 }, (_, index): Value => [`l${index}`, index, 0]);
  const numbers = numbersOf({ links, deleted: ['l8', 'l6'] });

  const movers = await moversOf(numbers, asking, question);

  const names = ['l7', 'l5', 'l4', 'l3'].map((id) => `Title of ${id}`);
  expect(movers.links.map(({ name }) => name)).toEqual(names);
});
