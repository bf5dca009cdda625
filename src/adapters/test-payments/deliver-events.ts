import { hourMs, secondMs, type Clock } from '#core/shared/time';
import type { TestObjects } from './objects.ts';
import { sign } from './signature.ts';

/** How long an event belongs to the worker that took it. */
const leaseMs = 30 * secondMs;
const answerMs = 10 * secondMs;
const firstPauseMs = secondMs;

export type DeliverEventsPorts = {
  readonly objects: Pick<TestObjects, 'takeEvent' | 'settleEvent' | 'forgetEvents'>;
  readonly key: Uint8Array;
  /** The webhook's address on this instance. */
  readonly webhook: { readonly url: string; readonly host: string };
  readonly clock: Clock;
};

/**
 * Sends every waiting event to the webhook, as a provider does: signed, one HTTP request each,
 * retried with doubled pauses until it is accepted.
 */
export function deliverEvents({ objects, key, webhook, clock }: DeliverEventsPorts) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const nowMs = clock.now();
      const taken = await objects.takeEvent(new Date(nowMs), new Date(nowMs + leaseMs));
      if (taken === null) break;

      const body = JSON.stringify(taken.event);
      const headers = {
        host: webhook.host,
        'content-type': 'application/json',
        'test-signature': sign(key, body, nowMs),
      };
      const isTaken = await fetch(webhook.url, {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      }).then(
        (answer) => answer.ok,
        () => false,
      );
      const pauseMs = Math.min(firstPauseMs * 2 ** taken.attempts, hourMs);
      await objects.settleEvent(taken.event.id, isTaken ? null : new Date(clock.now() + pauseMs));
    }
  };
}
