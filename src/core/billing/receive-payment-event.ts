import type { FollowPayments } from './follow-payments.ts';
import type { Ledger } from './ledger.ts';
import type { PaymentEvent, Payments } from './payments.ts';

export type ReceivePaymentEventPorts = {
  readonly payments: Pick<Payments, 'readEvent'>;
  readonly ledger: Pick<Ledger, 'hasSeen'>;
  readonly follow: FollowPayments;
};

/**
 * Applies a provider's event once, also when it is delivered several times. Refuses `malformed`
 * unless the provider signed it within the last minutes, and `unavailable` while the provider
 * cannot be asked: then the provider delivers it again.
 */
export type ReceivePaymentEvent = (body: string, signature: string) => Promise<void>;

export function receivePaymentEvent(ports: ReceivePaymentEventPorts): ReceivePaymentEvent {
  const { payments } = ports;
  return async (body, signature) => applyEvent(ports, await payments.readEvent(body, signature));
}

/** Applies an event, unless it was already applied. */
export async function applyEvent(
  { ledger, follow }: Pick<ReceivePaymentEventPorts, 'ledger' | 'follow'>,
  { id, about, isFailure }: PaymentEvent,
): Promise<void> {
  if (about === null || (await ledger.hasSeen(id))) return;
  await follow(about, { id, isFailure });
}
