import * as contract from '#contract/billing/billing';
import { receivePaymentEvent } from '#core/billing/follow-payments';
import type { BillingPorts } from '#core/billing/ports';
import { notFound } from '#core/shared/refusal';
import { readJsonText } from '#adapters/http/frame/json-body';
import { type Mountable, on } from '#adapters/http/frame/on';

/**
 * Payment providers' webhooks. The body stays exactly as the provider signed it. The addresses of
 * other providers than the configured one answer 404.
 */
export function paymentWebhooks(ports: BillingPorts): Mountable[] {
  const receive = async (name: 'stripe' | 'test', request: Request) => {
    const body = await readJsonText(request);
    if (ports.payments.name !== name) throw notFound();
    await receivePaymentEvent(ports, body, request.headers.get(`${name}-signature`) ?? '');
    return { received: true };
  };

  return [
    on(contract.receiveStripeEvent, ({ request }) => receive('stripe', request)),
    on(contract.receiveTestEvent, ({ request }) => receive('test', request)),
  ];
}
