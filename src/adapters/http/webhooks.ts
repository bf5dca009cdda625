import * as z from 'zod/mini';
import { id } from '#contract/fields';
import type { PageQuery } from '#contract/paging';
import * as contract from '#contract/webhooks/webhooks';
import type { Webhook } from '#contract/webhooks/webhooks';
import {
  addWebhook,
  changeWebhook,
  getWebhook,
  removeWebhook,
  replayEvents,
  rotateSecret,
  sendEvent,
  testWebhook,
} from '#core/webhooks/own-webhooks';
import { bodyNow } from '#core/webhooks/body';
import { sentText } from '#core/webhooks/message';
import type { TimePosition, WebhookPorts } from '#core/webhooks/ports';
import type { Paged, PageFrom, Paging } from '#core/shared/page';
import { notFound } from '#core/shared/refusal';
import { type Mountable, on } from './frame/on.ts';
import { seenVersion, versionTag } from '#adapters/http/frame/seen-version';
import type { AnswerHeaders } from './sign-in/keyed.ts';
import {
  cursorsOf,
  epochMs,
  foreignCursor,
  pagingOf,
  readCursor,
  writeCursor,
} from './paging/cursor.ts';
import { byId, pageOfList } from './paging/page-of-list.ts';

/** An account's webhooks, what was sent to them, and the log of its events. */
export function webhookRoutes(ports: WebhookPorts): Mountable[] {
  const { webhooks, events, deliveries } = ports;
  return [
    on(contract.listWebhooks, async ({ caller, query }) =>
      pageOfList(await webhooks.of(caller.id), query, { name: 'webhooks', positionOf: byId }),
    ),
    on(contract.addWebhook, async ({ caller, body, headers }) =>
      tagged(headers, await addWebhook(ports, caller, body)),
    ),
    on(contract.showWebhook, async ({ caller, params, headers }) =>
      tagged(headers, await getWebhook(ports, which(caller, params))),
    ),
    on(contract.changeWebhook, async ({ caller, params, body, request, headers }) => {
      const seen = { ...which(caller, params), version: seenVersion(request) };
      return tagged(headers, await changeWebhook(ports, seen, body));
    }),
    on(contract.removeWebhook, ({ caller, params, request }) =>
      removeWebhook(ports, { ...which(caller, params), version: seenVersion(request) }),
    ),
    on(contract.rotateSecret, async ({ caller, params, headers }) =>
      tagged(headers, await rotateSecret(ports, which(caller, params))),
    ),
    on(contract.testWebhook, ({ caller, params }) => testWebhook(ports, which(caller, params))),
    on(contract.replayEvents, async ({ caller, params, body }) => ({
      events: await replayEvents(ports, which(caller, params), body),
    })),
    on(contract.listAttempts, async ({ caller, params, query }) => {
      await getWebhook(ports, which(caller, params));
      const kind = `attempts ${params.id}`;
      return pageJson(await deliveries.attempts(caller.id, params.id, paging(query, kind)), kind);
    }),
    on(contract.showAttempt, async ({ caller, params }) => {
      const attempt = await deliveries.attempt(caller.id, params.id, params.attemptId);
      if (attempt === null) throw notFound();
      const event = await events.find(caller.id, attempt.eventId);
      if (event === null) throw notFound();
      return { ...attempt, request: sentText(await bodyNow(ports, event), attempt.format) };
    }),
    on(contract.listEvents, async ({ caller, query }) => {
      const type = query.type || null;
      const kind = `events ${type}`;
      return pageJson(await events.page(caller.id, { ...paging(query, kind), type }), kind);
    }),
    on(contract.showEvent, async ({ caller, params }) => {
      const event = await events.find(caller.id, params.id);
      if (event === null) throw notFound();
      return { ...event, body: await bodyNow(ports, event) };
    }),
    on(contract.sendEvent, ({ caller, params, body }) =>
      sendEvent(ports, { userId: caller.id, eventId: params.id, webhookId: body.webhookId }),
    ),
  ];
}

/** A webhook, with its version as the answer's tag. */
function tagged<Shown extends Webhook>(headers: AnswerHeaders, webhook: Shown): Shown {
  Object.assign(headers, versionTag(webhook));
  return webhook;
}

function which(caller: { readonly id: string }, params: { readonly id: string }) {
  return { userId: caller.id, webhookId: params.id };
}

/** `kind` names the list and its filter, so that a cursor of another list is refused. */
function paging(query: PageQuery, kind: string): Paging<TimePosition> {
  return pagingOf(query, (cursor) => placeOf(cursor, kind));
}

const cursorParts = z.tuple([z.string(), z.enum(['after', 'before']), epochMs, id]);

function placeOf(cursor: string, kind: string): PageFrom<TimePosition> {
  const [itsKind, side, atMs, itsId] = readCursor(cursorParts, cursor, 'cursor');
  if (itsKind !== kind) throw foreignCursor('cursor');
  return { side, position: { atMs, id: itsId } };
}

/** Counting a log would cost more than its page. */
function pageJson<Item>(page: Paged<Item, TimePosition>, kind: string) {
  const { next, previous } = cursorsOf(page, ({ side, position }) =>
    writeCursor([kind, side, position.atMs, position.id]),
  );
  return { data: page.items, nextCursor: next, previousCursor: previous, count: null };
}
