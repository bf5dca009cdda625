import * as z from 'zod/mini';
import { id, moment } from '#contract/fields';
import { Alert } from '#contract/analytics/alerts';
import { RecentClick } from '#contract/analytics/analytics';
import { Conversion } from '#contract/conversions/programs';
import { OwnDomain } from '#contract/domains';
import { Bulk } from '#contract/links/bulk';
import { Import } from '#contract/links/imports';
import { Link } from '#contract/links/links';
import { ListedSplitTest } from '#contract/split-tests/split-tests';
import { EventType } from './event-types.ts';
import { Webhook } from './webhooks.ts';

/** A link without numbers: those change without an event. */
export const LinkOfEvent = z.omit(Link, {
  brokenDestinations: true,
  totalClicks: true,
  uniqueClicks: true,
  botClicks: true,
  totalConversions: true,
  totalProfit: true,
  totalRevenue: true,
  otherCurrencies: true,
  conversionRate: true,
  clickCounter: true,
});

/** What is said of a link that is gone. */
export const LinkRef = z.object({
  id,
  externalId: z.nullable(z.string()),
  shortUrl: z.string(),
});
export type LinkRef = z.output<typeof LinkRef>;

/** A domain without the records that its owner has to set. */
export const DomainOfEvent = z.pick(OwnDomain, {
  id: true,
  domain: true,
  status: true,
  isDefault: true,
  checkedAt: true,
  createdAt: true,
});

/** A split test with what its last judgement says. */
export const SplitTestOfEvent = z.omit(ListedSplitTest, {
  linkId: true,
  shortUrl: true,
  title: true,
});

/** An alert that was raised. */
export const AlertOfEvent = z.object({
  /** Of this time that it was raised: the same when it ends. */
  id,
  alertId: id,
  ...z.pick(Alert, { measure: true, kind: true, bound: true, per: true, timeZone: true }).shape,
  /** What was counted, or that it is over, in a sentence. */
  sentence: z.string(),
  /** The beginning of the hour, the day or the silence; of a limit, when it was near. */
  since: moment,
  until: moment,
  /**
   * Clicks or conversions. Of a silence: 0, or the clicks without conversions. Of a limit: clicks or
   * links.
   */
  seen: z.int(),
  /** What a silence was compared with, or the limit; null for a bound. */
  expected: z.nullable(z.int()),
  raisedAt: moment,
  /** Null: it goes on. */
  endedAt: z.nullable(moment),
});

const conversion = z.object({ conversion: Conversion, link: LinkRef });

/** A click in a list of several links; whether it is the visitor's first is not said. */
const ClickOfEvent = z.extend(z.omit(RecentClick, { isUnique: true }), { linkId: id });

const splitTest = z.object({ splitTest: SplitTestOfEvent, link: LinkOfEvent });
/** `link`: of alerts of one link, and of a link whose click limit is near; else null. */
const alert = z.object({ alert: AlertOfEvent, link: z.nullable(LinkOfEvent) });
const domain = z.object({ domain: DomainOfEvent });
const linkOnly = z.object({ link: LinkOfEvent });
const deletedLink = z.object({ link: LinkRef });

/** The `data` of each event. With `isThin`, `data` has ids alone. */
export const payloads = {
  'link.created': linkOnly,
  /** `changed`: the names of the changed fields. */
  'link.updated': z.object({ link: LinkOfEvent, changed: z.array(z.string()) }),
  'link.deleted': deletedLink,
  'link.expired': linkOnly,
  'link.destination_broken': linkOnly,
  'conversion.created': conversion,
  'conversion.updated': conversion,
  /** As it was last. */
  'conversion.deleted': conversion,
  'refund.created': conversion,
  /** Clicks that were stored together, in parts; `part` counts from 1. */
  'clicks.recorded': z.object({ clicks: z.array(ClickOfEvent), part: z.int(), parts: z.int() }),
  'split_test.decided': splitTest,
  'split_test.withdrawn': splitTest,
  'alert.raised': alert,
  'alert.ended': alert,
  'domain.verified': domain,
  'domain.failing': domain,
  'import.finished': z.object({ import: Import }),
  'bulk_action.finished': z.object({ bulkAction: Bulk }),
  'webhook.test': z.object({ webhook: Webhook }),
} as const satisfies Readonly<Record<EventType, z.core.$ZodType>>;

/** The body of a request to a webhook. */
export const EventBody = z.object({
  /** The event's id: `webhook-id` is `evt_` and this id. */
  id,
  type: EventType,
  /** When it happened. */
  timestamp: moment,
  apiVersion: z.literal('v1'),
  /** `data` has ids alone: the link is gone, or the body would be longer than 20 KB. */
  isThin: z.optional(z.literal(true)),
  data: z.unknown(),
});

/** What a message for people takes from a body; events with ids alone have less. */
export const MessageBody = z.object({
  type: EventType,
  data: z.partial(
    z.object({
      link: z.nullable(z.object({ title: z.nullish(z.string()), shortUrl: z.string() })),
      changed: z.array(z.string()),
      domain: z.object({ domain: z.optional(z.string()) }),
      import: z.object({ fileName: z.optional(z.string()) }),
      bulkAction: z.object({ action: z.optional(z.string()) }),
      conversion: z.object({
        eventType: z.optional(z.string()),
        value: z.optional(z.int()),
        currency: z.optional(z.string()),
      }),
      clicks: z.array(z.unknown()),
      alert: z.object({ sentence: z.optional(z.string()) }),
      splitTest: z.object({
        sentence: z.optional(z.object({ lead: z.string(), rest: z.string() })),
      }),
    }),
  ),
});
export type MessageBody = z.output<typeof MessageBody>;
