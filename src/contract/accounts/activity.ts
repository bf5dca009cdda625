import * as z from 'zod/mini';
import { moment } from '#contract/fields';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';

/** One event in the history of an account. */
export const Activity = z.object({
  id: z.string(),
  at: moment,
  /** One of `auditEvents`, or an event of a newer version. */
  event: z.string(),
  outcome: z.enum(['done', 'refused']),
  actor: z.enum(['session', 'key', 'nobody', 'system', 'operator']),
  /** An IPv4 /24 or an IPv6 /48, never the full address. Null when unknown. */
  network: z.nullable(z.string()),
  /** The beginning of a statement; null for other events. */
  detail: z.nullable(z.string()),
});
export type Activity = z.output<typeof Activity>;

export const listActivity = route('GET /api/v1/activity', {
  scope: 'account:read',
  query: PageQuery,
  answer: listOf(Activity),
});
