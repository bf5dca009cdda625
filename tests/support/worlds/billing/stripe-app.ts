import { stripePayments } from '#adapters/stripe/payments';
import type { Sql } from '#adapters/postgres/connect';
import { billingApp } from './billing-app.ts';
import { appUrl, call } from '#tests/support/calls';
import { monthlyPrice, type StripeEvent } from '#tests/support/doubles/stripe-state';
import {
  publishableKey,
  signedWebhook,
  stripeDouble,
  stripeKey,
  webhookSecrets,
} from '#tests/support/doubles/stripe-double';

/** Billing with a double of Stripe. */
export function stripeApp(sql: Sql, { timeoutMs = 20_000 } = {}) {
  const time = { nowMs: Date.UTC(2026, 5, 1) };
  const stripe = stripeDouble(() => time.nowMs);
  const payments = stripePayments({
    secretKey: stripeKey,
    publishableKey: publishableKey,
    webhookSecrets,
    monthlyPrice,
    apiUrl: stripe.url,
    appUrl,
    clock: { now: () => time.nowMs },
    timeoutMs,
  });
  const billing = billingApp(sql, { payments, time });

  /** Delivers an event as Stripe does. */
  const deliver = (event: StripeEvent) => {
    const { body, signature } = signedWebhook(event, { atMs: time.nowMs });
    const headers = { 'stripe-signature': signature };
    return call(billing.app, '/api/webhooks/stripe', { json: body, headers });
  };
  let delivered = 0;
  /** Delivers all events since the last call, in order. */
  const deliverNew = async () => {
    const news = stripe.state.events.slice(delivered);
    delivered = stripe.state.events.length;
    for (const event of news) await deliver(event);
  };
  return { ...billing, stripe, payments, time, deliver, deliverNew };
}
