import { atom } from 'jotai';
import type { chosenTypes, EventType } from '#contract/webhooks/event-types';
import type {
  AttemptError,
  AttemptJson,
  NewWebhook,
  WebhookChanges,
  WebhookJson as Webhook,
} from '#contract/webhooks/webhooks';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { dependentKeys } from '#web/app/state/dependent-keys.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const webhooksKey = dependentKeys.webhooks;

/** The account's webhooks, the oldest first. */
export const webhooksQuery = queryAtom<readonly Webhook[]>(() => ({
  queryKey: webhooksKey,
  queryFn: () => callAll('GET /api/v1/webhooks'),
  staleTime: 0,
}));

/** Adds a webhook and returns its secret, which is shown this once. */
export const addWebhookAtom = atom(null, async (_, set, body: NewWebhook): Promise<string> => {
  const { secret } = await call('POST /api/v1/webhooks', { body });
  void set(reloadAtom, webhooksKey);
  return secret;
});

type Changed = { readonly id: string; readonly body: WebhookChanges };

export const changeWebhookAtom = atom(null, async (_, set, { id, body }: Changed) => {
  await call('PATCH /api/v1/webhooks/:id', { params: { id }, body });
  await set(reloadAtom, webhooksKey);
});

export const removeWebhookAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/webhooks/:id', { params: { id } });
  await set(reloadAtom, webhooksKey);
});

/** Replaces the secret and returns the new one. */
export const rotateSecretAtom = atom(null, async (_, set, id: string): Promise<string> => {
  const { secret } = await call('POST /api/v1/webhooks/:id/rotate', { params: { id } });
  void set(reloadAtom, webhooksKey);
  return secret;
});

export const sendTestAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('POST /api/v1/webhooks/:id/test', { params: { id } });
  await set(reloadAtom, attemptsKey(id));
});

type Resent = { readonly webhookId: string; readonly eventId: string };

/** Sends an event to the webhook once more. */
export const sendAgainAtom = atom(null, async (_, set, { webhookId, eventId }: Resent) => {
  await call('POST /api/v1/events/:id/send', { params: { id: eventId }, body: { webhookId } });
  await set(reloadAtom, attemptsKey(webhookId));
});

const attemptsKey = (id: string) => [...webhooksKey, id, 'attempts'];
/** How often the open list looks for new attempts. */
const attemptsMs = 3000;

/** A page of what was sent to a webhook, the latest first. */
export function attemptsQuery(id: string, cursor: string | null) {
  return queryAtom<{ readonly data: readonly AttemptJson[]; readonly nextCursor: string | null }>(
    () => ({
      queryKey: [...attemptsKey(id), cursor],
      queryFn: () =>
        call('GET /api/v1/webhooks/:id/attempts', {
          params: { id },
          query: { limit: '10', ...(cursor !== null && { cursor }) },
        }),
      refetchInterval: attemptsMs,
    }),
  );
}

/** One attempt, with what was sent and what was answered. */
export function attemptQuery(id: string, attemptId: string) {
  return queryAtom<{ readonly request: string; readonly answer: string }>(() => ({
    queryKey: [...webhooksKey, id, 'attempt', attemptId],
    queryFn: () =>
      call('GET /api/v1/webhooks/:id/attempts/:attemptId', { params: { id, attemptId } }),
  }));
}

/** What has to happen for an event to be sent. */
export const eventWords: Readonly<Record<(typeof chosenTypes)[number], string>> = {
  'link.created': 'Link created',
  'link.updated': 'Link changed',
  'link.deleted': 'Link deleted',
  'link.expired': 'Link expired',
  'link.destination_broken': 'Destination broken',
  'conversion.created': 'Conversion created',
  'conversion.updated': 'Conversion changed',
  'conversion.deleted': 'Conversion removed',
  'refund.created': 'Refund created',
  'clicks.recorded': 'Clicks',
  'split_test.decided': 'Split test decided',
  'split_test.withdrawn': 'Winner withdrawn',
  'alert.raised': 'Alert raised',
  'alert.ended': 'Alert ended',
  'domain.verified': 'Domain connected',
  'domain.failing': 'Domain failing',
  'import.finished': 'Import finished',
  'bulk_action.finished': 'Bulk action finished',
};

export function eventWord(type: EventType): string {
  return type === 'webhook.test' ? 'Test' : eventWords[type];
}

const errorWords: Readonly<Record<AttemptError, string>> = {
  not_public: 'Address not public',
  no_host: 'Host not found',
  no_connection: 'No connection',
  timeout: 'No answer in time',
  certificate: 'Certificate not valid',
  unclear: 'No readable answer',
};

/** The result of an attempt in a few words. */
export function resultOf({ status, error }: AttemptJson): string {
  return error === null ? `Status ${status}` : errorWords[error];
}

export function isSuccess({ status }: AttemptJson): boolean {
  return status !== null && status >= 200 && status < 300;
}
