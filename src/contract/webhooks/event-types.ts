import * as z from 'zod/mini';

/** What can happen in an account, as its webhooks name it. */
export const eventTypes = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.expired',
  'link.destination_broken',
  'conversion.created',
  'conversion.updated',
  'conversion.deleted',
  'refund.created',
  'clicks.recorded',
  'split_test.decided',
  'split_test.withdrawn',
  'alert.raised',
  'alert.ended',
  'domain.verified',
  'domain.failing',
  'import.finished',
  'bulk_action.finished',
  'webhook.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The types that a webhook can choose: it gets tests anyway. */
export const chosenTypes = eventTypes.filter((type) => type !== 'webhook.test');

/** The types that say what happened to a conversion. */
export const conversionTypes = [
  'conversion.created',
  'conversion.updated',
  'conversion.deleted',
  'refund.created',
] as const satisfies readonly EventType[];

export const EventType = z.enum(eventTypes, 'Unknown event');
