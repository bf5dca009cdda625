import { Elysia } from 'elysia';
import type { TakePaymentEvent } from '#core/billing/take-payment-event';
import { notFound } from '#core/shared/refusal';

export type PaymentWebhookPorts = {
  /** The configured provider; the webhook addresses of others answer 404. */
  readonly provider: { readonly name: 'stripe' | 'test' | null };
  readonly takePaymentEvent: TakePaymentEvent;
};

/** Payment providers' webhooks. The body stays exactly as the provider signed it. */
export function paymentWebhooks({ provider, takePaymentEvent }: PaymentWebhookPorts) {
  const take = async (name: 'stripe' | 'test', body: unknown, signature: string | null) => {
    if (provider.name !== name) throw notFound();
    await takePaymentEvent(typeof body === 'string' ? body : '', signature ?? '');
    return { received: true };
  };

  return new Elysia({ name: 'payment-webhooks' })
    .post('/api/webhooks/stripe', ({ body, request }) =>
      take('stripe', body, request.headers.get('stripe-signature')),
    )
    .post('/api/webhooks/test', ({ body, request }) =>
      take('test', body, request.headers.get('test-signature')),
    );
}
