import { resetLifeMs, resetTokenBytes } from '#core/accounts/passwords/password-reset';
import { newTrialUser } from '#core/accounts/trial-user';
import type { Digest } from '#core/accounts/sign-in/session';
import type { NewId, RandomBytes } from '#core/shared/ids';
import { write, type MailContent } from '#core/shared/mail';
import { minuteMs, type Clock } from '#core/shared/time';
import { accessAddedMail, firstPasswordMail } from './billing-mails.ts';
import type { Ledger, News, Opening, Purchase } from './ledger.ts';
import { purchaseState, subscriptionState, type PaymentEvent, type Payments } from './payments.ts';

/** So long the browser that paid has to set the password itself before a mail offers to. */
const graceMs = 2 * minuteMs;

export type FollowPaymentsPorts = {
  readonly payments: Pick<Payments, 'monthlyPriceId' | 'readPayment' | 'readSubscription'>;
  readonly ledger: Pick<
    Ledger,
    'nextReading' | 'findPurchase' | 'settlePurchase' | 'settleSubscription'
  >;
  /** Where the application is reached, from the configuration. */
  readonly appUrl: string;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

type About = NonNullable<PaymentEvent['about']>;
type Event = News['event'];

/**
 * Brings what is remembered of a payment or subscription to what the provider says of it now, with
 * all that follows: the plan, the account. Asks the provider anew whatever the news said, so that
 * news may come in any order, late, twice, or made up. What is not ours changes nothing.
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
    // What was never paid and the provider does not know can no longer be paid.
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

  async function followSubscription(subscriptionId: string, event: Event): Promise<void> {
    const reading = await ledger.nextReading();
    const read = await payments.readSubscription(subscriptionId);
    if (read === null) return;

    await ledger.settleSubscription(subscriptionId, {
      event,
      reading,
      at: new Date(clock.now()),
      state: subscriptionState(read, payments.monthlyPriceId),
      currentPeriodEnd: read.currentPeriodEnd,
      endsThen: read.endsThen,
    });
  }
}

/** The account that a payment opens when it turns out to be paid; null when there is no need. */
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

/** With the purchase's id, the event of the mail that offers to set a first password. */
export const firstPasswordEvent = 'first password';
