import type { ListedConversion } from '#core/conversions/listed-conversion';
import type { CurrencyTotals } from '#core/links/link-totals';
import type { Link } from '#core/links/link';
import { isBackward, type Paged, type PageFrom, pageOfRows, type Paging } from '#core/shared/page';
import { percent } from '#core/shared/percent';
import { notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import type { AnswerAnalyticsPorts } from './answer-analytics.ts';
import { lastDays, rangeOf } from './days.ts';
import { moneyTotals, type MoneyTotals } from './money.ts';
import type { Question } from './question.ts';
import type { Scope } from './reading.ts';
import type { LinkSet } from './report/report-reading.ts';

/** The links over which rates are taken. An account can have 100,000. */
export type TrackingLinks = { readonly count: number; readonly among: LinkSet };

/** The sums of one link's conversions in the range, one entry per currency. */
export type LinkConversions = {
  readonly linkId: string;
  /** Whether it was passed as a tracking one. */
  readonly isTracking: boolean;
  /** Human clicks of the range. */
  readonly clicks: number;
  readonly money: readonly CurrencyTotals[];
};

/** A conversion's place in the list of its range, newest first. */
export type ConversionPosition = { readonly convertedAtMs: number; readonly id: string };

/** A link's place in the list of those that have converted, most conversions first. */
export type PerformancePosition = { readonly conversions: number; readonly linkId: string };

/** The requested page of each list of the range. */
export type ConversionPages = {
  readonly limit: number;
  readonly conversions: PageFrom<ConversionPosition> | null;
  readonly links: PageFrom<PerformancePosition> | null;
};

/**
 * The conversions of a range. Refunds are part of the sums of money; of the counts only `rows`
 * includes them.
 */
export type ConversionReading = {
  /** One page, newest first, with refunds. */
  readonly page: Paged<ListedConversion, ConversionPosition>;
  /** Conversions and refunds on all pages. */
  readonly rows: number;
  /** The links with conversions or refunds, unsorted. */
  readonly links: readonly LinkConversions[];
  /** Human clicks of all links that were passed as tracking ones. */
  readonly trackingClicks: number;
  /** US dollar cents without refunds: the total, and its confirmed part. */
  readonly reportedCents: number;
  readonly confirmedCents: number;
};

export type AnswerConversionsPorts = {
  readonly clock: Clock;
  readonly links: {
    /**
     * The account's links that track conversions. With `linkId`: that link alone, whether or not it
     * tracks; null when it does not belong to the account.
     */
    tracking(scope: Pick<Scope, 'userId' | 'linkId'>): Promise<TrackingLinks | null>;
    /** The account's links with these ids, by id. */
    named(userId: string, linkIds: readonly string[]): Promise<ReadonlyMap<string, Link>>;
  };
  readonly erasures: AnswerAnalyticsPorts['erasures'];
  readonly conversions: {
    /** One page of the conversions within [fromMs, toMs). Fails while the store is away. */
    read(
      scope: Scope,
      asked: {
        readonly fromMs: number;
        readonly toMs: number;
        readonly paging: Paging<ConversionPosition>;
        readonly tracking: LinkSet;
      },
    ): Promise<ConversionReading>;
  };
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
    /** The number of links with conversions. */
    readonly count: number;
  };
  /** The confirmed percentage of the reported US dollars; null when there are none. */
  readonly confirmedShare: number | null;
};

/**
 * Returns an account's conversions of a range. Refuses `not_found` for a link of another account.
 */
export function answerConversions(ports: AnswerConversionsPorts) {
  return async (
    userId: string,
    question: Question,
    pages: ConversionPages,
  ): Promise<ConversionsAnswer> => {
    const { linkId } = question;
    const [tracking, erasedLinkIds] = await Promise.all([
      ports.links.tracking({ userId, linkId }),
      ports.erasures.pendingLinkIds(userId),
    ]);
    if (tracking === null) throw notFound();

    const days = lastDays(question.days, question.timeZone, ports.clock.now());
    const paging = { limit: pages.limit, from: pages.conversions };
    const reading = await ports.conversions.read(
      { userId, linkId, erasedLinkIds },
      { ...rangeOf(days), paging, tracking: tracking.among },
    );
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
        count: performances.filter((each) => each.conversions > 0).length,
      },
      confirmedShare: reportedCents === 0 ? null : percent(confirmedCents, reportedCents),
    };
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
