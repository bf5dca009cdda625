import * as z from 'zod/mini';
import { CostNumbers, ReportCosts } from './costs.ts';
import { id, moment } from '#contract/fields';
import { CurrencyTotals, MoneyTotals } from '#contract/conversions/totals';
import { listOf, pageCursor, pageLimit } from '#contract/paging';
import { dimensions, filterNames, reportUnits } from './report-filters.ts';
import { route } from '#contract/route';
import { splitLetters } from '#contract/split-tests/split-words';

const text = z.optional(z.string());
/** A parameter that may be repeated. The handler reads all its values from the address. */
const repeated = z.optional(z.union([z.string(), z.array(z.string())]));

/** The parameters as text; the core validates their values. */
const AnalyticsQuery = z.object({ timeRange: text, tz: text, linkId: text, full: text });

const part = { clicks: z.int(), percentage: z.number() };

function perMonth<Value extends z.core.$ZodType>(value: Value) {
  return z.object({ links: value, clicks: value, profit: value, conversions: value });
}

/** One destination of a running split test. */
const Variant = z.extend(MoneyTotals, { variant: z.int(), url: z.string(), clicks: z.int() });

/** The running test of a link. */
const test = {
  /** Empty without a test. */
  variants: z.array(Variant),
  /** The link's conversions without a variant; null without a test. */
  notAssigned: z.nullable(MoneyTotals),
};

/** Money in cents, one entry for each currency. */
const measures = {
  clicks: z.int(),
  uniqueVisitors: z.int(),
  conversions: z.int(),
  money: z.array(CurrencyTotals),
};
const Measures = z.object(measures);
const points = z.array(z.object({ at: z.string(), isUnfinished: z.boolean(), ...measures }));
const usual = z.object({
  days: z.int(),
  clicks: z.int(),
  conversions: z.int(),
  money: measures.money,
});

/** An account's numbers: money in cents, percentages with one decimal. */
const Analytics = z.object({
  totalLinks: z.int(),
  totalClicks: z.int(),
  totalProfit: z.int(),
  totalConversions: z.int(),
  botClicks: z.int(),
  uniqueVisitors: z.int(),
  otherCurrencies: z.array(CurrencyTotals),
  lastMonth: perMonth(z.number()),
  changes: perMonth(z.nullable(z.union([z.number(), z.literal('new')]))),
  /**
   * What `clicksOverTime` is divided into: days, or for a long `all` weeks or months. Each is named by
   * its first day.
   */
  unit: z.enum(reportUnits),
  clicksOverTime: z.array(z.object({ date: z.string(), clicks: z.int() })),
  /** The same units with every measure. */
  series: points,
  /**
   * Sums over the last days of the range before today, at most seven and none before the first event,
   * of each only until this time of day. Null when there is no such day, or the unit is not a day.
   */
  usual: z.nullable(usual),
  topReferrers: z.array(z.object({ domain: z.string(), ...part })),
  deviceStats: z.array(z.object({ device: z.string(), ...part })),
  geoStats: z.array(z.object({ country: z.string(), ...part })),
  /** Every country of the range, without percentages. */
  countryClicks: z.array(z.object({ country: z.string(), clicks: z.int() })),
  browserStats: z.array(z.object({ browser: z.string(), ...part })),
  osStats: z.array(z.object({ os: z.string(), ...part })),
  cityStats: z.array(z.object({ city: z.string(), country: z.string(), ...part })),
  ...test,
});

/** `full=referrers` answers all of the range's referrers, up to 1,000, instead of the ten largest. */
export const showAnalytics = route('GET /api/analytics', {
  marks: true,
  query: AnalyticsQuery,
  answer: Analytics,
});

const classes = ['human', 'bot', 'prefetch'] as const;

const maybeText = z.nullable(z.string());

/** A click without address and visitor. What is unknown is null. */
export const RecentClick = z.object({
  id,
  at: moment,
  class: z.enum(classes),
  /** The destination of the split test; null outside of one. */
  variant: z.nullable(z.enum(splitLetters)),
  /** ISO 3166. */
  country: maybeText,
  city: maybeText,
  device: z.nullable(z.enum(['desktop', 'mobile', 'tablet', 'other'])),
  browser: maybeText,
  os: maybeText,
  /** Null also for a direct visit. */
  referrer: maybeText,
  channel: z.string(),
  entry: z.string(),
  isUnique: z.boolean(),
  utmSource: maybeText,
  utmMedium: maybeText,
  utmCampaign: maybeText,
  utmTerm: maybeText,
  utmContent: maybeText,
});

export const listClicks = route('GET /api/v1/links/:id/clicks', {
  scope: 'analytics:read',
  marks: true,
  query: z.object({
    class: z._default(z.enum(classes, 'Choose human, bot or prefetch'), 'human'),
    limit: z.optional(pageLimit),
    cursor: z.optional(pageCursor),
  }),
  answer: listOf(RecentClick),
});

const filters = Object.fromEntries(filterNames.map((name) => [name, repeated]));

/** The fields of a question to the report. Days are `YYYY-MM-DD`; the core validates the values. */
export const reportFields = {
  range: text,
  from: text,
  to: text,
  tz: text,
  compare: text,
  /** Of several days: `day`, `week` from Monday, or `month`. */
  unit: text,
  /** Names of filters whose values are left out. */
  not: repeated,
  /** Names of filters whose values are parts of names. */
  contains: repeated,
  lists: repeated,
  /** Of the costs. Absent: US dollars, or else the first currency in which the account has costs. */
  currency: text,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each name
  ...(filters as Record<(typeof filterNames)[number], typeof repeated>),
};

/** `value` is what the list's filter takes; empty for the rest of the list. */
const Row = z.object({
  name: z.string(),
  /** A city's country, a link's short address; otherwise empty. */
  detail: z.string(),
  value: z.string(),
  clicks: z.int(),
  percentage: z.number(),
  conversions: z.int(),
  comparedClicks: z.nullable(z.int()),
  /** Of links and campaigns, when the account has costs in the currency; otherwise absent. */
  costs: z.optional(CostNumbers),
});

const list = {
  /** The clicks of all values. */
  total: z.int(),
  /** How many values there are. */
  count: z.int(),
  rows: z.array(Row),
};

export const Report = z.object({
  range: z.object({
    from: z.string(),
    to: z.string(),
    unit: z.enum(['hour', ...reportUnits]),
    timeZone: z.string(),
  }),
  compared: z.nullable(z.object({ from: z.string(), to: z.string() })),
  totals: Measures,
  comparedTotals: z.nullable(Measures),
  botClicks: z.int(),
  series: points,
  comparedSeries: z.nullable(points),
  /**
   * Sums over the last days of the range before today, at most seven and none before the first event,
   * of each only until this time of day. Null without such days, when something is compared, and when
   * the range is not divided into days or does not contain today.
   */
  usual: z.nullable(usual),
  /** What is to be known about the numbers: clicks that have expired are not in them. */
  warnings: z.array(z.string()),
  /** The lists that were asked for. */
  lists: z.partialRecord(z.enum(dimensions), z.object(list)),
  /** Clicks by weekday, Monday first, and hour. */
  heat: z.array(z.array(z.int())),
  /** How often each of these hours has begun in the range. */
  heatHours: z.array(z.array(z.int())),
});

const OwnReport = z.extend(Report, {
  /** Null when the account has no costs in the currency. */
  costs: z.nullable(ReportCosts),
});

/** An owner's numbers for any range, comparison and filters. */
export const showReport = route('GET /api/analytics/report', {
  marks: true,
  query: z.object(reportFields),
  answer: OwnReport,
});
