import { resetLifeMs, resetTokenBytes } from '#core/accounts/passwords/reset-password';
import { newTrialUser } from '#core/accounts/user';
import { type MailContent, write } from '#core/shared/mail';
import { greetingWithoutName } from '#core/shared/mail-name';
import { minuteMs } from '#core/shared/time';
import type { News, Opening, Purchase } from './ledger.ts';
import { purchaseState, subscriptionState } from './plan.ts';
import type { PaymentPorts, PaymentEvent } from './ports.ts';

/** How long the browser that paid may set the password itself before a mail offers to do it. */
const graceMs = 2 * minuteMs;

type About = NonNullable<PaymentEvent['about']>;
type Event = News['event'];

/**
 * Applies a provider's event once, also when it is delivered several times. Refuses `malformed`
 * unless the provider signed it within the last minutes, and `unavailable` while the provider
 * cannot be asked: then the provider delivers it again.
 */
export async function receivePaymentEvent(
  ports: PaymentPorts,
  body: string,
  signature: string,
): Promise<void> {
  await applyEvent(ports, await ports.payments.readEvent(body, signature));
}

/** Applies an event, unless it was already applied. */
export async function applyEvent(
  ports: PaymentPorts,
  { id, about, isFailure }: PaymentEvent,
): Promise<void> {
  if (about === null || (await ports.ledger.hasSeen(id))) return;
  await followPayments(ports, about, { id, isFailure });
}

/**
 * Updates a stored payment or subscription to the provider's current state, with all consequences:
 * the plan, the account. It always reads from the provider, so events may come in any order, late,
 * twice, or forged. A payment that is not ours changes nothing.
 */
export function followPayments(
  ports: PaymentPorts,
  { kind, id }: About,
  event: Event = null,
): Promise<void> {
  return kind === 'payment'
    ? followPayment(ports, id, event)
    : followSubscription(ports, id, event);
}

async function followPayment(ports: PaymentPorts, paymentId: string, event: Event): Promise<void> {
  const { payments, ledger, clock } = ports;
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
  if (read.subscriptionId !== null) return followSubscription(ports, read.subscriptionId, event);

  const state = purchaseState(read);
  const opening = openingFor(ports, kept, at);
  await ledger.settlePurchase(paymentId, { event, reading, at, state, opening });
}

/** The provider's account may have subscriptions of something else, of any shape. */
async function followSubscription(
  { payments, ledger, clock }: PaymentPorts,
  subscriptionId: string,
  event: Event,
): Promise<void> {
  const kept = await ledger.findSubscription(subscriptionId);
  if (kept === null) return;
  const reading = await ledger.nextReading();
  const read = await payments.readSubscription(subscriptionId);
  const at = new Date(clock.now());
  const news = { event, reading, at };
  // Nobody pays for a subscription that the provider does not know.
  if (read === null) {
    const state = kept.state === 'open' || kept.state === 'void' ? 'void' : 'ended';
    const { endsThen, price } = kept;
    const currentPeriodEnd = kept.currentPeriodEnd ?? at;
    const end = { ...news, state, endsThen, price, currentPeriodEnd } as const;
    return ledger.settleSubscription(subscriptionId, end);
  }
  const { currentPeriodEnd, endsThen, price } = read;
  const state = subscriptionState(read);
  const next = { ...news, state, currentPeriodEnd, endsThen, price };
  await ledger.settleSubscription(subscriptionId, next);
}

/** The account to open if the payment turns out to be paid; null when none is needed. */
function openingFor(
  { appUrl, digest, newId, randomBytes }: PaymentPorts,
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

/** Asks the owner of a paid but unfinished account to set its password. */
export function firstPasswordMail({
  setUrl,
  forgotUrl,
}: {
  setUrl: string;
  forgotUrl: string;
}): MailContent {
  return {
    subject: 'Your Waypost account is ready',
    greeting: greetingWithoutName,
    paragraphs: [
      'Thank you for your payment. Your lifetime access to Waypost is ready. Set a password to use it.',
      `The link works once and expires after 24 hours. You can request a new one here: ${forgotUrl}`,
    ],
    action: { label: 'Set a password', url: setUrl },
    closing: 'If you did not pay for a Waypost account, somebody mistyped their email address.',
  };
}

/** Says that a payment was added to an existing account; the payer may be another person. */
export function accessAddedMail(loginUrl: string): MailContent {
  return {
    subject: 'Lifetime access was added to your Waypost account',
    greeting: greetingWithoutName,
    paragraphs: [
      'Thank you for your payment. Your email address already has a Waypost account, so lifetime access was added to it.',
    ],
    action: { label: 'Sign in', url: loginUrl },
    closing: 'If the account already had lifetime access, we refund the payment.',
  };
}
