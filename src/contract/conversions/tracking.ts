import * as z from 'zod/mini';
import { moment } from '#contract/fields';
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
});
export type Attempt = z.output<typeof Attempt>;
export type AttemptJson = z.input<typeof Attempt>;

/** A report for a link whose conversion tracking is off. */
export const UntrackedAttempt = z.extend(Attempt, {
  link: z.object({ id: z.string(), shortUrl: z.string() }),
});
export type UntrackedAttemptJson = z.input<typeof UntrackedAttempt>;

/** The newest 50 of the last seven days, newest first. */
export const listConversionAttempts = route('GET /api/v1/conversion-attempts', {
  scope: 'conversions:read',
  summary: 'List reports of conversions of a link',
  errors: ['not_found'],
  query: z.object({ linkId: z.string('Send the id of one of your links') }),
  answer: z.array(Attempt),
});
/** The newest 10 for links whose conversion tracking is off now, newest first. */
export const listUntrackedAttempts = route('GET /api/v1/conversion-attempts/untracked', {
  scope: 'conversions:read',
  summary: 'List reports for links without tracking',
  answer: z.array(UntrackedAttempt),
});
