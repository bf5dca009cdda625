import type { NewPayer } from '#contract/billing/billing';
import { refuseBanned } from '#core/accounts/banned';
import { newProof } from '#core/accounts/email-proofs';
import { welcomeMail } from '#core/accounts/mails';
import { refuseGuessable } from '#core/accounts/passwords/password-rules';
import { tooManyAccounts } from '#core/accounts/register';
import type { LoginVisitor, SignedIn } from '#core/accounts/sign-in/log-in';
import { endSession, newSession } from '#core/accounts/sign-in/session';
import { foldEmail, type User } from '#core/accounts/user';
import { networkAsker } from '#core/shared/limits/asker';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { Refusal } from '#core/shared/refusal';
import { payerKey, refuseCardTesting, type Visitor } from './cards.ts';
import { followPayments } from './follow-payments.ts';
import type { Purchase } from './ledger.ts';
import type { BillingPorts, OpenPayment } from './ports.ts';

const tooManyPayments = 'Too many payments were started from your network. Please try again later.';

/** An open payment, and the purchase that it pays for. */
export type BegunPurchase = OpenPayment & { readonly purchaseId: string };

const tooManyConfirmations =
  'Too many payments were checked from your network. Please try again in a moment.';

/**
 * Begins the payment of lifetime access together with a new account. The account is opened only
 * when the payment is paid. `buyer` is the id of a browser that only this browser knows: its repeated
 * calls with the same email address get the same payment, and nobody else's do. The password is set
 * only after the payment (`confirmPayment`); one that is easily guessed is refused here, before the
 * card is charged. Refuses `forbidden`, `invalid`, `email_taken`, `too_many_requests`.
 */
export async function buyNewAccount(
  ports: BillingPorts,
  { address, buyer }: Visitor & { readonly buyer: string },
  { password, ...payer }: NewPayer,
): Promise<BegunPurchase> {
  if (!ports.isOpen) throw new Refusal('forbidden', 'This Waypost does not accept new accounts');
  if (password !== undefined) refuseGuessable(password, payer.email);
  const waitSeconds = await ports.registrations.waitSeconds(address, ports.clock.now());
  refuseFlood(waitSeconds, tooManyAccounts);
  refuseBanned(ports.bans, { emails: [payer.email] });
  if ((await ports.users.findByEmail(payer.email)) !== null) throw emailTaken();

  const attempt = ports.pseudonym(`purchase ${buyer} ${foldEmail(payer.email)}`);
  return beginPurchase(ports, { attempt, userId: null, payer, address });
}

/**
 * Begins the payment of lifetime access for a signed-in person. Refuses `already_lifetime`,
 * `too_many_requests`.
 */
export async function buyLifetime(
  ports: BillingPorts,
  { address }: Visitor,
  { id: userId, subscriptionStatus }: User,
): Promise<OpenPayment> {
  if (subscriptionStatus === 'lifetime') throw alreadyLifetime();
  return beginPurchase(ports, { attempt: `person ${userId}`, userId, payer: null, address });
}

type PurchaseInput = Pick<Purchase, 'userId' | 'payer'> & {
  readonly attempt: string;
  readonly address: string;
};

async function beginPurchase(
  ports: BillingPorts,
  { address, ...input }: PurchaseInput,
): Promise<BegunPurchase> {
  const { ledger, beginnings, newId, clock } = ports;
  const nowMs = clock.now();
  const addressKey = payerKey(ports, address);
  await refuseCardTesting(ports, addressKey);
  refuseFlood(await beginnings.waitSeconds(address, nowMs), tooManyPayments);

  for (;;) {
    const [id, createdAt] = [newId(nowMs), new Date(nowMs)];
    const purchase = await ledger.openPurchase({ ...input, id, addressKey, createdAt });
    const payment = await openPaymentOf(ports, purchase);
    if (payment !== null) return { ...payment, purchaseId: purchase.id };
  }
}

/** Null when it is void or lost and can no longer be paid; then the attempt starts again. */
async function openPaymentOf(ports: BillingPorts, purchase: Purchase): Promise<OpenPayment | null> {
  const { payments, ledger } = ports;
  const { paymentId } = purchase;
  if (paymentId === null) {
    const opened = await payments.openPayment({ orderId: purchase.id });
    if (!(await ledger.keepPaymentId(purchase.id, opened.paymentId))) throw endedMeanwhile();
    return opened;
  }
  const read = await payments.readPayment(paymentId);
  if (read?.status === 'open') return { paymentId, clientSecret: read.clientSecret };

  await followPayments(ports, { kind: 'payment', id: paymentId });
  if (read === null || read.status === 'void') return null;
  throw new Refusal('conflict', 'This payment has already been made.');
}

function emailTaken(): Refusal {
  return new Refusal('email_taken', 'An account with this email already exists');
}

/** Somebody deleted the account, or the purchase, while the provider opened the payment. */
export function endedMeanwhile(): Refusal {
  return new Refusal('conflict', 'This payment was ended in the meantime. Please start again.');
}

export function alreadyLifetime(): Refusal {
  return new Refusal('already_lifetime', 'You already have lifetime access.');
}

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
export async function confirmPayment(
  ports: BillingPorts,
  visitor: LoginVisitor,
  { paymentId, password, begun }: Confirmation,
): Promise<SignedIn> {
  const { ledger, passwords, clock } = ports;
  const { address } = visitor;
  const purchase = await ledger.findPurchase(paymentId);
  if (!purchase?.payer || !begun.includes(purchase.id)) throw notBegunHere();
  refuseGuessable(password, purchase.payer.email);

  refuseFlood(ports.confirmations.waitSeconds(address, clock.now()), tooManyConfirmations);
  await followPayments(ports, { kind: 'payment', id: paymentId });
  refuseUnclaimable(await ledger.findPurchase(paymentId));
  const passwordHash = await passwords.hash(password, networkAsker(address));
  const at = new Date(clock.now());
  const user = await ledger.claimAccount({ purchaseId: purchase.id, passwordHash, at });
  if (user === null) throw hasAccount();
  return enter(ports, visitor, { user, passwordHash, nowMs: at.getTime() });
}

type Claimed = { readonly user: User; readonly passwordHash: string; readonly nowMs: number };

/** Mails a link that proves the payer's address, and signs them in. */
async function enter(
  ports: BillingPorts,
  { userAgent, token: previousToken }: LoginVisitor,
  { user, passwordHash, nowMs }: Claimed,
): Promise<SignedIn> {
  const { id: userId, email } = user;
  const { proof, mailOf } = newProof(ports, { userId, email, cause: 'welcome' }, nowMs);
  await ports.proofs.open(proof, [mailOf(welcomeMail)]);

  const { session, token } = newSession(ports, { userId, userAgent }, nowMs);
  if (!(await ports.sessions.add(session, passwordHash))) throw hasAccount();
  await endSession(ports, previousToken);
  return { user, token };
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
