import type { CurrencyTotals } from '#core/links/link-totals';
import { notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { change, type Change, type TwoPeriods } from './change.ts';
import { lastDays, rangeOf, type Days } from './days.ts';
import { moneyTotals } from './money.ts';
import type { Question } from './question.ts';
import type { City, Numbers, Periods, Reading } from './reading.ts';
import { type Counted, shares, type Share } from './shares.ts';
import { lastTwoMonths } from './two-months.ts';
import { runningVariants, type TestNumbers, type VariantsPorts } from './variants.ts';

export type AnswerAnalyticsPorts = VariantsPorts & {
  readonly clock: Clock;
  readonly links: {
    /**
     * How many links the account has (1 when one link is asked for), and how many of them were
     * created in each period; null when the requested link is missing or belongs to another
     * account.
     */
    count(
      scope: { readonly userId: string; readonly linkId: string | null },
      periods: Periods,
    ): Promise<({ readonly total: number } & TwoPeriods) | null>;
  };
  readonly erasures: {
    /** The account's deleted links whose events may still be in the event store. */
    pendingLinkIds(userId: string): Promise<readonly string[]>;
  };
  readonly numbers: Numbers;
};

/** An account's numbers. Totals are over all time, the rest within the range. Money is in cents. */
export type Analytics = {
  readonly totalLinks: number;
  /** Human clicks. */
  readonly totalClicks: number;
  /** Visits of bots and prefetchers within the range. No other number includes them. */
  readonly botClicks: number;
  /** In every currency. */
  readonly totalConversions: number;
  /** US dollars alone. */
  readonly totalProfitCents: number;
  readonly otherCurrencies: readonly CurrencyTotals[];
  readonly uniqueVisitors: number;
  /** The last 30 days with today; profit in US dollar cents. */
  readonly lastMonth: PerMonth<number>;
  /** The last 30 days compared with the 30 days before, up to the same time of their last day. */
  readonly changes: PerMonth<Change>;
  readonly clicksOverTime: readonly { readonly date: string; readonly clicks: number }[];
  readonly referrers: readonly Share<string>[];
  readonly devices: readonly Share<string>[];
  readonly countries: readonly Share<string>[];
  /** Every country of the range with its clicks, for a map. */
  readonly countryClicks: readonly Counted<string>[];
  readonly browsers: readonly Share<string>[];
  readonly systems: readonly Share<string>[];
  readonly cities: readonly Share<City>[];
  /** The variants of the requested link's running test, within the range; otherwise empty. */
  readonly variants: TestNumbers['variants'];
  readonly notAssigned: TestNumbers['notAssigned'];
};

/** The numbers that are compared between two months. */
export type PerMonth<Value> = Readonly<
  Record<'links' | 'clicks' | 'profit' | 'conversions', Value>
>;

const longestShown = 10;
const longestInFull = 1000;

/**
 * Returns an account's numbers. Refuses `not_found` for a link that is missing or not the
 * account's; fails while the event store is away.
 */
export function answerAnalytics(ports: AnswerAnalyticsPorts) {
  const { clock, links, erasures, numbers } = ports;
  return async (userId: string, question: Question): Promise<Analytics> => {
    const { linkId } = question;
    const nowMs = clock.now();
    const periods = lastTwoMonths(question.timeZone, nowMs);
    const [counted, erasedLinkIds] = await Promise.all([
      links.count({ userId, linkId }, periods),
      erasures.pendingLinkIds(userId),
    ]);
    if (!counted) throw notFound();

    const days = lastDays(question.days, question.timeZone, nowMs);
    const longestList = question.wantsAllReferrers ? longestInFull : longestShown;
    const [reading, test] = await Promise.all([
      numbers.read(
        { userId, linkId, erasedLinkIds },
        { boundariesMs: days.boundariesMs, periods, longestList },
      ),
      runningVariants(ports, { userId, linkId }, rangeOf(days)),
    ]);
    return {
      ...totals(counted, reading),
      clicksOverTime: series(days, reading.clicksByDay),
      ...lists(reading, longestList),
      ...test,
    };
  };
}

function totals(links: { readonly total: number } & TwoPeriods, reading: Reading) {
  const money = moneyTotals(reading.money);
  return {
    totalLinks: links.total,
    totalClicks: reading.totalClicks,
    botClicks: reading.botClicks,
    totalConversions: money.conversions,
    totalProfitCents: money.profitCents,
    otherCurrencies: money.otherCurrencies,
    uniqueVisitors: reading.uniqueVisitors,
    lastMonth: perMonth(links, reading, ({ recent }) => recent),
    changes: perMonth(links, reading, change),
  };
}

function perMonth<Value>(
  links: TwoPeriods,
  { clicks, profit, conversions }: Reading,
  of: (periods: TwoPeriods) => Value,
): PerMonth<Value> {
  return {
    links: of(links),
    clicks: of(clicks),
    profit: of(profit),
    conversions: of(conversions),
  };
}

function series({ dates, boundariesMs }: Days, clicksByDay: ReadonlyMap<number, number>) {
  return dates.map((date, index) => ({
    date,
    clicks: clicksByDay.get(boundariesMs[index] ?? Number.NaN) ?? 0,
  }));
}

function lists(reading: Reading, longestReferrers: number) {
  const other = 'Other';
  return {
    referrers: shares(reading.referrers, longestReferrers, other),
    devices: shares(reading.devices, longestShown, other),
    countries: shares(reading.countries, longestShown, other),
    countryClicks: reading.countries.rows,
    browsers: shares(reading.browsers, longestShown, other),
    systems: shares(reading.systems, longestShown, other),
    cities: shares(reading.cities, longestShown, { city: other, country: other }),
  };
}
