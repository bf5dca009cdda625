import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Measure } from '#contract/analytics/measures';
import type { Units } from '#core/analytics/reading';
import type { Grouping, QueryAsked } from '#core/analytics/query/reading';
import type { ReportQuestion } from '#core/analytics/report/report-question';
import { reportScope } from '#core/analytics/report/report-scope';
import type { Link } from '#core/links/link';
import { shortUrl } from '#core/links/shown-link';
import { countryName } from '#core/shared/country-code';
import type { Shown } from './numbers.ts';

/** The lists of a report's mail, with their titles. */
export const listTitles = {
  links: 'Links',
  referrers: 'Referrers',
  countries: 'Countries',
} as const;
export const mailedLists = ['links', 'referrers', 'countries'] as const;
export type MailedList = (typeof mailedLists)[number];

/** A value of a list with its number of the period, and how much more or less it is than before. */
export type Mover = { readonly name: string; readonly value: number; readonly change: number };
export type Movers = Readonly<Record<MailedList, readonly Mover[]>>;

/** Values that are read of each list and period. One that is beyond them in both periods is left out. */
const longest = 1000;
const mostMovers = 4;
/** Movers whose links are read: more than are shown, because links that were just deleted are left out. */
const mostNamed = 4 * mostMovers;

const groupings = {
  links: 'link',
  referrers: 'referrer',
  countries: 'country',
} as const satisfies Record<MailedList, Grouping>;

const counted = {
  clicks: 'clicks',
  visitors: 'uniqueVisitors',
  conversions: 'conversions',
  revenue: 'revenue',
  profit: 'profit',
} as const;

/**
 * The measure by which the lists of a report are made: conversions for their rate, and revenue for
 * earnings per click, because those of a value with few clicks change most and say least.
 */
export function listedBy(measure: Measure): keyof typeof counted {
  switch (measure) {
    case 'rate':
      return 'conversions';
    case 'perClick':
      return 'revenue';
    default:
      return measure;
  }
}

type Asked = Pick<ReportQuestion, 'period' | 'compared' | 'filters'> & Shown;

/**
 * The links, referrers and countries whose number of the measure changed most. Also those without it
 * in one of the periods: a list begins with the largest values of its own period, so it is read for both.
 */
export async function moversOf(
  analytics: AnalyticsPorts,
  { userId, shortOrigin }: { readonly userId: string; readonly shortOrigin: string },
  asked: Asked,
): Promise<Movers> {
  const changed = await changesOf(analytics, userId, asked);
  const links = changed('links');
  const named = await analytics.links.named(
    userId,
    links.map(({ name }) => name),
  );
  return {
    links: links
      .flatMap((mover) => {
        const name = linkNameOf(named, shortOrigin, mover.name);
        return name === null ? [] : [{ ...mover, name }];
      })
      .slice(0, mostMovers),
    referrers: changed('referrers').slice(0, mostMovers),
    countries: changed('countries')
      .slice(0, mostMovers)
      .map((mover) => ({ ...mover, name: countryName(mover.name) })),
  };
}

/** The values of each list, those first that changed most. */
async function changesOf(
  analytics: AnalyticsPorts,
  userId: string,
  { period, compared, filters, measure, currency }: Asked,
): Promise<(list: MailedList) => readonly Mover[]> {
  const number = counted[listedBy(measure)];
  const asked = {
    scope: await reportScope(analytics, userId, filters),
    labels: null,
    isByTime: false,
    cycle: null,
    counted: [number],
    currency,
    otherCurrencies: [],
    hasShares: false,
    archive: 'none',
    search: null,
    sorting: [{ by: number, isFalling: true }],
    after: null,
    limit: longest,
  } satisfies Partial<QueryAsked>;
  const [now, before] = [unitOf(period), unitOf(compared ?? { boundariesMs: [] })];
  const readings = await analytics.reports.query(
    mailedLists.flatMap((list) => [
      { ...asked, groupings: [groupings[list]], span: now, compared: { ...before, places: [0] } },
      { ...asked, groupings: [groupings[list]], span: before, compared: { ...now, places: [0] } },
    ]),
  );
  return (list) => {
    const at = 2 * mailedLists.indexOf(list);
    const [later, earlier] = [readings[at]?.rows ?? [], readings[at + 1]?.rows ?? []];
    const movers = [
      ...earlier.map((row) => moved(row.values, row.compared[number], row.counts[number])),
      ...later.map((row) => moved(row.values, row.counts[number], row.compared[number])),
    ];
    return [...new Map(movers.map((mover) => [mover.name, mover])).values()]
      .filter(({ change }) => change !== 0)
      .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
      .slice(0, mostNamed);
  };
}

/** The period as one unit. */
function unitOf({ boundariesMs }: Units): Units {
  return { boundariesMs: [...boundariesMs.slice(0, 1), ...boundariesMs.slice(-1)] };
}

function moved([name = '']: readonly string[], value: number, before: number): Mover {
  return { name, value, change: value - before };
}

/** The title of a link, or its address without the scheme. Null: it was just deleted. */
export function linkNameOf(
  links: ReadonlyMap<string, Link>,
  shortOrigin: string,
  id: string,
): string | null {
  const link = links.get(id);
  if (link === undefined) return null;
  return link.title ?? shortUrl(link, shortOrigin).replace(/^https?:\/\//, '');
}
