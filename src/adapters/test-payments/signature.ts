import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PaymentEvent } from '#core/billing/ports';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';

/** Maximum difference between a signature's time and now, in both directions. */
const windowSeconds = 300;

const event = z.object({
  id: z.string(),
  about: z.object({ kind: z.enum(['payment', 'subscription']), id: z.string() }).nullable(),
  isFailure: z.boolean(),
});

/** The signature header of an event: its time, and the keyed hash of the time and the body. */
export function sign(key: Uint8Array, body: string, nowMs: number): string {
  const signedAt = Math.floor(nowMs / secondMs);
  return `t=${signedAt},v1=${keyedHash(key, `${signedAt}.${body}`).toString('hex')}`;
}

/** The event of a body; refuses `malformed` unless it was signed recently with this key. */
export function openSigned(
  key: Uint8Array,
  { body, signature, nowMs }: { body: string; signature: string; nowMs: number },
): PaymentEvent {
  const [, signedAt = '', given = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(signature) ?? [];
  const wanted = keyedHash(key, `${signedAt}.${body}`);
  const isSigned = given !== '' && timingSafeEqual(Buffer.from(given, 'hex'), wanted);
  const isNow = Math.abs(Number(signedAt) - nowMs / secondMs) <= windowSeconds;
  if (!isSigned || !isNow) {
    throw new Refusal('malformed', 'The signature of this event is not valid');
  }
  return event.parse(JSON.parse(body));
}

function keyedHash(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
