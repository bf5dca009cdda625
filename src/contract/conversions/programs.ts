import * as z from 'zod/mini';
import { id, moment, time } from '#contract/fields';
import { currencies } from '#contract/money';
import { listOf, pageCursor, pageLimit } from '#contract/paging';
import { Problem } from '#contract/problem';
import { route } from '#contract/route';
import { splitLetters } from '#contract/split-tests/split-words';
import { amount, currency, eventType } from './conversion-fields.ts';
import { ShownConversion, sources, trusts } from './conversions.ts';
import { eventTypes, longestOrderId } from './event-types.ts';

/** Limit of the JSON that a program sends with a conversion, in characters. */
export const longestMetadata = 2048;

const maybeText = z.nullable(z.string());

/** A conversion as programs read it. Money is in cents, negative only for refunds. */
export const Conversion = z.extend(ShownConversion, {
  /** Raised by every edit of its owner. */
  version: z.int(),
  orderId: maybeText,
  /** The destination of the split test; null when unknown, and outside of one. */
  variant: z.nullable(z.enum(splitLetters)),
  /** ISO 3166. It and the next two are the click's, null when unknown. */
  country: maybeText,
  device: z.nullable(z.enum(['desktop', 'mobile', 'tablet', 'other'])),
  /** Null also for a direct visit. */
  referrer: maybeText,
  /** When it was stored, or changed since: by its owner, a better report, or its click. */
  updatedAt: moment,
  /** True only in lists with `updatedSince`. */
  isRemoved: z.boolean(),
});
export type Conversion = z.output<typeof Conversion>;

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `Choose one of ${values.join(', ')}`);

/** Of a page of conversions. Repeated parameters are alternatives. */
const ConversionPageQuery = z.partial(
  z.object({
    /** When they converted: from this time on. */
    from: time,
    /** Before this time. */
    to: time,
    eventType: oneOf(eventTypes),
    source: oneOf(sources),
    trust: oneOf(trusts),
    linkId: z.string(),
    /** Those that were stored, changed or removed since this time, also removed ones. */
    updatedSince: time,
    sort: z.enum(['convertedAt', 'updatedAt'], 'Sort by convertedAt or updatedAt'),
    order: z.enum(['asc', 'desc'], 'Order must be asc or desc'),
    limit: pageLimit,
    cursor: pageCursor,
  }),
);
export type ConversionPageQuery = z.output<typeof ConversionPageQuery>;

/** What an owner may change; null makes an amount 0. For a refund, amounts may have either sign. */
export const ConversionChanges = z.object({
  eventType: z.optional(eventType),
  value: z.nullish(z.number('Value must be a number of cents')),
  profit: z.nullish(z.number('Profit must be a number of cents')),
  currency: z.optional(currency),
});
export type ConversionChanges = z.output<typeof ConversionChanges>;
export type ConversionChangesJson = z.input<typeof ConversionChanges>;

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

function merchantId(what: string) {
  return anyText.check(
    z.trim(),
    z.maxLength(longestOrderId, `The ${what} must be at most ${longestOrderId} characters`),
    z.regex(/^\P{Cc}*$/u, `The ${what} contains characters that are not allowed`),
  );
}

const shortCode = z
  .string('Must be text')
  .check(z.maxLength(50, 'The short code must be at most 50 characters'));

/**
 * A conversion that an account's own program reports. A link is named by `linkId`, by `shortCode` (a
 * code or an alias), or by the click id.
 */
