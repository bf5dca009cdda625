import { Elysia } from 'elysia';
import type { ReceivePaymentEvent } from '#core/billing/receive-payment-event';
import { notFound } from '#core/shared/refusal';

export type PaymentWebhookPorts = {
  /** The configured provider; the webhook addresses of others answer 404. */
  readonly provider: { readonly name: 'stripe' | 'test' | null };
  readonly receivePaymentEvent: ReceivePaymentEvent;
};

/** Payment providers' webhooks. The body stays exactly as the provider signed it. */
export function paymentWebhooks({ provider, receivePaymentEvent }: PaymentWebhookPorts) {
  const receive = async (name: 'stripe' | 'test', body: unknown, signature: string | null) => {
    if (provider.name !== name) throw notFound();
    await receivePaymentEvent(typeof body === 'string' ? body : '', signature ?? '');
    return { received: true };
  };

  return new Elysia({ name: 'payment-webhooks' })
    .post('/api/webhooks/stripe', ({ body, request }) =>
      receive('stripe', body, request.headers.get('stripe-signature')),
    )
    .post('/api/webhooks/test', ({ body, request }) =>
      receive('test', body, request.headers.get('test-signature')),
    );
}
