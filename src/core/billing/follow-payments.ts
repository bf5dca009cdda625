import { resetLifeMs, resetTokenBytes } from '#core/accounts/passwords/reset-password';
import { newTrialUser } from '#core/accounts/user';
import type { Digest } from '#core/accounts/sign-in/session';
import type { NewId, RandomBytes } from '#core/shared/ids';
import { write, type MailContent } from '#core/shared/mail';
import { minuteMs, type Clock } from '#core/shared/time';
import { accessAddedMail, firstPasswordMail } from './billing-mails.ts';
import type { Ledger, News, Opening, Purchase } from './ledger.ts';
import { purchaseState, subscriptionState, type PaymentEvent, type Payments } from './payments.ts';

/** How long the browser that paid may set the password itself before a mail offers to do it. */
const graceMs = 2 * minuteMs;

export type FollowPaymentsPorts = {
  readonly payments: Pick<Payments, 'readPayment' | 'readSubscription'>;
  readonly ledger: Pick<
    Ledger,
    'nextReading' | 'findPurchase' | 'findSubscription' | 'settlePurchase' | 'settleSubscription'
  >;
  /** The application's public address, from the configuration. */
  readonly appUrl: string;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

type About = NonNullable<PaymentEvent['about']>;
type Event = News['event'];

/**
 * Updates a stored payment or subscription to the provider's current state, with all consequences:
 * the plan, the account. It always reads from the provider, so events may come in any order, late,
 * twice, or forged. A payment that is not ours changes nothing.
 */
export type FollowPayments = (about: About, event: Event) => Promise<void>;

export function followPayments(ports: FollowPaymentsPorts): FollowPayments {
  const { payments, ledger, clock } = ports;

  return ({ kind, id }, event) =>
    kind === 'payment' ? followPayment(id, event) : followSubscription(id, event);

  async function followPayment(paymentId: string, event: Event): Promise<void> {
    const reading = await ledger.nextReading();
    const read = await payments.readPayment(paymentId);
    const kept = await ledger.findPurchase(paymentId);
    const at = new Date(clock.now());
    // An open purchase that the provider does not know was never paid and can no longer be paid.
    if (read === null && kept?.state !== 'open') return;
    if (read === null) {
      const news = { event, reading, at, state: 'void', opening: null } as const;
      return ledger.settlePurchase(paymentId, news);
    }
    if (read.subscriptionId !== null) return followSubscription(read.subscriptionId, event);

    const state = purchaseState(read);
    const opening = openingFor(ports, kept, at);
    await ledger.settlePurchase(paymentId, { event, reading, at, state, opening });
  }

  /** The provider's account may have subscriptions of something else, of any shape. */
  async function followSubscription(subscriptionId: string, event: Event): Promise<void> {
    const kept = await ledger.findSubscription(subscriptionId);
    if (kept === null) return;
    const reading = await ledger.nextReading();
    const read = await payments.readSubscription(subscriptionId);
    const at = new Date(clock.now());
    // Nobody pays for a subscription that the provider does not know.
    if (read === null) {
      const state = kept.state === 'open' || kept.state === 'void' ? 'void' : 'ended';
      const { currentPeriodEnd, endsThen, price } = kept;
      return ledger.settleSubscription(subscriptionId, {
        event,
        reading,
        at,
        state,
        endsThen,
        price,
        currentPeriodEnd: currentPeriodEnd ?? at,
      });
    }

    await ledger.settleSubscription(subscriptionId, {
      event,
      reading,
      at,
      state: subscriptionState(read),
      currentPeriodEnd: read.currentPeriodEnd,
      endsThen: read.endsThen,
      price: read.price,
    });
  }
}

/** The account to open if the payment turns out to be paid; null when none is needed. */
function openingFor(
  { appUrl, digest, newId, randomBytes }: FollowPaymentsPorts,
  purchase: Purchase | null,
  at: Date,
): Opening | null {
  if (purchase === null || purchase.userId !== null || purchase.payer === null) return null;
  const { id, payer } = purchase;
  const token = randomBytes(resetTokenBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
  const { email, firstName, lastName } = payer;
  const newcomer = { id: newId(at.getTime()), email, firstName, lastName, createdAt: at };
  const user = newTrialUser(newcomer);
  const later = new Date(at.getTime() + graceMs);
  const expiresAt = new Date(later.getTime() + resetLifeMs);
  const mail = (content: MailContent, event: string, createdAt: Date) => ({
    ...write(content),
    id: newId(at.getTime()),
    eventKey: `${event} ${id}`,
    to: payer.email,
    createdAt,
    givesUpAt: expiresAt,
  });

  return {
    user,
    reset: { tokenDigest: digest(token), userId: user.id, createdAt: at, expiresAt },
    welcome: mail(
      firstPasswordMail({
        setUrl: `${appUrl}/reset-password?token=${token}`,
        forgotUrl: `${appUrl}/forgot-password`,
      }),
      firstPasswordEvent,
      later,
    ),
    added: mail(accessAddedMail(`${appUrl}/login`), 'access added', at),
  };
}

/** With the purchase's id: the event key of the mail that offers to set a first password. */
export const firstPasswordEvent = 'first password';
