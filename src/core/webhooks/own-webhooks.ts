import type { NewWebhook, Replay, Webhook, WebhookChanges } from '#contract/webhooks/webhooks';
import { mostWebhooks } from '#contract/webhooks/webhooks';
import type { DeepReadonly } from '#contract/route';
import type { User } from '#core/accounts/user';
import { accountFull, emailUnverified, invalid, notFound, Refusal } from '#core/shared/refusal';
import { dayMs } from '#core/shared/time';
import type { StoredEvent, WebhookPorts } from './ports.ts';
import { newSecret } from './sign.ts';

/** How long a replaced secret still signs. */
const formerSecretMs = dayMs;

/** A webhook with its secret, which is shown this once. */
export type WebhookWithSecret = Webhook & { readonly secret: string };

/** Adds a webhook. Refuses `invalid`, `email_unverified`, and `conflict` when the account is full. */
export async function addWebhook(
  ports: WebhookPorts,
  user: Pick<User, 'id' | 'verified'>,
  input: DeepReadonly<NewWebhook>,
): Promise<WebhookWithSecret> {
  if (!user.verified) throw emailUnverified('add webhooks');
  const nowMs = ports.clock.now();
  const secret = newSecret(ports.randomBytes);
  const added = await ports.webhooks.add(
    {
      id: ports.newId(nowMs),
      userId: user.id,
      url: readUrl(ports, input.url),
      events: input.events ?? null,
      links: input.links ?? null,
      format: input.format ?? 'standard',
      isEnabled: input.isEnabled ?? true,
      description: input.description || null,
      secret,
      createdAt: new Date(nowMs),
    },
    mostWebhooks,
  );
  if (added === null) throw accountFull(mostWebhooks, 'webhooks');
  return { ...added, secret };
}

type Which = { readonly userId: string; readonly webhookId: string };
/** With `version` only the version that the caller has seen. */
type Seen = Which & { readonly version?: number | undefined };

/** The account's webhook. Refuses `not_found`. */
export async function getWebhook(
  { webhooks }: Pick<WebhookPorts, 'webhooks'>,
  { userId, webhookId }: Which,
): Promise<Webhook> {
  const webhook = await webhooks.find(userId, webhookId);
  if (webhook === null) throw notFound();
  return webhook;
}

/** Changes a webhook. Refuses `invalid`, `not_found` and `changed_meanwhile`. */
export async function changeWebhook(
  ports: WebhookPorts,
  { userId, webhookId, version }: Seen,
  changes: DeepReadonly<WebhookChanges>,
): Promise<Webhook> {
  const { url, description } = changes;
  const changed = await ports.webhooks.change(userId, webhookId, {
    ...changes,
    ...(url !== undefined && { url: readUrl(ports, url) }),
    ...(description !== undefined && { description: description || null }),
    at: new Date(ports.clock.now()),
    version,
  });
  return changed ?? refuseUnseen(ports, { userId, webhookId });
}

/** Removes a webhook. Refuses `not_found` and `changed_meanwhile`. */
export async function removeWebhook(
  ports: Pick<WebhookPorts, 'webhooks'>,
  { userId, webhookId, version }: Seen,
): Promise<void> {
  if (await ports.webhooks.remove(userId, webhookId, version)) return;
  await refuseUnseen(ports, { userId, webhookId });
}

/** Refuses `not_found`, and `changed_meanwhile` for one that is there in another version. */
async function refuseUnseen(ports: Pick<WebhookPorts, 'webhooks'>, which: Which): Promise<never> {
  const { version } = await getWebhook(ports, which);
  const message = 'This webhook has changed since you read it';
  throw new Refusal('changed_meanwhile', message, { facts: { version } });
}

/** Replaces the secret. Both sign for a day, so that no receiver has to change at that moment. */
export async function rotateSecret(
  { webhooks, randomBytes, clock }: WebhookPorts,
  { userId, webhookId }: Which,
): Promise<WebhookWithSecret> {
  const nowMs = clock.now();
  const secret = newSecret(randomBytes);
  const formerUntil = new Date(nowMs + formerSecretMs);
  const at = new Date(nowMs);
  const rotated = await webhooks.rotate(userId, webhookId, { secret, formerUntil, at });
  if (rotated === null) throw notFound();
  return { ...rotated, secret };
}

/** Sends a test event to the webhook. Refuses `not_found`. */
export async function testWebhook(ports: WebhookPorts, which: Which): Promise<StoredEvent> {
  const { id } = await getWebhook(ports, which);
  const at = new Date(ports.clock.now());
  return ports.events.recordTest({ id, userId: which.userId }, at);
}

/** Events that one call sends again. */
export const mostReplayed = 50_000;

/**
 * Sends the events of a time to the webhook again; returns how many. Refuses `not_found`, and `invalid`
 * for one that is off or a time with more than `mostReplayed` events.
 */
export async function replayEvents(
  ports: WebhookPorts,
  which: Which,
  replay: Replay,
): Promise<number> {
  const { id } = await getOn(ports, which);
  const at = new Date(ports.clock.now());
  const count = await ports.deliveries.replay({ id, userId: which.userId }, { ...replay, at });
  if (count <= mostReplayed) return count;
  const most = mostReplayed.toLocaleString('en-US');
  throw invalid({ path: 'since', message: `More than ${most} events match: send a shorter time` });
}

/** Sends one event to a webhook again. Refuses `not_found`, and `invalid` for one that is off. */
export async function sendEvent(
  ports: WebhookPorts,
  { userId, eventId, webhookId }: Which & { readonly eventId: string },
): Promise<StoredEvent> {
  const event = await ports.events.find(userId, eventId);
  if (event === null) throw notFound();
  const { id } = await getOn(ports, { userId, webhookId });
  await ports.deliveries.sendAgain(id, eventId, new Date(ports.clock.now()));
  return event;
}

async function getOn(ports: WebhookPorts, which: Which): Promise<Webhook> {
  const webhook = await getWebhook(ports, which);
  if (!webhook.isEnabled) {
    throw invalid({ path: 'isEnabled', message: 'Switch the webhook on first' });
  }
  return webhook;
}

/** The stored form of a receiver's address. Which address its name has is checked at each attempt. */
function readUrl({ isOwn }: Pick<WebhookPorts, 'isOwn'>, typed: string): string {
  const url = URL.parse(typed);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid({ path: 'url', message: 'Enter an address that begins with https://' });
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid({ path: 'url', message: 'The address cannot contain a user name or password' });
  }
  if (isOwn(url)) {
    throw invalid({ path: 'url', message: 'Enter an address of another service' });
  }
  url.hash = '';
  return url.href;
}
