import { faultFields, type Log } from '#core/shared/log';
import { withTimeLimit } from '#core/shared/limits/time-limit';
import type { NewId } from '#core/shared/ids';
import { type Clock, secondMs } from '#core/shared/time';
import { bodyOf, type Writing } from './body.ts';
import { sentText } from './message.ts';
import type { ClaimedDelivery, Deliveries, Post, Reply } from './ports.ts';
import { mostAttempts, nextAttemptMs, retryAfterMs } from './schedule.ts';
import { type Hmac, signatures } from './sign.ts';

/** Deliveries, what their bodies are written from, and what sends them. */
export type Sender = Writing & {
  readonly deliveries: Pick<Deliveries, 'claim' | 'settle' | 'postpone'>;
  readonly hmac: Hmac;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly post: Post;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
  readonly log: Log;
};

/** Requests that this instance has open at once. */
const atOnce = 50;
const limits = { perWebhook: 5, perSecond: 10, leaseMs: 60 * secondMs } as const;

/** How long open requests may take when Waypost stops. */
const patienceMs = 10 * secondMs;
/** How often new deliveries are looked for while requests are open. */
const pollMs = secondMs / 2;

/**
 * Sends what is due until nothing is, or the signal is aborted; then it waits at most 10 s for
 * the requests that are open. It gives back what it has claimed and not begun, so that another
 * instance sends it at once. A delivery that fails here, because a store is away, is sent a minute later
 * and holds back no others.
 */
export async function deliverDue(ports: Sender, signal: AbortSignal): Promise<void> {
  const open = new Set<Promise<void>>();
  let loggedMs = Number.NEGATIVE_INFINITY;
  try {
    while (!signal.aborted) {
      const at = new Date(ports.clock.now());
      const claimed = await ports.deliveries.claim(at, { ...limits, most: atOnce - open.size });
      if (signal.aborted) {
        await Promise.all(claimed.map((delivery) => ports.deliveries.postpone(delivery, at)));
        return;
      }
      for (const delivery of claimed) start(delivery);
      if (claimed.length === 0 && open.size === 0) return;
      if (claimed.length === 0 || open.size >= atOnce) {
        await withTimeLimit(pollMs, Promise.race(open), () => undefined);
      }
    }
  } finally {
    await withTimeLimit(patienceMs, Promise.all(open), () => undefined);
  }

  function start(delivery: ClaimedDelivery): void {
    const sending = deliver(ports, delivery)
      .catch((error: unknown) => postpone(delivery, error))
      .catch(logFailure)
      .finally(() => open.delete(sending));
    open.add(sending);
  }

  async function postpone(delivery: ClaimedDelivery, error: unknown): Promise<void> {
    logFailure(error);
    const dueAt = new Date(ports.clock.now() + limits.leaseMs);
    await ports.deliveries.postpone(delivery, dueAt);
  }

  /** At most once a second: while a store is away, everything fails. */
  function logFailure(error: unknown): void {
    const nowMs = ports.monotonic();
    if (nowMs - loggedMs < secondMs) return;
    loggedMs = nowMs;
    ports.log.warn('a webhook was not sent', faultFields(error));
  }
}

/** Sends a claimed delivery once, and records what the receiver answered. */
export async function deliver(ports: Sender, delivery: ClaimedDelivery): Promise<void> {
  const { clock, monotonic, deliveries, newId } = ports;
  const body = sentText(await bodyOf(ports, delivery.event), delivery.webhook.format);
  const sentMs = clock.now();
  const startMs = monotonic();
  const reply = await ports.post(requestOf(ports, delivery, { body, sentMs }));
  const milliseconds = Math.round(monotonic() - startMs);
  const attempt = { id: newId(sentMs), milliseconds, at: new Date(sentMs) };
  await deliveries.settle(delivery, { ...attempt, ...resultOf(ports, delivery, reply) });
}

function requestOf(
  { hmac }: Sender,
  { event, webhook }: ClaimedDelivery,
  { body, sentMs }: { readonly body: string; readonly sentMs: number },
) {
  const id = `evt_${event.id}`;
  const seconds = Math.floor(sentMs / secondMs);
  return {
    url: new URL(webhook.url),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures(hmac, webhook.secrets(), { id, seconds, body }),
    },
    body,
  };
}

const gone = 410;
/** The statuses whose `Retry-After` counts: too many requests, and unavailable. */
const askingForTime = [429, 503];

function resultOf(ports: Sender, { attempts: before }: ClaimedDelivery, reply: Reply) {
  const attempts = before + 1;
  if (reply.kind !== 'answered') {
    const nextAt = later(ports, attempts, null);
    return { status: null, error: reply.kind, answer: '', isSuccess: false, nextAt, isGone: false };
  }
  const { status, text: answer } = reply;
  const isSuccess = status >= 200 && status < 300;
  const isGone = status === gone;
  const retryAfter = askingForTime.includes(status) ? reply.retryAfter : null;
  const nextAt = isSuccess || isGone ? null : later(ports, attempts, retryAfter);
  return { status, error: null, answer, isSuccess, nextAt, isGone };
}

function later(
  { clock, random }: Sender,
  attempts: number,
  retryAfter: string | null,
): Date | null {
  if (attempts >= mostAttempts) return null;
  const atMs = clock.now();
  const askedMs = retryAfterMs(retryAfter, atMs);
  const nextMs = nextAttemptMs({ attempts, atMs, random: random(), askedMs });
  return nextMs === null ? null : new Date(nextMs);
}
