import type { ListedConversion } from '#core/conversions/conversion';
import type { Link } from '#core/links/link';
import { isBackward, type Paged, type PageFrom, pageOfRows, type Paging } from '#core/shared/page';
import { percent } from '#core/shared/percent';
import { notFound } from '#core/shared/refusal';
import { unitsOf } from './all-time.ts';
import { moneyTotals, type MoneyTotals } from './money.ts';
import type { Question } from './question.ts';
import type { AnalyticsPorts } from './ports.ts';
import type { ConversionReading, LinkConversions, TrackingLinks } from './reading.ts';
import type { ConversionPosition } from '#core/conversions/conversion';
import { scopeOf } from './report/report-scope.ts';

/** A link's place in the list of those that have converted, most conversions first. */
export type PerformancePosition = { readonly conversions: number; readonly linkId: string };

/** The requested page of each list of the range. */
export type ConversionPages = {
  readonly limit: number;
  readonly conversions: PageFrom<ConversionPosition> | null;
  readonly links: PageFrom<PerformancePosition> | null;
};

type Named<Item> = Item & { readonly link: Link };

type Performance = MoneyTotals & { readonly linkId: string; readonly rate: number };

export type ConversionsAnswer = {
  readonly conversions: Paged<Named<ListedConversion>, ConversionPosition> & {
    readonly count: number;
  };
  /**
   * Percent, over the links that track conversions: `averageRate` is the mean of their rates,
   * `overallRate` is all their conversions divided by all their clicks; 0 without clicks.
   */
  readonly totals: MoneyTotals & { readonly averageRate: number; readonly overallRate: number };
  /**
   * Links with conversions or refunds, most conversions first. `rate`: percent of the link's human
   * clicks; 0 when there are none.
   */
  readonly links: Paged<Named<Performance>, PerformancePosition> & {
    /** On all pages. */
    readonly count: number;
  };
  /** The confirmed percentage of the reported US dollars; null when there are none. */
  readonly confirmedShare: number | null;
};

/**
 * Returns an account's conversions of a range. Refuses `not_found` for a link of another account.
 */
export async function answerConversions(
  ports: AnalyticsPorts,
  userId: string,
  { pages, ...question }: Question & { readonly pages: ConversionPages },
): Promise<ConversionsAnswer> {
  const { linkId } = question;
  const [tracking, erasedLinkIds] = await Promise.all([
    ports.links.tracking({ userId, linkId }),
    ports.erasures.pendingLinkIds(userId),
  ]);
  if (tracking === null) throw notFound();

  const days = await unitsOf(ports, userId, question);
  const paging = { limit: pages.limit, from: pages.conversions };
  const reading = await ports.reports.conversions(scopeOf({ userId, linkId, erasedLinkIds }), {
    period: days,
    paging,
    tracking: tracking.among,
  });
  const performances = reading.links.map(performance).toSorted(byConversions);
  const links = pageOfPerformances(performances, { limit: pages.limit, from: pages.links });
  const shown = [...reading.page.items, ...links.items].map((item) => item.linkId);
  const named = await ports.links.named(userId, [...new Set(shown)]);
  const { reportedCents, confirmedCents } = reading;
  return {
    conversions: { ...withLinks(reading.page, named), count: reading.rows },
    totals: {
      ...moneyTotals(reading.links.flatMap(({ money }) => money)),
      ...ratesOf(reading, tracking),
    },
    links: {
      ...withLinks(links, named),
      count: performances.length,
    },
    confirmedShare: reportedCents === 0 ? null : percent(confirmedCents, reportedCents),
  };
}

/** Joins the entries with their links. Entries of a link that was just deleted are left out. */
function withLinks<Item extends { readonly linkId: string }, Position>(
  page: Paged<Item, Position>,
  links: ReadonlyMap<string, Link>,
): Paged<Named<Item>, Position> {
  const items = page.items.flatMap((item) => {
    const link = links.get(item.linkId);
    return link ? [{ ...item, link }] : [];
  });
  return { ...page, items };
}

function pageOfPerformances(
  performances: readonly Performance[],
  paging: Paging<PerformancePosition>,
): Paged<Performance, PerformancePosition> {
  const ordered = isBackward(paging) ? performances.toReversed() : performances;
  const sign = isBackward(paging) ? -1 : 1;
  const isBeyond = (each: Performance) =>
    paging.from === null || sign * byConversions(each, paging.from.position) > 0;
  const rows = ordered.filter(isBeyond).slice(0, paging.limit + 1);
  return pageOfRows(rows, paging, ({ conversions, linkId }) => ({ conversions, linkId }));
}

function ratesOf({ links, trackingClicks }: ConversionReading, { count }: TrackingLinks) {
  const tracking = links.filter(({ isTracking }) => isTracking).map(performance);
  const rates = tracking.reduce((sum, { rate }) => sum + rate, 0);
  const conversions = tracking.reduce((sum, link) => sum + link.conversions, 0);
  return {
    averageRate: count === 0 ? 0 : Math.round((rates / count) * 10) / 10,
    overallRate: percent(conversions, trackingClicks),
  };
}

function performance({ linkId, clicks, money }: LinkConversions): Performance {
  const totals = moneyTotals(money);
  return { linkId, ...totals, rate: percent(totals.conversions, clicks) };
}

function byConversions(left: PerformancePosition, right: PerformancePosition): number {
  const difference = right.conversions - left.conversions;
  if (difference !== 0 || left.linkId === right.linkId) return difference;
  return left.linkId < right.linkId ? -1 : 1;
}
