import type { ListedConversion } from '#core/conversions/listed-conversion';
import type { CurrencyTotals } from '#core/links/link-totals';
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

/** The conversions of a range. Refunds are in the sums of money and in no count. */
export type ConversionReading = {
  /** Newest first. */
  readonly newest: readonly ListedConversion[];
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
  };
  readonly erasures: AnswerAnalyticsPorts['erasures'];
  readonly conversions: {
    /** Those within [fromMs, toMs); of the newest at most `most`. Fails while the store is away. */
    read(
      scope: Scope,
      asked: {
        readonly fromMs: number;
        readonly toMs: number;
        readonly most: number;
        readonly trackingLinkIds: readonly string[];
      },
    ): Promise<ConversionReading>;
  };
};

export type ConversionsAnswer = {
  readonly conversions: readonly ListedConversion[];
  /**
   * Percent, over the links that track conversions: `averageRate` is the mean of their rates,
   * `overallRate` the conversions of all of them against all of their clicks; 0 without clicks.
   */
  readonly totals: MoneyTotals & { readonly averageRate: number; readonly overallRate: number };
  /** Most conversions first. `rate`: percent of the link's human clicks; 0 when there are none. */
  readonly links: readonly (MoneyTotals & { readonly linkId: string; readonly rate: number })[];
  /** Percent of the US dollars reported that are confirmed; null when there are none. */
  readonly confirmedShare: number | null;
};

const mostShown = 100;

/** Answers with an account's conversions of a range. Refuses `not_found` for a foreign link. */
export function answerConversions(ports: AnswerConversionsPorts) {
  return async (userId: string, question: Question): Promise<ConversionsAnswer> => {
    const { linkId } = question;
    const [trackingLinkIds, erasedLinkIds] = await Promise.all([
      ports.links.tracking({ userId, linkId }),
      ports.erasures.pendingLinkIds(userId),
    ]);
    if (trackingLinkIds === null) throw notFound();

    const days = lastDays(question.days, question.timeZone, ports.clock.now());
    const reading = await ports.conversions.read(
      { userId, linkId, erasedLinkIds },
      { ...rangeOf(days), most: mostShown, trackingLinkIds },
    );
    return answerFrom(reading, new Set(trackingLinkIds));
  };
}

function answerFrom(
  reading: ConversionReading,
  trackingLinkIds: ReadonlySet<string>,
): ConversionsAnswer {
  const links = reading.links.map(performance).toSorted(byConversions);
  const { reportedCents, confirmedCents } = reading;
  return {
    conversions: reading.newest,
    totals: {
      ...moneyTotals(reading.links.flatMap(({ money }) => money)),
      ...ratesOf(reading, trackingLinkIds),
    },
    links,
    confirmedShare: reportedCents === 0 ? null : percent(confirmedCents, reportedCents),
  };
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

function performance({ linkId, clicks, money }: LinkConversions) {
  const totals = moneyTotals(money);
  return { linkId, ...totals, rate: clicks === 0 ? 0 : percent(totals.conversions, clicks) };
}

function byConversions(
  left: { readonly conversions: number; readonly linkId: string },
  right: { readonly conversions: number; readonly linkId: string },
): number {
  return right.conversions - left.conversions || (left.linkId < right.linkId ? -1 : 1);
}

function percent(part: number, whole: number): number {
  return oneDecimal((part / whole) * 100);
}

function oneDecimal(number: number): number {
  return Math.round(number * 10) / 10;
}
