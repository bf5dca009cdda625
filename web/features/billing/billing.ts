import { atom } from 'jotai';
import type {
  BillingJson as Billing,
  ConfirmedPayment,
  DueSubscription,
  Offer,
  OpenPayment,
  TestCard,
} from '#contract/billing/billing';
import { call, type NewPayment, type User } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { accountAtom, reloadUserAtom } from '#web/app/state/account.ts';
import { clientAtom, reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const billingKey = ['billing'];

/** The prices, the payment provider and its public key. */
export const offerQuery = queryAtom<Offer>(() => ({
  queryKey: ['offer'],
  queryFn: () => call('GET /api/billing/offer'),
}));

/** The account's plan, card and invoices. */
export const billingQuery = queryAtom<Billing>(() => ({
  queryKey: billingKey,
  queryFn: () => call('GET /api/v1/billing'),
  staleTime: 0,
}));

const isPaidAtom = atom((get) => {
  const account = get(accountAtom);
  return account.kind === 'in' && ['active', 'lifetime'].includes(account.user.subscriptionStatus);
});

/**
 * Starts a subscription when its page opens, and asks again when the person has paid in another tab.
 * The server returns the same subscription while it is unpaid.
 */
export const newSubscriptionQuery = queryAtom<DueSubscription>((get) => ({
  queryKey: ['new-subscription', get(isPaidAtom)],
  queryFn: () => call('POST /api/create-subscription'),
  staleTime: 0,
  gcTime: 0,
}));

/**
 * Starts the lifetime payment of the signed-in person when its dialog opens. The server returns the
 * same payment while it is unpaid.
 */
export const newLifetimeQuery = queryAtom<OpenPayment>(() => ({
  queryKey: ['new-lifetime'],
  queryFn: () => call('POST /api/billing/lifetime'),
  staleTime: 0,
  gcTime: 0,
}));

/**
 * Starts the payment for a new account. A repeated call in this browser with the same email address
 * does not start a second payment.
 */
export function beginPurchase(payer: NewPayment): Promise<OpenPayment> {
  return call('POST /api/create-payment-intent', { body: payer });
}

const askAgainMs = 1000;
const patienceMs = 30_000;

/**
 * Creates the paid account. Polls every second for up to 30 seconds until the payment is confirmed.
 */
export async function openPaidAccount(paymentIntentId: string, password: string): Promise<User> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return await call('POST /api/confirm-payment', { body: { paymentIntentId, password } });
    } catch (error) {
      const isPending = error instanceof ApiError && error.code === 'payment_open';
      if (!isPending || performance.now() > giveUpAt) throw error;
      await pause();
    }
  }
}

/** Polls until the plan has `status`. Returns false after 30 seconds. */
export const awaitPlanAtom = atom(
  null,
  async (_, set, status: User['subscriptionStatus']): Promise<boolean> => {
    for (const giveUpAt = performance.now() + patienceMs; performance.now() < giveUpAt;) {
      const user = await set(reloadUserAtom);
      if (user?.subscriptionStatus === status) {
        await set(reloadAtom, billingKey);
        return true;
      }
      await pause();
    }
    return false;
  },
);

function pause(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, askAgainMs));
}

/** Resumes the subscription, or cancels it at the end of the paid period. */
export const renewSubscriptionAtom = atom(
  null,
  async (get, set, goesOn: boolean): Promise<void> => {
    const renewed = await call(goesOn ? 'POST /api/billing/resume' : 'POST /api/billing/cancel');
    get(clientAtom).setQueryData(billingKey, renewed);
    // An unpaid one ends at once, and with it the plan that the screens know of the person.
    await set(reloadUserAtom);
  },
);

/**
 * Returns the provider's page for changing the card. Null means that this app shows its own form.
 */
export async function findCardPage(): Promise<string | null> {
  const { url } = await call('POST /api/billing/card');
  return url;
}

/** Changes the card of the built-in test provider. */
export const changeTestCardAtom = atom(null, async (_, set, card: TestCard): Promise<void> => {
  await call('PUT /api/test-payments/card', { body: card });
  await set(reloadAtom, billingKey);
});

/** Pays with the built-in test provider. */
export function confirmTestCard(clientSecret: string, card: TestCard): Promise<ConfirmedPayment> {
  return call('POST /api/test-payments/confirm', { body: { clientSecret, ...card } });
}

/** Approves or refuses the second step of the built-in test provider. */
export function answerSecondStep(
  clientSecret: string,
  isApproved: boolean,
): Promise<ConfirmedPayment> {
  return call('POST /api/test-payments/authenticate', { body: { clientSecret, isApproved } });
}
