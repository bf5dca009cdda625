import * as z from 'zod/mini';
import { eventTypes, longestOrderId } from './event-types.ts';
import { id, moment } from '#contract/fields';
import { amountProblem, currencies } from '#contract/money';
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

/** Limit of the JSON that a program sends with a conversion, in characters. */
export const longestMetadata = 2048;

function amount(name: 'Value' | 'Profit', wrongType = `${name} must be a number of cents`) {
  return z.number(wrongType).check(
    z.check(({ value, issues }) => {
      const message = amountProblem(name, value);
      if (message !== null) issues.push({ code: 'custom', message, input: value });
    }),
  );
}

const eventType = z.enum(eventTypes, `Choose one of ${eventTypes.join(', ')}`);
const currency = z.enum(currencies, `Choose one of ${currencies.join(', ')}`);

/** A conversion as the API shows it. Money is in cents, negative only for refunds. */
export const Conversion = z.object({
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
export type Conversion = z.output<typeof Conversion>;

/** What an owner enters; amounts are cents. A link with a fixed profit uses that for each sale. */
export const NewConversion = z.object({
  linkId: z.string('Send the id of one of your links'),
  eventType,
  value: z.nullish(amount('Value')),
  profit: z.nullish(amount('Profit')),
  currency: z._default(currency, 'USD'),
});
export type NewConversion = z.output<typeof NewConversion>;
export type NewConversionJson = z.input<typeof NewConversion>;

/** What an owner may change. For a refund, amounts may have either sign. */
export const ConversionChanges = z.object({
  eventType: z.optional(eventType),
  value: z.nullish(z.number('Value must be a number of cents')),
  profit: z.nullish(z.number('Profit must be a number of cents')),
  currency: z.optional(currency),
});
export type ConversionChanges = z.output<typeof ConversionChanges>;
export type ConversionChangesJson = z.input<typeof ConversionChanges>;

const nameOfLink = { shortUrl: z.string(), title: z.nullable(z.string()) };

/** A conversion in a list, with the name of its link. */
const Listed = z.extend(Conversion, nameOfLink);
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
   * The number of links with conversions on all pages. Links with refunds only are listed after
   * them.
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
  answer: Conversion,
});
export const editConversion = route('PATCH /api/v1/conversions/:id', {
  scope: 'conversions:write',
  example: { value: 4_900, currency: 'EUR' },
  limit: 'conversions',
  body: ConversionChanges,
  answer: Conversion,
});
export const removeConversion = route('DELETE /api/v1/conversions/:id', {
  scope: 'conversions:write',
  limit: 'conversions',
});

/** Text that may be absent; then it is empty. */
function absentIsEmpty<S extends z.core.$ZodType<string>>(text: S) {
  return z.pipe(
    z.nullish(text),
    z.transform((given) => given ?? ''),
  );
}

/** Text that may be absent; then it is null. */
function absentIsNull<S extends z.core.$ZodType>(value: S) {
  return z._default(z.nullable(value), null);
}

const anyText = z.string('Must be text');

/**
 * A conversion that an account's own program reports. A link is named by `linkId`, by `shortCode` (a
 * code or an alias), or by the click id. The order of the fields is part of the fingerprint by which
 * an idempotency key knows its request.
 */
export const ConversionReport = z.object({
  linkId: absentIsNull(anyText),
  shortCode: absentIsNull(
    z.string('Must be text').check(z.maxLength(50, 'The short code must be at most 50 characters')),
  ),
  cid: absentIsNull(
    z.string('Must be text').check(z.maxLength(200, 'The click id must be at most 200 characters')),
  ),
  eventType: z._default(z.enum(eventTypes, 'Unknown event type'), 'sale'),
  valueCents: z._default(amount('Value', 'Must be a number of cents'), 0),
  /** Null: the link's own setting decides. */
  profitCents: absentIsNull(amount('Profit', 'Must be a number of cents')),
  currency: z._default(z.enum(currencies, 'Unknown currency'), 'USD'),
  orderId: absentIsEmpty(
    z
      .string('Must be text')
      .check(
        z.trim(),
        z.maxLength(longestOrderId, `The order id must be at most ${longestOrderId} characters`),
        z.regex(/^\P{Cc}*$/u, 'The order id contains characters that are not allowed'),
      ),
  ),
  /** Becomes the JSON text of the object. */
  metadata: absentIsEmpty(
    z.pipe(
      z.pipe(
        z.record(z.string(), z.unknown(), 'Must be an object'),
        z.transform((given) => JSON.stringify(given)),
      ),
      z
        .string()
        .check(
          z.maxLength(
            longestMetadata,
            `Metadata must be at most ${longestMetadata} characters of JSON`,
          ),
        ),
    ),
  ),
});
export type ConversionReport = z.output<typeof ConversionReport>;

/** The lists of conversions, for programs. The answer is that of `listConversions`. */
export const readConversions = route('GET /api/v1/conversions', {
  scope: 'conversions:read',
  summary: 'List conversions',
  query: ConversionsQuery,
  answer: Conversions,
});
export const reportConversion = route('POST /api/v1/conversions', {
  scope: 'conversions:write',
  summary: 'Report a conversion',
  errors: ['not_found', 'conflict'],
  example: {
    shortCode: 'spring',
    eventType: 'sale',
    valueCents: 4_900,
    currency: 'EUR',
    orderId: '1042',
  },
  limit: 'reports',
  body: ConversionReport,
  status: 202,
  answer: z.object({ id }),
});
