import { afterAll, beforeAll } from 'bun:test';
import { postgresTestPayments } from '#adapters/postgres/billing/test-payments';
import { stripePayments } from '#adapters/stripe/payments';
import { testPayments } from '#adapters/test-payments/provider';
import { appUrl } from '#tests/support/calls';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import {
  publishableKey,
  stripeDouble,
  stripeKey,
  webhookSecrets,
} from '#tests/support/doubles/stripe-double';
import { monthlyPrice } from '#tests/support/doubles/stripe-state';
import { memoryPayments } from '#tests/support/memory/billing/payments';
import { contractNowMs, paymentsContract } from './payments.ts';

const clock = { now: () => contractNowMs };
let database: TestDatabase;
const stripe = stripeDouble(clock.now);
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(async () => {
  await stripe.stop();
  await database.drop();
});

paymentsContract('payments in memory', () => {
  const { provider, pay } = memoryPayments(clock);
  return { payments: provider, pay: async ({ paymentId }) => pay(paymentId) };
});

paymentsContract('the test provider in Postgres', () => {
  const payments = testPayments({
    objects: postgresTestPayments(database.sql),
    clock,
    key: new Uint8Array(32).fill(9),
    newEventId: () => `evt_test_${crypto.randomUUID()}`,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  });
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2040 };
  return { payments, pay: ({ clientSecret }) => payments.cards.confirm(clientSecret, card) };
});

paymentsContract("Stripe, by a double of Stripe's API", () => ({
  payments: stripePayments({
    secretKey: stripeKey,
    publishableKey,
    webhookSecrets,
    monthlyPrice,
    appUrl,
    clock,
    apiUrl: stripe.url,
  }),
  pay: async ({ paymentId }) => stripe.deeds.pay(paymentId),
}));
