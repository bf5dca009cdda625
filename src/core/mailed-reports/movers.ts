import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Units } from '#core/analytics/reading';
import type { ReportQuestion } from '#core/analytics/report/report-question';
import { reportScope } from '#core/analytics/report/report-scope';
import type { Link } from '#core/links/link';
import { shortUrl } from '#core/links/shown-link';
import { countryName } from '#core/shared/country-code';

/** The lists of a report's mail, with their titles. */
export const listTitles = {
  links: 'Links',
  referrers: 'Referrers',
  countries: 'Countries',
} as const;
export const mailedLists = ['links', 'referrers', 'countries'] as const;
export type MailedList = (typeof mailedLists)[number];

/** A value with its clicks of the period, and how many more or fewer they are than before. */
export type Mover = { readonly name: string; readonly clicks: number; readonly change: number };
export type Movers = Readonly<Record<MailedList, readonly Mover[]>>;

/** Values that are read of each list and period. One that is beyond them in both periods is left out. */
const longest = 1000;
const mostMovers = 4;
/** Movers whose links are read: more than are shown, because links that were just deleted are left out. */
const mostNamed = 4 * mostMovers;

/**
 * The links, referrers and countries whose clicks changed most. Also those without a click in one of the
 * periods: a list begins with the largest values of its own period, so it is read for both.
 */
export async function moversOf(
  analytics: AnalyticsPorts,
  { userId, shortOrigin }: { readonly userId: string; readonly shortOrigin: string },
  { period, compared, filters }: Pick<ReportQuestion, 'period' | 'compared' | 'filters'>,
): Promise<Movers> {
  const scope = await reportScope(analytics, userId, filters);
  const read = (one: Units, other: Units) =>
    analytics.reports.read(scope, {
      period: one,
      compared: other,
      hasVisitors: false,
      lists: { dimensions: mailedLists, longest, hasConversions: false },
      offsets: null,
      totals: null,
    });
  const before: Units = compared ?? { boundariesMs: [] };
  const [ofPeriod, ofBefore] = await Promise.all([read(period, before), read(before, period)]);
  const changed = (list: MailedList) => {
    const later = ofPeriod.lists[list]?.rows ?? [];
    const earlier = ofBefore.lists[list]?.rows ?? [];
    const movers = [
      ...earlier.map(({ name, clicks: was, comparedClicks: clicks }) => ({ name, clicks, was })),
      ...later.map(({ name, clicks, comparedClicks: was }) => ({ name, clicks, was })),
    ].map(({ name, clicks, was }) => ({ name, clicks, change: clicks - was }));
    return [...new Map(movers.map((mover) => [mover.name, mover])).values()]
      .filter(({ change }) => change !== 0)
      .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
      .slice(0, mostNamed);
  };
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
