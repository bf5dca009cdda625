import { atom } from 'jotai';
import {
  api,
  ask,
  type Billing,
  type ConfirmedPayment,
  type NewPayment,
  type Offer,
  type OpenPayment,
  type TypedCard,
  type User,
} from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { newUuid } from '#web/uuid.ts';
import { reloadUserAtom } from '#web/features/account/account.ts';
import { clientAtom, reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const billingKey = ['billing'];

/** What may be bought here, and how a card is confirmed. */
export const offerQuery = queryAtom<Offer>(() => ({
  queryKey: ['offer'],
  queryFn: () => ask(api.billing.offer.get()),
}));

/** What the person has bought. */
export const billingQuery = queryAtom<Billing>(() => ({
  queryKey: billingKey,
  queryFn: () => ask(api.billing.get()),
  staleTime: 0,
}));

/** The subscription that opening its page begins; asked again it is the same while it is unpaid. */
export const newSubscriptionQuery = queryAtom<OpenPayment>(() => ({
  queryKey: ['new-subscription'],
  queryFn: () => ask(api['create-subscription'].post()),
  staleTime: 0,
  gcTime: 0,
}));

const attemptKey = 'waypost.purchase';

/** Begins to pay for an account to come. The tab's attempt keeps its name, so that it pays once. */
export async function beginPurchase(payer: Omit<NewPayment, 'attemptId'>): Promise<OpenPayment> {
  const attemptId = sessionStorage.getItem(attemptKey) ?? newUuid();
  sessionStorage.setItem(attemptKey, attemptId);
  return ask(api['create-payment-intent'].post({ ...payer, attemptId }));
}

const askAgainMs = 1000;
const patienceMs = 30_000;

/** Opens the account that a payment has paid for, as soon as the provider says that it is paid. */
export async function openPaidAccount(paymentIntentId: string, password: string): Promise<User> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      const user = await ask(api['confirm-payment'].post({ paymentIntentId, password }));
      sessionStorage.removeItem(attemptKey);
      return user;
    } catch (error) {
      const isPending = error instanceof ApiError && error.code === 'payment_open';
      if (!isPending || performance.now() > giveUpAt) throw error;
      await pause();
    }
  }
}

/** Begins a payment for the signed-in person's lifetime access. */
export function beginLifetime(): Promise<OpenPayment> {
  return ask(api.billing.lifetime.post());
}

/** Waits until the plan has become `status`; false when that takes too long to wait for. */
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

/** Lets the subscription end, or go on, after the period that is paid. */
export const renewSubscriptionAtom = atom(null, async (get, _, goesOn: boolean): Promise<void> => {
  const call = goesOn ? api.billing.resume.post() : api.billing.cancel.post();
  get(clientAtom).setQueryData(billingKey, await ask(call));
});

/** Where another card is given; null when this page asks for it. */
export async function findCardPage(): Promise<string | null> {
  const { url } = await ask(api.billing.card.post());
  return url;
}

/** Gives the built-in provider another card. */
export const changeTestCardAtom = atom(null, async (_, set, card: TypedCard): Promise<void> => {
  await ask(api['test-payments'].card.put(card));
  await set(reloadAtom, billingKey);
});

/** Pays with the built-in provider. */
export function confirmTestCard(clientSecret: string, card: TypedCard): Promise<ConfirmedPayment> {
  return ask(api['test-payments'].confirm.post({ clientSecret, ...card }));
}

/** Answers the built-in provider's second step. */
export function answerSecondStep(
  clientSecret: string,
  isApproved: boolean,
): Promise<ConfirmedPayment> {
  return ask(api['test-payments'].authenticate.post({ clientSecret, isApproved }));
}
