import * as z from 'zod/mini';
import { id, moment, optionalLine } from '#contract/fields';
import { listOf, pageCursor, pageLimit, PageQuery } from '#contract/paging';
import { route } from '#contract/route';
import { chosenTypes, EventType, eventTypes } from './event-types.ts';

/** Limit of webhooks of one account. */
export const mostWebhooks = 20;
/** Limit of the ids in a webhook's choice of links. */
export const mostChosenLinks = 100;
export const longestWebhookUrl = 2048;
export const longestDescription = 200;

/**
 * The JSON that a receiver gets: our own, signed by Standard Webhooks, or a short text as Slack's and
 * Discord's incoming webhooks take it.
 */
export const webhookFormats = ['standard', 'slack', 'discord'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

const ids = z
  .array(id, 'Must be a list of ids')
  .check(
    z.minLength(1, 'Choose at least one'),
    z.maxLength(mostChosenLinks, `Choose at most ${mostChosenLinks}`),
  );

/**
 * The links whose events a webhook gets: by their ids, or all of some tags or folders. Events that
 * are not about one link are sent anyway.
 */
const ChosenLinks = z
  .object({ ids: z.optional(ids), tags: z.optional(ids), folders: z.optional(ids) })
  .check(
    z.refine(
      (chosen) => Object.values(chosen).filter((list) => list !== undefined).length === 1,
      'Send one of ids, tags and folders',
    ),
  );
export type ChosenLinks = z.output<typeof ChosenLinks>;

const url = z
  .string('Enter the address of your receiver')
  .check(
    z.trim(),
    z.minLength(1, 'Enter the address of your receiver'),
    z.maxLength(longestWebhookUrl, `Use at most ${longestWebhookUrl} characters`),
  );

const fields = {
  /** Where events are sent. */
  url,
  /** Null: all events, except clicks. */
  events: z.nullable(
    z
      .array(z.enum(chosenTypes, 'Unknown event'), 'Must be a list of events')
      .check(z.minLength(1, 'Choose at least one event')),
  ),
  links: z.nullable(ChosenLinks),
  format: z.enum(webhookFormats, `Choose one of ${webhookFormats.join(', ')}`),
  isEnabled: z.boolean('Must be true or false'),
  description: z.nullable(
    optionalLine(longestDescription, `Use at most ${longestDescription} characters`),
  ),
};

const Fields = z.object(fields);
export type WebhookFields = z.output<typeof Fields>;

/** A webhook: an address to which an account's events are sent. */
export const Webhook = z.object({
  id,
  ...fields,
  /** Why Waypost switched it off: the receiver answered 410, or failed for days; null: it did not. */
  disabledReason: z.nullable(z.enum(['gone', 'failing'])),
  disabledAt: z.nullable(moment),
  /** Since when every attempt has failed; null: the last one succeeded, or there was none. */
  failingSince: z.nullable(moment),
  /** Too many parts of clicks wait, so that new ones are left out. */
  isBehind: z.boolean(),
  /** After a rotation: until then the former secret signs too. */
  formerSecretUntil: z.nullable(moment),
  /** Raised by each change of its owner. */
  version: z.int(),
  createdAt: moment,
  updatedAt: moment,
});
export type Webhook = z.output<typeof Webhook>;
export type WebhookJson = z.input<typeof Webhook>;

/** Absent fields: all events of all links, signed, and on. */
export const NewWebhook = z.object({ ...z.partial(Fields).shape, url });
export type NewWebhook = z.output<typeof NewWebhook>;

/** Absent fields stay as they are. */
export const WebhookChanges = z.partial(z.object(fields));
export type WebhookChanges = z.output<typeof WebhookChanges>;

/** `secret`: shown this once. */
const WebhookWithSecret = z.extend(Webhook, { secret: z.string() });

/** Why an attempt has no answer. */
export const attemptErrors = [
  /** The address is not public, or one of this product. */
  'not_public',
  /** The name of its host does not exist, or has no address. */
  'no_host',
  /** The host refused or cut the connection. */
  'no_connection',
  'timeout',
  /** The certificate is not valid for the host, or expired. */
  'certificate',
  /** The answer was not HTTP, or the name could not be looked up. */
  'unclear',
] as const;
export type AttemptError = (typeof attemptErrors)[number];

/** An attempt to send an event. Either `status` or `error` is null. */
const Attempt = z.object({
  id,
  eventId: id,
  type: EventType,
  /** From 1. */
  attempt: z.int(),
  status: z.nullable(z.int()),
  error: z.nullable(z.enum(attemptErrors)),
  milliseconds: z.int(),
  /** When the event is sent again; null: it is not. */
  nextAt: z.nullable(moment),
  attemptedAt: moment,
});
export type Attempt = z.output<typeof Attempt>;
export type AttemptJson = z.input<typeof Attempt>;

/** `request`: the body that is sent now; `answer`: the first 1 KB of the receiver's answer. */
const AttemptWithBodies = z.extend(Attempt, { request: z.string(), answer: z.string() });
export type AttemptWithBodies = z.output<typeof AttemptWithBodies>;
export type AttemptWithBodiesJson = z.input<typeof AttemptWithBodies>;

/** Sends again what happened since a time, and until another. */
const Replay = z.object({
  since: moment,
  until: z.optional(moment),
  types: z.optional(
    z
      .array(z.enum(chosenTypes, 'Unknown event'), 'Must be a list of events')
      .check(z.minLength(1, 'Choose at least one event')),
  ),
  /** Only events that failed, or were dropped when the webhook was switched off. */
  onlyFailed: z.optional(z.boolean('Must be true or false')),
});
export type Replay = z.output<typeof Replay>;

/** An event of the account's log. */
const AccountEvent = z.object({
  id,
  type: EventType,
  /** The link that it is about; null: none. The link may be gone. */
  linkId: z.nullable(id),
  happenedAt: moment,
});
export type AccountEvent = z.output<typeof AccountEvent>;

const EventsQuery = z.partial(
  z.object({
    limit: pageLimit,
    cursor: pageCursor,
    type: z.enum(['', ...eventTypes], 'Unknown event'),
  }),
);

/** The oldest first. */
export const listWebhooks = route('GET /api/v1/webhooks', {
  scope: 'webhooks:read',
  query: PageQuery,
  answer: listOf(Webhook),
});
export const addWebhook = route('POST /api/v1/webhooks', {
  scope: 'webhooks:write',
  audit: 'webhook_added',
  errors: ['email_unverified', 'conflict'],
  isSecret: true,
  body: NewWebhook,
  status: 201,
  answer: WebhookWithSecret,
});
export const showWebhook = route('GET /api/v1/webhooks/:id', {
  scope: 'webhooks:read',
  answer: Webhook,
});
export const changeWebhook = route('PATCH /api/v1/webhooks/:id', {
  scope: 'webhooks:write',
  audit: 'webhook_changed',
  body: WebhookChanges,
  example: { events: ['link.created', 'conversion.created'] },
  answer: Webhook,
  errors: ['changed_meanwhile'],
});
export const removeWebhook = route('DELETE /api/v1/webhooks/:id', {
  scope: 'webhooks:write',
  audit: 'webhook_removed',
  errors: ['changed_meanwhile'],
});
export const rotateSecret = route('POST /api/v1/webhooks/:id/rotate', {
  scope: 'webhooks:write',
  audit: 'webhook_secret_rotated',
  isSecret: true,
  answer: WebhookWithSecret,
});
/** Sends a test event, also to a webhook that is off. */
export const testWebhook = route('POST /api/v1/webhooks/:id/test', {
  scope: 'webhooks:write',
  limit: 'webhooks',
  status: 202,
  answer: AccountEvent,
});
export const replayEvents = route('POST /api/v1/webhooks/:id/replay', {
  scope: 'webhooks:write',
  limit: 'webhooks',
  body: Replay,
  status: 202,
  answer: z.object({ events: z.int() }),
});
export const listAttempts = route('GET /api/v1/webhooks/:id/attempts', {
  scope: 'webhooks:read',
  query: PageQuery,
  answer: listOf(Attempt),
});
export const showAttempt = route('GET /api/v1/webhooks/:id/attempts/:attemptId', {
  scope: 'webhooks:read',
  answer: AttemptWithBodies,
});
export const listEvents = route('GET /api/v1/events', {
  scope: 'webhooks:read',
  query: EventsQuery,
  answer: listOf(AccountEvent),
});
/** `body`: what a signed request sends, as text. */
export const showEvent = route('GET /api/v1/events/:id', {
  scope: 'webhooks:read',
  answer: z.extend(AccountEvent, { body: z.string() }),
});
/** Sends the event to a webhook once more, under the same `webhook-id`. */
export const sendEvent = route('POST /api/v1/events/:id/send', {
  scope: 'webhooks:write',
  limit: 'webhooks',
  body: z.object({ webhookId: id }),
  status: 202,
  answer: AccountEvent,
});
