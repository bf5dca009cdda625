import { randomBytes } from 'node:crypto';
import { deriveKey } from '#adapters/embedded/app-secret';
import { type PurchaseCookie, purchaseCookie } from '#adapters/http/cookies/purchase-cookie';
import type { Sql } from '#adapters/postgres/connect';
import { postgresAccountProof } from '#adapters/postgres/billing/account-proof';
import { postgresLedger } from '#adapters/postgres/billing/ledger';
import { postgresRateLimit } from '#adapters/postgres/rate-limits';
import { postgresTestPayments } from '#adapters/postgres/billing/test-payments';
import { stripeAccount } from '#adapters/stripe/account';
import { stripePayments, type StripeOptions } from '#adapters/stripe/payments';
import { rememberShown } from '#adapters/stripe/remember-shown';
import { deliverEvents } from '#adapters/test-payments/deliver-events';
import { testPayments, type TestPayments } from '#adapters/test-payments/provider';
import type { AccountPorts } from '#core/accounts/ports';
import { alwaysEntitled, paidOrTrial, type Entitlement } from '#core/billing/entitlement';
import { maintainBilling } from '#core/billing/maintain-billing';
import type { BillingPorts, PaymentPorts } from '#core/billing/ports';
import { noPayments } from '#core/billing/no-payments';
import { ofSameAccount } from '#core/billing/same-account';
import type { Log } from '#core/shared/log';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import type { Context } from './context.ts';
import { keyedHashes, sealOf, type AppSecret } from './secrets.ts';
import { newId, sha256, systemClock as clock } from './system.ts';

type BillingParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly origins: Pick<Origins, 'appUrl'>;
  readonly log: Log;
  readonly config: Pick<Config, 'payments' | 'services'>;
};

/** How long the test provider delivers and lists its events. */
const testEventMemoryMs = 30 * dayMs;

/** For instances without payments: trials do not end. */
export function entitlementOf({ payments }: Pick<Config, 'payments'>): Entitlement {
  return payments.kind === 'off' ? alwaysEntitled : paidOrTrial;
}

/** What the use cases of billing take. */
export function billingPorts(
  parts: Pick<Context, 'paymentPorts' | 'config' | 'redirects' | 'sql'>,
  people: AccountPorts,
): BillingPorts {
  const { test, ...payments } = parts.paymentPorts;
  const perHour = (name: string) =>
    postgresRateLimit(parts.sql, people.pseudonym, { name, limit: 30, windowMs: hourMs });
  return {
    ...people,
    ...payments,
    testCards: test && test.cards,
    bans: parts.redirects.blocklist.bans,
    isEntitled: entitlementOf(parts.config),
    beginnings: perHour('payments'),
    confirmations: rateLimit({ limit: 120, windowMs: minuteMs }),
    tries: perHour('test cards'),
  };
}

/** The cookie that binds payments to the browser that began them. */
export function purchaseCookieOf({
  origins,
  secret,
}: Pick<BillingParts, 'origins' | 'secret'>): PurchaseCookie {
  return purchaseCookie(origins.appUrl, keyedHashes(secret, 'purchases'));
}

/** What the jobs of payments do; null without payments. */
export function billingWork(context: Context) {
  const { sql, secret, origins, config, port, paymentPorts } = context;
  if (config.payments.kind === 'off') return null;
  const { test, ...ports } = paymentPorts;
  const chores = test === null ? [] : [test.renewDue, forgetTestEvents(sql)];
  // The test provider's events go to our own webhook, as those of a real provider would.
  const webhook = {
    url: `http://${loopbackOf(config.host)}:${port}/api/webhooks/test`,
    host: new URL(origins.appUrl).host,
  };
  const delivery = { objects: postgresTestPayments(sql), key: testKey(secret), webhook, clock };
  return {
    maintainBilling: maintainBilling(ports, chores),
    deliverTests: test === null ? null : deliverEvents(delivery),
  };
}

function forgetTestEvents(sql: Sql): () => Promise<void> {
  const objects = postgresTestPayments(sql);
  return () => objects.forgetEvents(new Date(clock.now() - testEventMemoryMs));
}

/** What payments and the billing maintenance take; `test` is null with another provider. */
export function openPaymentPorts({
  sql,
  secret,
  origins: { appUrl },
  log,
  config: { payments: config, services },
}: BillingParts): PaymentPorts & { readonly test: TestPayments | null } {
  const test = config.kind === 'test' ? openTest(sql, secret) : null;
  const payments =
    config.kind === 'stripe'
      ? openStripe({ ...config, apiUrl: services.stripe, appUrl, clock }, { sql, log })
      : (test ?? noPayments());
  const ledger = postgresLedger(sql, { provider: payments.name, seal: sealOf(secret) });
  return { payments, test, ledger, appUrl, digest: sha256, newId, randomBytes, clock };
}

function openStripe(options: StripeOptions, { sql, log }: Pick<BillingParts, 'sql' | 'log'>) {
  const payments = ofSameAccount({
    payments: stripePayments(options),
    account: stripeAccount(options),
    proof: postgresAccountProof(sql),
    log,
    clock,
  });
  return rememberShown(payments, clock);
}

function openTest(sql: Sql, secret: AppSecret): TestPayments {
  return testPayments({
    objects: postgresTestPayments(sql),
    key: testKey(secret),
    newEventId: () => `evt_test_${crypto.randomUUID()}`,
    randomBytes,
    clock,
  });
}

/** Events are signed again at each delivery: the newest secret's key is enough. */
function testKey([newest]: AppSecret): Uint8Array {
  return deriveKey(newest, 'test payments');
}

/** The loopback address of a server that listens at `host`. */
function loopbackOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
