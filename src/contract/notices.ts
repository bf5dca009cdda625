import * as z from 'zod/mini';
import { id, moment } from './fields.ts';
import { listOf, PageQuery } from './paging.ts';
import { route } from './route.ts';

/** The number of newest notices that are listed. */
export const mostNotices = 50;
/** Limit of ids of one call. */
const mostIds = 200;

/** The kinds of notices. */
const NoticeKind = z.enum([
  'trial_ending',
  'first_click',
  'click_milestone',
  'conversions',
  'link_expired',
  'password_changed',
  'broken_destinations',
  'split_test_winner',
  'split_test_withdrawn',
  'split_test_alarm',
  'webhook_failing',
  'webhook_disabled',
  'webhook_behind',
  'alert_raised',
  'alert_ended',
]);
export type NoticeKind = z.output<typeof NoticeKind>;

/** The sum of conversions in one currency, in cents. */
const Amount = z.readonly(z.object({ currency: z.string(), value: z.int() }));

/** A notice as its reader sees it. */
const Notice = z.object({
  id,
  kind: NoticeKind,
  happenedAt: moment,
  isRead: z.boolean(),
  /** By kind: whole days left, clicks, conversions, links, or a destination from 1; null for others. */
  count: z.nullable(z.int()),
  /** The sums of the conversions. */
  amounts: z.array(Amount),
  /** What an alert says; null for other kinds. */
  text: z.nullable(z.string()),
  link: z.nullable(z.object({ id, shortUrl: z.string(), title: z.nullable(z.string()) })),
});
export type NoticeJson = z.input<typeof Notice>;

/** The newest, latest first, and the number of all unread notices. */
const NoticeList = z.extend(listOf(Notice), { unread: z.int() });
export type NoticeListJson = z.input<typeof NoticeList>;

/** Marks notices as read; without `ids` all of them. Unknown ids are ignored. */
const ReadNotices = z.object({
  ids: z.optional(
    z
      .array(z.string('Must be an id'), 'Must be a list of ids')
      .check(z.maxLength(mostIds, `Send at most ${mostIds} ids`)),
  ),
});

export const listNotices = route('GET /api/v1/notices', {
  scope: 'account:read',
  query: PageQuery,
  answer: NoticeList,
});
export const readNotices = route('POST /api/v1/notices/read', {
  scope: 'account:write',
  summary: 'Mark notices as read',
  example: { ids: ['019ac0e5-7a41-7c2e-9d1b-5f0a3c86e2d4'] },
  body: ReadNotices,
});
