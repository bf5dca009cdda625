import * as contract from '#contract/billing';
import type { ReceivePaymentEvent } from '#core/billing/receive-payment-event';
import { notFound } from '#core/shared/refusal';
import { readJsonText } from '#adapters/http/frame/json-body';
import { type Mountable, on } from '#adapters/http/frame/on';

export type PaymentWebhookPorts = {
  /** The configured provider; the webhook addresses of others answer 404. */
  readonly provider: { readonly name: 'stripe' | 'test' | null };
  readonly receivePaymentEvent: ReceivePaymentEvent;
};

/** Payment providers' webhooks. The body stays exactly as the provider signed it. */
export function paymentWebhooks({
  provider,
  receivePaymentEvent,
}: PaymentWebhookPorts): Mountable[] {
  const receive = async (name: 'stripe' | 'test', request: Request) => {
    const body = await readJsonText(request);
    if (provider.name !== name) throw notFound();
    await receivePaymentEvent(body, request.headers.get(`${name}-signature`) ?? '');
    return { received: true };
  };

  return [
    on(contract.receiveStripeEvent, ({ request }) => receive('stripe', request)),
    on(contract.receiveTestEvent, ({ request }) => receive('test', request)),
  ];
}
