import type { Log } from '#core/shared/log';
import { Refusal } from '#core/shared/refusal';
import { singleFlight } from '#core/shared/single-flight';
import { minuteMs, secondMs, type Clock } from '#core/shared/time';
import type { Payments } from './ports.ts';

/** How long the answer is kept to which account the keys belong. */
const keepMs = minuteMs;
/** The only key: a process has one pair of keys until its end. */
const theKeys = 'the keys';

/** What proves which account of the provider the stored payments belong to. */
export type AccountProof = {
  /** A price of that account; null while none is known. */
  find(): Promise<string | null>;
  /** Stores the price unless there is one. */
  keep(priceId: string): Promise<void>;
  /** The newest stored subscription; null when there is none. */
  newestSubscription(): Promise<string | null>;
};

/** The account of the provider that the configured keys belong to. */
export type ConfiguredAccount = {
  /** Whether its payments move real money. */
  readonly isLive: boolean;
  /** Whether the account has the price. It keeps every price that was ever used. */
  hasPrice(priceId: string): Promise<boolean>;
  /** A price of the subscription; null when the account has no such subscription. */
  priceOf(subscriptionId: string): Promise<string | null>;
};

type SameAccountPorts = {
  readonly payments: Payments;
  readonly account: ConfiguredAccount;
  readonly proof: AccountProof;
  readonly log: Pick<Log, 'error'>;
  readonly clock: Clock;
};

/**
 * Wraps the payments: every call refuses `unavailable` while the configured keys belong to another
 * provider account than the stored payments. In the other account all stored payments would be
 * missing, and Waypost would treat them as ended. The account of the stored payments is known as
 * soon as it has one of our subscriptions. Only an account with real money is remembered: an
 * account for tests may lose everything, and a live one may replace it.
 */
export function ofSameAccount(ports: SameAccountPorts): Payments {
  const { payments, proof, account, clock } = ports;
  const checks = singleFlight<boolean>({ clock, keepMs });
  let isProven = false;

  const within =
    <Given extends readonly unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await refuseOther();
      return call(...given);
    };

  return {
    ...payments,
    openPayment: within(payments.openPayment),
    readPayment: within(payments.readPayment),
    openCustomer: within(payments.openCustomer),
    openSubscription: within(payments.openSubscription),
    readSubscription: within(payments.readSubscription),
    renew: within(payments.renew),
    endSubscription: within(payments.endSubscription),
    refund: within(payments.refund),
    voidPayment: within(payments.voidPayment),
    invoices: within(payments.invoices),
    card: within(payments.card),
    cardPage: within(payments.cardPage),
    async *eventsSince(at) {
      await refuseOther();
      yield* payments.eventsSince(at);
    },
  };

  async function refuseOther(): Promise<void> {
    if (isProven || (await checks.get(theKeys, () => isSame()))) return;
    const message = 'Payments are not possible right now. Please try again later.';
    throw new Refusal('unavailable', message, { retryAfterSeconds: keepMs / secondMs });
  }

  async function isSame(): Promise<boolean> {
    const known = await proof.find();
    if (known === null) return learn();
    isProven = await account.hasPrice(known);
    if (!isProven) tellOperator(ports, known);
    return isProven;
  }

  /** Without a proof there is nothing to compare with: always true. */
  async function learn(): Promise<true> {
    const newest = account.isLive ? await proof.newestSubscription() : null;
    const priceId = newest && (await account.priceOf(newest));
    if (priceId === null) return true;
    await proof.keep(priceId);
    isProven = true;
    return true;
  }
}

function tellOperator({ log, account }: SameAccountPorts, missingPrice: string): void {
  log.error('the Stripe keys belong to another Stripe account, so payments are paused', {
    check:
      'STRIPE_SECRET_KEY must be a live key of the account with this price; if you have moved to another account for good, run bun run admin new-stripe-account',
    missingPrice,
    configuredMode: account.isLive ? 'live' : 'test',
  });
}
