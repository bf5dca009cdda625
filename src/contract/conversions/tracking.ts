import * as z from 'zod/mini';
import { id, moment } from '#contract/fields';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';

/** The data with which servers report a link's conversions. */
export const Postback = z.object({
  secret: z.string(),
  /**
   * Reports a sale of the link when it is called unchanged; accepts `&cid=`, `&event=`, `&value=`
   * and more.
   */
  url: z.string(),
});
export type Postback = z.output<typeof Postback>;

export const showPostback = route('GET /api/v1/links/:id/postback', {
  scope: 'conversions:write',
  summary: 'Show the postback address of a link',
  answer: Postback,
});
/** The former secret stops working at once. */
export const rotatePostback = route('POST /api/v1/links/:id/postback/rotate', {
  scope: 'conversions:write',
  summary: 'Replace the postback secret of a link',
  audit: 'secret_renewed',
  isSecret: true,
  answer: Postback,
});

/** A report that a page or a server sent for a link. Nothing in it identifies the sender. */
export const Attempt = z.object({
  at: moment,
  source: z.enum(['pixel', 'postback']),
  outcome: z.enum(['recorded', 'repeat', 'ignored', 'refused', 'test']),
  /** A sentence for people; may be empty. */
  reason: z.string(),
  /** This field and the next three are as sent, but cut. */
  eventType: z.string(),
  value: z.string(),
  currency: z.string(),
  orderId: z.string(),
  /** Whether the report had a click id that gets the credit. */
  hasClickId: z.boolean(),
  link: z.object({ id, shortUrl: z.string() }),
});
export type Attempt = z.output<typeof Attempt>;
export type AttemptJson = z.input<typeof Attempt>;

/**
 * The newest reports of the last seven days, newest first: 50 for the link, or with `untracked` 10 for
 * links whose conversion tracking is off now.
 */
export const listConversionAttempts = route('GET /api/v1/conversion-attempts', {
  scope: 'conversions:read',
  summary: 'List reports of conversions',
  errors: ['not_found'],
  query: z.extend(PageQuery, {
    linkId: z.optional(z.string()),
    untracked: z.optional(z.literal('true', 'The only allowed value is true')),
  }),
  exampleQuery: { linkId: '019ac0e5-7a41-7c2e-9d1b-5f0a3c86e2d4' },
  answer: listOf(Attempt),
});
