import * as z from 'zod/mini';
import { amount, currency, eventType } from './conversion-fields.ts';
import { id, moment, time } from '#contract/fields';
import { pageCursor, pageLimit } from '#contract/paging';
import { route } from '#contract/route';
import { MoneyTotals } from './totals.ts';

/** How a conversion was reported: the dialog, the tracking pixel, server to server, or the API. */
export const sources = ['manual', 'pixel', 'postback', 'api'] as const;
export type Source = (typeof sources)[number];

/**
 * How certain the conversion and its click are. `confirmed`: reported by the owner, with an API key
 * or with the link's postback secret. `verified`: a browser sent a signed click id. `inferred`: the
 * same visitor clicked the link before. `unverified`: anybody may have sent it. All of them count.
 */
export const trusts = ['unverified', 'inferred', 'verified', 'confirmed'] as const;
export type Trust = (typeof trusts)[number];

/** A conversion as the screens show it. Money is in cents, negative only for refunds. */
export const ShownConversion = z.object({
  id,
  linkId: id,
  eventType,
  value: z.int(),
  profit: z.int(),
  currency,
  source: z.enum(sources),
  trust: z.enum(trusts),
  /** Empty when absent. */
  orderId: z.string(),
  /** False: not matched to a click. */
  hasClick: z.boolean(),
  /** The destination's place in the split test, from 1; 0 when unknown or outside a split test. */
  variant: z.int(),
  isRefund: z.boolean(),
  /**
   * ISO 3166. The country, the device and the referrer are the click's, empty or `unknown` without
   * one.
   */
  country: z.string(),
  device: z.enum(['desktop', 'mobile', 'tablet', 'other', 'unknown']),
  referrer: z.string(),
  convertedAt: moment,
  /** The object that was sent with it through the API; null without one. */
  metadata: z.nullable(z.record(z.string(), z.unknown())),
});
export type ShownConversion = z.output<typeof ShownConversion>;

/** What an owner enters; amounts are cents. A link with a fixed profit uses that for each sale. */
export const NewConversion = z.object({
  linkId: z.string('Send the id of one of your links'),
  eventType,
  value: z.nullish(amount('Value')),
  profit: z.nullish(amount('Profit')),
  currency: z._default(currency, 'USD'),
  /** When it happened, at most 30 days ago; absent or null: now. */
  convertedAt: z.nullish(time),
});
export type NewConversion = z.output<typeof NewConversion>;
export type NewConversionJson = z.input<typeof NewConversion>;

const nameOfLink = { shortUrl: z.string(), title: z.nullable(z.string()) };

/** A conversion in a list, with the name of its link. */
const Listed = z.extend(ShownConversion, nameOfLink);
export type ConversionJson = z.input<typeof Listed>;

/** One link's conversions in the range. */
const Performance = z.extend(MoneyTotals, {
  linkId: id,
  ...nameOfLink,
  isActive: z.boolean(),
  expiresAt: z.nullable(moment),
  trackConversions: z.boolean(),
  splitTestEnabled: z.boolean(),
  /** Percent of the link's human clicks; 0 when there are none. */
  rate: z.number(),
});

/**
 * A range's conversions. Rates and shares are percent with one decimal. Both lists are pages: a
 * cursor, sent back as `cursor` or `linksCursor`, gives the next or the previous one.
 */
export const Conversions = z.object({
  conversions: z.array(Listed),
  /** Conversions and refunds on all pages. */
  conversionCount: z.int(),
  totals: z.extend(MoneyTotals, { averageRate: z.number(), overallRate: z.number() }),
  links: z.array(Performance),
  /**
   * The number of links with conversions or refunds on all pages. Those with refunds only are the
   * last.
   */
  linkCount: z.int(),
  confirmedShare: z.nullable(z.number()),
  nextCursor: z.nullable(z.string()),
  previousCursor: z.nullable(z.string()),
  nextLinksCursor: z.nullable(z.string()),
  previousLinksCursor: z.nullable(z.string()),
});
export type ConversionsJson = z.input<typeof Conversions>;

/** The range as text, which the core validates, and the page of each list. */
export const ConversionsQuery = z.object({
  timeRange: z.optional(z.string()),
  tz: z.optional(z.string()),
  linkId: z.optional(z.string()),
  limit: z.optional(pageLimit),
  cursor: z.optional(pageCursor),
  linksCursor: z.optional(pageCursor),
});
export type ConversionsQuery = z.output<typeof ConversionsQuery>;

export const listConversions = route('GET /api/conversions', {
  marks: true,
  query: ConversionsQuery,
  answer: Conversions,
});
export const recordConversion = route('POST /api/conversions', {
  limit: 'conversions',
  body: NewConversion,
  status: 201,
  answer: ShownConversion,
});
