import type { FollowPayments } from './follow-payments.ts';
import type { Ledger } from './ledger.ts';
import type { PaymentEvent, Payments } from './payments.ts';

export type TakePaymentEventPorts = {
  readonly payments: Pick<Payments, 'readEvent'>;
  readonly ledger: Pick<Ledger, 'hasSeen'>;
  readonly follow: FollowPayments;
};

/**
 * Takes what the provider tells, once however often it is told. Refuses `malformed` what it did not
 * sign just now, and `unavailable` while it cannot be asked: then it is to tell again.
 */
export type TakePaymentEvent = (body: string, signature: string) => Promise<void>;

export function takePaymentEvent(ports: TakePaymentEventPorts): TakePaymentEvent {
  const { payments } = ports;
  return async (body, signature) => applyEvent(ports, await payments.readEvent(body, signature));
}

/** Gives an event its effect, unless it has had it. */
export async function applyEvent(
  { ledger, follow }: Pick<TakePaymentEventPorts, 'ledger' | 'follow'>,
  { id, about, isFailure }: PaymentEvent,
): Promise<void> {
  if (about === null || (await ledger.hasSeen(id))) return;
  await follow(about, { id, isFailure });
}
