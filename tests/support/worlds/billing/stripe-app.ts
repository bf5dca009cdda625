import { postgresAccountProof } from '#adapters/postgres/billing/account-proof';
import { stripeAccount } from '#adapters/stripe/account';
import { stripePayments } from '#adapters/stripe/payments';
import type { Sql } from '#adapters/postgres/connect';
import { ofSameAccount } from '#core/billing/same-account';
import { billingApp } from './billing-app.ts';
import { appUrl, call, memoryLog } from '#tests/support/calls';
import { monthlyPrice, type StripeEvent } from '#tests/support/doubles/stripe-state';
import {
  liveStripeKey,
  publishableKey,
  signedWebhook,
  stripeDouble,
  stripeKey,
  webhookSecrets,
} from '#tests/support/doubles/stripe-double';

/** Billing with a double of Stripe, which is one Stripe account in one mode. */
export function stripeApp(sql: Sql, { timeoutMs = 20_000, isLive = false } = {}) {
  const time = { nowMs: Date.UTC(2026, 5, 1) };
  const clock = { now: () => time.nowMs };
  const stripe = stripeDouble(clock.now, { isLive });
  const options = {
    secretKey: isLive ? liveStripeKey : stripeKey,
    publishableKey,
    webhookSecrets,
    monthlyPrice,
    apiUrl: stripe.url,
    appUrl,
    clock,
    timeoutMs,
  };
  const accountLog = memoryLog();
  const payments = ofSameAccount({
    payments: stripePayments(options),
    account: stripeAccount(options),
    proof: postgresAccountProof(sql),
    log: accountLog,
    clock,
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
  return { ...billing, stripe, accountLog, payments, time, deliver, deliverNew };
}
