import * as z from 'zod/mini';
import { id, line, optionalLine } from '#contract/fields';
import { currencies, maxCents } from '#contract/money';
import { longestFilterValue, unlabelled } from './report-filters.ts';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';

/** The costs of one account. */
export const mostCosts = 400;
/** Of a click, in cents: with it the sum of any number of clicks is exact. */
export const mostCentsPerClick = 100_000;
/** Of a cost's note, in UTF-16 units. */
export const longestCostNote = 140;
/** Of a CSV file, in bytes. */
export const maxCostFileBytes = 256 * 1024;

/** `total` is an amount for all days together. */
export const costKinds = ['per_click', 'per_day', 'total'] as const;
export type CostKind = (typeof costKinds)[number];

const amountMessage = 'Enter an amount of at least 0.01 and at most 10,000,000';
const currencyMessage = `Choose one of ${currencies.join(', ')}`;
const day = z.iso
  .date('Enter a day as YYYY-MM-DD')
  .check(
    z.refine((text) => text >= '2000-01-01' && text < '2100-01-01', 'Use a day of this century'),
  );

const fields = {
  /** What it is for: one link, or one utm_campaign of the account; the other one is null. */
  linkId: z.nullable(id),
  campaign: z.nullable(
    line({
      missing: 'Enter a campaign',
      most: longestFilterValue,
      tooLong: `The campaign must be at most ${longestFilterValue} characters`,
    }).check(z.refine((name) => name !== unlabelled, 'Enter the name of a campaign')),
  ),
  kind: z.enum(costKinds, `Choose one of ${costKinds.join(', ')}`),
  /** In cents of the currency. */
  amount: z
    .int(amountMessage)
    .check(z.minimum(1, amountMessage), z.maximum(maxCents, amountMessage)),
  currency: z.enum(currencies, currencyMessage),
  /** Calendar days, in any time zone; both count. */
  firstDay: day,
  /** Null: open. A total needs its last day. */
  lastDay: z.nullable(day),
  note: optionalLine(longestCostNote, `The note must be at most ${longestCostNote} characters`),
};

type Fields = z.output<z.ZodMiniObject<typeof fields>>;

export const NewCost = z.object(fields).check(
  z.refine(({ linkId, campaign }: Fields) => (linkId === null) !== (campaign === null), {
    path: ['linkId'],
    error: 'Choose either a link or a campaign',
  }),
  z.refine(({ kind, lastDay }: Fields) => kind !== 'total' || lastDay !== null, {
    path: ['lastDay'],
    error: 'A total needs its last day',
  }),
  z.refine(({ firstDay, lastDay }: Fields) => lastDay === null || lastDay >= firstDay, {
    path: ['lastDay'],
    error: 'The last day cannot be before the first day',
  }),
  z.refine(({ kind, amount }: Fields) => kind !== 'per_click' || amount <= mostCentsPerClick, {
    path: ['amount'],
    error: 'A click can cost at most 1,000',
  }),
);
export type NewCost = z.output<typeof NewCost>;

/** What clicks cost. */
export const Cost = z.object({ id, ...fields });
export type Cost = z.output<typeof Cost>;

/** By first day, the newest first. */
export const listCosts = route('GET /api/v1/costs', {
  scope: 'analytics:read',
  query: PageQuery,
  answer: listOf(Cost),
});
export const addCost = route('POST /api/v1/costs', {
  scope: 'analytics:write',
  errors: ['not_found', 'conflict'],
  example: {
    linkId: null,
    campaign: 'spring',
    kind: 'per_click',
    amount: 25,
    currency: 'USD',
    firstDay: '2026-11-01',
    lastDay: null,
    note: '',
  },
  body: NewCost,
  status: 201,
  answer: Cost,
});
export const changeCost = route('PUT /api/v1/costs/:id', {
  scope: 'analytics:write',
  example: {
    linkId: null,
    campaign: 'spring',
    kind: 'per_day',
    amount: 4_000,
    currency: 'USD',
    firstDay: '2026-11-01',
    lastDay: null,
    note: '',
  },
  body: NewCost,
  answer: Cost,
});
export const removeCost = route('DELETE /api/v1/costs/:id', { scope: 'analytics:write' });
/**
 * Adds a cost for each row of a CSV file with the headings date, link or campaign, cost and currency. A
 * file with a bad row adds nothing: the issues name every bad row, `row 3`.
 */
export const uploadCosts = route('POST /api/v1/costs/csv', {
  scope: 'analytics:write',
  summary: 'Add costs from a CSV file',
  errors: ['not_found', 'conflict', 'malformed', 'too_large', 'unsupported_media_type'],
  readsBody: 'text/csv',
  comparesFile: true,
  mostBytes: maxCostFileBytes,
  // Clients name the file; nothing is made of it.
  query: z.object({ name: z.optional(z.string()) }),
  status: 201,
  answer: z.object({ added: z.int() }),
});

/** Of a range, in one currency. */
export const CostNumbers = z.object({
  currency: z.enum(currencies),
  /** In cents. Null when it cannot be given exactly. */
  cost: z.nullable(z.int()),
  revenue: z.int(),
  /** (revenue − cost) / cost, in percent; null without a cost. */
  roi: z.nullable(z.number()),
  /** Earnings per click: revenue / clicks, in cents with their fraction; null without clicks. */
  earningsPerClick: z.nullable(z.number()),
  /** Why a number is null, in a sentence. */
  reason: z.nullable(z.string()),
});
export type CostNumbers = z.output<typeof CostNumbers>;

const ofPeriod = {
  ...CostNumbers.shape,
  /** In cents, one entry for each unit of the series; null by hour, and when the cost is null. */
  series: z.nullable(z.array(z.int())),
};

/** The costs of a report, in one currency. */
export const ReportCosts = z.object({
  /** All currencies in which the account has costs. */
  currencies: z.array(z.enum(currencies)),
  ...ofPeriod,
  /** Of the compared period; null without a comparison. */
  compared: z.nullable(z.object(ofPeriod)),
});
export type ReportCosts = z.output<typeof ReportCosts>;