export const ConversionReport = z.object({
  linkId: absentIsNull(anyText),
  shortCode: absentIsNull(shortCode),
  cid: absentIsNull(
    z.string('Must be text').check(z.maxLength(200, 'The click id must be at most 200 characters')),
  ),
  eventType: z._default(z.enum(eventTypes, 'Unknown event type'), 'sale'),
  value: z._default(amount('Value', 'Must be a number of cents'), 0),
  /** Null: the link's own setting decides. */
  profit: absentIsNull(amount('Profit', 'Must be a number of cents')),
  currency: z._default(z.enum(currencies, 'Unknown currency'), 'USD'),
  orderId: absentIsEmpty(merchantId('order id')),
  /** When it happened, at most 30 days ago; null: now. A click after it gets no credit. */
  convertedAt: absentIsNull(time),
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

/** Limit of reports of one batch. */
const mostBatched = 100;

/** A batch. Each report is checked alone, so the schema takes any object. */
const ConversionBatch = z.object({
  conversions: z
    .array(z.record(z.string(), z.unknown(), 'Send a conversion'), 'Send a list of conversions')
    .check(
      z.minLength(1, 'Send at least one conversion'),
      z.maxLength(mostBatched, `Send at most ${mostBatched} conversions`),
    ),
});

const Accepted = z.object({ id });

/** What happened to one report of a batch: its id, or the problem that the single call would answer. */
const BatchResult = z.object({
  status: z.int(),
  conversion: z.nullable(Accepted),
  problem: z.nullable(Problem),
});

/**
 * Money that goes back. It names its conversion, or a link (by `linkId` or `shortCode`) and the order
 * id, also of a sale that is reported later.
 */
export const RefundReport = z.object({
  conversionId: absentIsNull(anyText),
  linkId: absentIsNull(anyText),
  shortCode: absentIsNull(shortCode),
  orderId: absentIsEmpty(merchantId('order id')),
  /** Your id of the refund: one order can have several. Without it an order has one. */
  refundId: absentIsEmpty(merchantId('refund id')),
  /** Absent: the whole value of the conversion. */
  value: absentIsNull(amount('Value', 'Must be a number of cents')),
  /** Absent: of a whole refund the whole profit, else none. A fixed profit of the link goes first. */
  profit: absentIsNull(amount('Profit', 'Must be a number of cents')),
  /** Absent: that of the conversion. */
  currency: absentIsNull(z.enum(currencies, 'Unknown currency')),
});
export type RefundReport = z.output<typeof RefundReport>;

/** By default the newest first. */
export const listConversions = route('GET /api/v1/conversions', {
  scope: 'conversions:read',
  summary: 'List conversions',
  errors: ['not_found'],
  query: ConversionPageQuery,
  severalOf: ['linkId', 'eventType', 'source', 'trust'],
  answer: listOf(Conversion),
});
export const showConversion = route('GET /api/v1/conversions/:id', {
  scope: 'conversions:read',
  answer: Conversion,
});
/** With `wait=true` it answers 201 and the conversion, when that is stored within two seconds. */
export const reportConversion = route('POST /api/v1/conversions', {
  scope: 'conversions:write',
  summary: 'Report a conversion',
  errors: ['not_found'],
  example: {
    shortCode: 'spring',
    eventType: 'sale',
    value: 4_900,
    currency: 'EUR',
    orderId: '1042',
  },
  limit: 'reports',
  query: z.object({ wait: z.optional(z.literal('true', 'The only allowed value is true')) }),
  body: ConversionReport,
  status: 202,
  alsoStatus: 201,
  answer: z.union([Conversion, Accepted]),
});
/** Each report is recorded as the single call would. The limit counts each of them. */
export const reportConversions = route('POST /api/v1/conversions/batch', {
  scope: 'conversions:write',
  summary: 'Report up to 100 conversions',
  example: { conversions: [{ shortCode: 'spring', value: 4_900, orderId: '1042' }] },
  limit: 'reports',
  rowsOf: (body) => z.parse(ConversionBatch, body).conversions.length,
  mostBytes: 2 ** 20,
  body: ConversionBatch,
  answer: z.object({ results: z.array(BatchResult) }),
});
export const reportRefund = route('POST /api/v1/refunds', {
  scope: 'conversions:write',
  errors: ['not_found'],
  example: { shortCode: 'spring', orderId: '1042', value: 2_000 },
  limit: 'reports',
  body: RefundReport,
  status: 202,
  answer: Accepted,
});
export const editConversion = route('PATCH /api/v1/conversions/:id', {
  scope: 'conversions:write',
  errors: ['changed_meanwhile'],
  example: { value: 4_900, currency: 'EUR' },
  limit: 'conversions',
  body: ConversionChanges,
  answer: Conversion,
});
export const removeConversion = route('DELETE /api/v1/conversions/:id', {
  scope: 'conversions:write',
  errors: ['changed_meanwhile'],
  limit: 'conversions',
});
