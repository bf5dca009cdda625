import type { CurrencyTotals } from '#core/links/link-totals';
import { notFound } from '#core/shared/refusal';
import { change, type Change, type TwoPeriods } from './change.ts';
import { unitsOf } from './all-time.ts';
import { lastTwoMonths } from './periods.ts';
import { moneyTotals } from './money.ts';
import type { AnalyticsPorts } from './ports.ts';
import type { Question } from './question.ts';
import type { ListedValue, ListReading, Reading } from './reading.ts';
import type { Dimension } from '#contract/analytics/report-filters';
import { pointsOf } from './report/points.ts';
import type { Point } from './report/report.ts';
import { scopeOf } from './report/report-scope.ts';
import { type Breakdown, type Counted, shares, type Share } from './shares.ts';
import { runningVariants, type TestNumbers } from './link-numbers.ts';
import { daysBefore, usualSoFar, type UsualSoFar } from './usual-so-far.ts';

export type City = { readonly city: string; readonly country: string };

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
  /** What `series` is divided into. A week or a month is named by its first day. */
  readonly unit: 'day' | 'week' | 'month';
  readonly series: readonly Point[];
  /** What today compares with; null unless the unit is a day. */
  readonly usual: UsualSoFar | null;
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
/** Larger than the number of countries, because a map shows all of them. */
const everyCountry = 1000;

/**
 * Returns an account's numbers. Refuses `not_found` for a link that is missing or not the
 * account's; fails while the event store is away.
 */
export async function answerAnalytics(
  ports: AnalyticsPorts,
  userId: string,
  question: Question,
): Promise<Analytics> {
  const { linkId } = question;
  const nowMs = ports.clock.now();
  const periods = lastTwoMonths(question.timeZone, nowMs);
  const [counted, erasedLinkIds] = await Promise.all([
    ports.links.count({ userId, linkId }, periods),
    ports.erasures.pendingLinkIds(userId),
  ]);
  if (!counted) throw notFound();

  const { unit, ...days } = await unitsOf(ports, userId, question);
  const longest = question.wantsAllReferrers ? longestInFull : longestShown;
  const scope = scopeOf({ userId, linkId, erasedLinkIds });
  const { timeZone } = question;
  const [reading, before, test] = await Promise.all([
    ports.reports.read(scope, {
      period: days,
      compared: null,
      hasVisitors: true,
      lists: {
        dimensions: shownLists,
        longest: longestShown,
        unless: { referrers: longest, countries: everyCountry },
        hasConversions: false,
      },
      offsets: null,
      totals: periods,
    }),
    unit === 'day' ? daysBefore(ports, scope, { ...days, timeZone }) : [],
    runningVariants(ports, { userId, linkId }, days),
  ]);
  return {
    ...totals(counted, reading),
    unit,
    series: pointsOf({ ...days, starts: days.dates }, reading.period, nowMs),
    usual: usualSoFar(before, reading.period),
    ...lists(reading, longest),
    ...test,
  };
}

const shownLists = [
  'referrers',
  'devices',
  'countries',
  'browsers',
  'systems',
  'cities',
] as const satisfies readonly Dimension[];

function totals(links: { readonly total: number } & TwoPeriods, reading: Reading) {
  if (reading.totals === null) throw new Error('The totals were not counted');
  const { clicks, money: ofAllTime, recentClicks, recentMoney } = reading.totals;
  const money = moneyTotals(ofAllTime);
  const [before, recent] = [moneyTotals(recentMoney.before), moneyTotals(recentMoney.recent)];
  const compared = {
    links,
    clicks: recentClicks,
    profit: { before: before.profitCents, recent: recent.profitCents },
    conversions: { before: before.conversions, recent: recent.conversions },
  };
  return {
    totalLinks: links.total,
    totalClicks: clicks,
    botClicks: reading.period.botClicks,
    totalConversions: money.conversions,
    totalProfitCents: money.profitCents,
    otherCurrencies: money.otherCurrencies,
    uniqueVisitors: reading.period.uniqueVisitors,
    lastMonth: perMonth(compared, ({ recent: inRecent }) => inRecent),
    changes: perMonth(compared, change),
  };
}

function perMonth<Value>(
  { links, clicks, profit, conversions }: PerMonth<TwoPeriods>,
  of: (periods: TwoPeriods) => Value,
): PerMonth<Value> {
  return {
    links: of(links),
    clicks: of(clicks),
    profit: of(profit),
    conversions: of(conversions),
  };
}

function lists({ lists: found }: Reading, longestReferrers: number) {
  const other = 'Other';
  const named = (list: ListReading | undefined) => breakdown(list, ({ name }) => name);
  const countries = named(found.countries);
  const cities = breakdown(found.cities, ({ name, detail }) => ({ city: name, country: detail }));
  return {
    referrers: shares(named(found.referrers), longestReferrers, other),
    devices: shares(named(found.devices), longestShown, other),
    countries: shares(countries, longestShown, other),
    countryClicks: countries.rows,
    browsers: shares(named(found.browsers), longestShown, other),
    systems: shares(named(found.systems), longestShown, other),
    cities: shares(cities, longestShown, { city: other, country: other }),
  };
}

function breakdown<Name>(
  list: ListReading | undefined,
  nameOf: (value: ListedValue) => Name,
): Breakdown<Name> {
  const rows = list?.rows ?? [];
  return {
    rows: rows.map((value) => ({
      name: nameOf(value),
      clicks: value.clicks,
      tenths: value.tenths,
    })),
    totalClicks: list?.clicks ?? 0,
  };
}
