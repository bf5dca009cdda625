import type { ListedConversion } from '#core/conversions/listed-conversion';
import type { CurrencyTotals } from '#core/links/link-totals';
import type { Link } from '#core/links/link';
import { isBackward, type Paged, type PageFrom, pageOfRows, type Paging } from '#core/shared/page';
import { notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import type { AnswerAnalyticsPorts } from './answer-analytics.ts';
import { lastDays, rangeOf } from './days.ts';
import { moneyTotals, type MoneyTotals } from './money.ts';
import type { Question } from './question.ts';
import type { Scope } from './reading.ts';

/** What one link's conversions of the range add up to, one entry a currency. */
export type LinkConversions = {
  readonly linkId: string;
  /** Human clicks of the range. */
  readonly clicks: number;
  readonly money: readonly CurrencyTotals[];
};

/** A conversion's place in the list of its range, newest first. */
export type ConversionMark = { readonly convertedAtMs: number; readonly id: string };

/** A link's place in the list of those that have converted, most conversions first. */
export type PerformanceMark = { readonly conversions: number; readonly linkId: string };

/** Which page of each of its lists is wanted of a range. */
export type ConversionPages = {
  readonly limit: number;
  readonly conversions: PageFrom<ConversionMark> | null;
  readonly links: PageFrom<PerformanceMark> | null;
};

/** The conversions of a range. Refunds are in the sums of money and in no count but `rows`. */
export type ConversionReading = {
  /** One page, newest first, refunds among them. */
  readonly page: Paged<ListedConversion, ConversionMark>;
  /** Conversions and refunds on all pages. */
  readonly rows: number;
  /** The links that have any, in no order. */
  readonly links: readonly LinkConversions[];
  /** Human clicks of all links that were asked about as tracking ones. */
  readonly trackingClicks: number;
  /** US dollar cents without refunds: all, and what is confirmed of it. */
  readonly reportedCents: number;
  readonly confirmedCents: number;
};

export type AnswerConversionsPorts = {
  readonly clock: Clock;
  readonly links: {
    /**
     * The ids of the account's links that track conversions. With `linkId` that link alone, whether
     * or not it tracks; null when it is not the account's.
     */
    tracking(scope: Pick<Scope, 'userId' | 'linkId'>): Promise<readonly string[] | null>;
    /** The account's links with these ids, by id. */
    named(userId: string, linkIds: readonly string[]): Promise<ReadonlyMap<string, Link>>;
  };
  readonly erasures: AnswerAnalyticsPorts['erasures'];
  readonly conversions: {
    /** Those within [fromMs, toMs), one page of them. Fails while the store is away. */
    read(
      scope: Scope,
      asked: {
        readonly fromMs: number;
        readonly toMs: number;
        readonly paging: Paging<ConversionMark>;
        readonly trackingLinkIds: readonly string[];
      },
    ): Promise<ConversionReading>;
  };
};

type Named<Item> = Item & { readonly link: Link };

type Performance = MoneyTotals & { readonly linkId: string; readonly rate: number };

export type ConversionsAnswer = {
  readonly conversions: Paged<Named<ListedConversion>, ConversionMark> & {
    readonly count: number;
  };
  /**
   * Percent, over the links that track conversions: `averageRate` is the mean of their rates,
   * `overallRate` the conversions of all of them against all of their clicks; 0 without clicks.
   */
  readonly totals: MoneyTotals & { readonly averageRate: number; readonly overallRate: number };
  /**
   * Those with conversions or refunds, most conversions first. `rate`: percent of the link's human
   * clicks; 0 when there are none.
   */
  readonly links: Paged<Named<Performance>, PerformanceMark> & {
    /** Those with conversions. */
    readonly count: number;
  };
  /** Percent of the US dollars reported that are confirmed; null when there are none. */
  readonly confirmedShare: number | null;
};

/** Answers with an account's conversions of a range. Refuses `not_found` for a foreign link. */
export function answerConversions(ports: AnswerConversionsPorts) {
  return async (
    userId: string,
    question: Question,
    pages: ConversionPages,
  ): Promise<ConversionsAnswer> => {
    const { linkId } = question;
    const [trackingLinkIds, erasedLinkIds] = await Promise.all([
      ports.links.tracking({ userId, linkId }),
      ports.erasures.pendingLinkIds(userId),
    ]);
    if (trackingLinkIds === null) throw notFound();

    const days = lastDays(question.days, question.timeZone, ports.clock.now());
    const paging = { limit: pages.limit, from: pages.conversions };
    const reading = await ports.conversions.read(
      { userId, linkId, erasedLinkIds },
      { ...rangeOf(days), paging, trackingLinkIds },
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
        ...ratesOf(reading, new Set(trackingLinkIds)),
      },
      links: {
        ...withLinks(links, named),
        count: performances.filter((each) => each.conversions > 0).length,
      },
      confirmedShare: reportedCents === 0 ? null : percent(confirmedCents, reportedCents),
    };
  };
}

/** The entries beside their links. A link that was deleted a moment ago takes its entries along. */
function withLinks<Item extends { readonly linkId: string }, Mark>(
  page: Paged<Item, Mark>,
  links: ReadonlyMap<string, Link>,
): Paged<Named<Item>, Mark> {
  const items = page.items.flatMap((item) => {
    const link = links.get(item.linkId);
    return link ? [{ ...item, link }] : [];
  });
  return { ...page, items };
}

function pageOfPerformances(
  performances: readonly Performance[],
  paging: Paging<PerformanceMark>,
): Paged<Performance, PerformanceMark> {
  const ordered = isBackward(paging) ? performances.toReversed() : performances;
  const sign = isBackward(paging) ? -1 : 1;
  const isBeyond = (each: Performance) =>
    paging.from === null || sign * byConversions(each, paging.from.mark) > 0;
  const rows = ordered.filter(isBeyond).slice(0, paging.limit + 1);
  return pageOfRows(rows, paging, ({ conversions, linkId }) => ({ conversions, linkId }));
}

function ratesOf(
  { links, trackingClicks }: ConversionReading,
  trackingLinkIds: ReadonlySet<string>,
) {
  const tracking = links.filter(({ linkId }) => trackingLinkIds.has(linkId)).map(performance);
  const rates = tracking.reduce((sum, { rate }) => sum + rate, 0);
  const conversions = tracking.reduce((sum, link) => sum + link.conversions, 0);
  const { size } = trackingLinkIds;
  return {
    averageRate: size === 0 ? 0 : oneDecimal(rates / size),
    overallRate: trackingClicks === 0 ? 0 : percent(conversions, trackingClicks),
  };
}

function performance({ linkId, clicks, money }: LinkConversions): Performance {
  const totals = moneyTotals(money);
  return { linkId, ...totals, rate: clicks === 0 ? 0 : percent(totals.conversions, clicks) };
}

function byConversions(left: PerformanceMark, right: PerformanceMark): number {
  const difference = right.conversions - left.conversions;
  if (difference !== 0 || left.linkId === right.linkId) return difference;
  return left.linkId < right.linkId ? -1 : 1;
}

function percent(part: number, whole: number): number {
  return oneDecimal((part / whole) * 100);
}

function oneDecimal(number: number): number {
  return Math.round(number * 10) / 10;
}
