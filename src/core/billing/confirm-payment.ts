import type { AccountPorts } from '#core/accounts/ports';
import { networkAsker } from '#core/shared/limits/asker';
import { welcomeMail } from '#core/accounts/mails';
import type { EmailProofs, Sessions } from '#core/accounts/ports';
import { newProof } from '#core/accounts/email-proofs';
import type { SignedIn, LoginVisitor } from '#core/accounts/sign-in/log-in';
import { refuseGuessable } from '#core/accounts/passwords/password-rules';
import type { Passwords } from '#core/accounts/passwords/passwords';
import { newSession } from '#core/accounts/sign-in/session';
import { refuseFlood, type RateLimit } from '#core/shared/limits/rate-limit';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import type { FollowPayments } from './follow-payments.ts';
import type { Ledger, Purchase } from './ledger.ts';

export type ConfirmPaymentPorts = Pick<
  AccountPorts,
  'appUrl' | 'digest' | 'newId' | 'randomBytes'
> & {
  readonly ledger: Pick<Ledger, 'findPurchase' | 'claimAccount'>;
  readonly follow: FollowPayments;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly sessions: Pick<Sessions, 'add' | 'remove'>;
  /** Checks later whether the payer owns the address. */
  readonly proofs: Pick<EmailProofs, 'open'>;
  /** Limit of questions to the provider that one network address may cause. */
  readonly confirmations: RateLimit;
  readonly clock: Clock;
};

const tooManyConfirmations =
  'Too many payments were checked from your network. Please try again in a moment.';

export type Confirmation = {
  readonly paymentId: string;
  readonly password: string;
  /** The purchases that this browser began. */
  readonly begun: readonly string[];
};

/**
 * Sets the password of the account of a paid payment and signs the person in, in the browser that
 * paid. Asks the provider whether the payment is paid. Refuses `forbidden` for another browser,
 * `payment_open` while the payment is not paid, `email_taken` when the address has got another
 * account meanwhile, `invalid` for a password that is easily guessed, and `too_many_requests`.
 */
export type ConfirmPayment = (
  confirmation: Confirmation,
  visitor: LoginVisitor,
) => Promise<SignedIn>;

export function confirmPayment(ports: ConfirmPaymentPorts): ConfirmPayment {
  const { ledger, follow, passwords, sessions, proofs, digest, clock } = ports;

  return async ({ paymentId, password, begun }, visitor) => {
    const { address, token: previousToken, userAgent } = visitor;
    const purchase = await ledger.findPurchase(paymentId);
    if (!purchase?.payer || !begun.includes(purchase.id)) throw notBegunHere();
    refuseGuessable(password, purchase.payer.email);

    refuseFlood(ports.confirmations.waitSeconds(address, clock.now()), tooManyConfirmations);
    await follow({ kind: 'payment', id: paymentId }, null);
    refuseUnclaimable(await ledger.findPurchase(paymentId));
    const passwordHash = await passwords.hash(password, networkAsker(address));
    const nowMs = clock.now();
    const at = new Date(nowMs);
    const user = await ledger.claimAccount({ purchaseId: purchase.id, passwordHash, at });
    if (user === null) throw hasAccount();
    const { email } = user;
    const { proof, mailOf } = newProof(ports, { userId: user.id, email, cause: 'welcome' }, nowMs);
    await proofs.open(proof, [mailOf(welcomeMail)]);

    const { session, token } = newSession(ports, { userId: user.id, userAgent }, nowMs);
    if (!(await sessions.add(session, passwordHash))) throw hasAccount();
    if (previousToken !== null) await sessions.remove(digest(previousToken));
    return { user, token };
  };
}

function refuseUnclaimable(purchase: Purchase | null): void {
  if (purchase?.state !== 'paid') {
    throw new Refusal('payment_open', 'This payment is not completed yet.');
  }
  if (!purchase.awaitsPassword) throw hasAccount();
}

function notBegunHere(): Refusal {
  return new Refusal('forbidden', 'This payment was started in another browser');
}

function hasAccount(): Refusal {
  const message =
    'An account with this email already exists, and your payment was added to it. Please sign in.';
  return new Refusal('email_taken', message);
}
