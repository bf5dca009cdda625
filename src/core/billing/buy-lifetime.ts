import { refuseBanned, type Bans } from '#core/accounts/banned';
import { refuseGuessable } from '#core/accounts/passwords/password-rules';
import { tooManyAccounts } from '#core/accounts/register';
import { foldEmail, type User } from '#core/accounts/user';
import type { Users } from '#core/accounts/ports';
import type { NewId } from '#core/shared/ids';
import { refuseFlood, type SharedRateLimit } from '#core/shared/limits/rate-limit';
import { Refusal } from '#core/shared/refusal';
import { payerKey, refuseCardTesting, type DeclinedCardsPorts } from './declined-cards.ts';
import type { FollowPayments } from './follow-payments.ts';
import type { Ledger, Payer, Purchase } from './ledger.ts';
import type { OpenPayment, Payments } from './payments.ts';

export type BuyLifetimePorts = DeclinedCardsPorts & {
  readonly payments: Pick<Payments, 'openPayment' | 'readPayment'>;
  readonly ledger: Pick<Ledger, 'openPurchase' | 'keepPaymentId' | 'failuresSince'>;
  readonly users: Pick<Users, 'findByEmail'>;
  readonly follow: FollowPayments;
  /**
   * Limit of accounts that one network address may open. A request also shows whether an account
   * exists.
   */
  readonly registrations: SharedRateLimit;
  /** Limit of purchases that one network address may begin. */
  readonly beginnings: SharedRateLimit;
  /** Banned people cannot buy. */
  readonly bans: Bans;
  /** Whether this instance accepts new accounts. */
  readonly isOpen: boolean;
  readonly newId: NewId;
};

const tooManyPayments = 'Too many payments were started from your network. Please try again later.';

/** An open payment, and the purchase that it pays for. */
export type BegunPurchase = OpenPayment & { readonly purchaseId: string };

/**
 * Begins the payment of lifetime access together with a new account. The account is opened only
 * when the payment is paid. `buyer` is the id of a browser that only this browser knows: its repeated
 * calls with the same email address get the same payment, and nobody else's do. The password is set only after the payment (`confirmPayment`); one that is easily
 * guessed is refused here, before the card is charged. Refuses `forbidden`, `invalid`,
 * `email_taken`, `too_many_requests`.
 */
export type BuyNewAccount = (
  payer: Payer & { readonly buyer: string; readonly password?: string | undefined },
  visitor: { readonly address: string },
) => Promise<BegunPurchase>;

export function buyNewAccount(ports: BuyLifetimePorts): BuyNewAccount {
  const begin = beginPurchase(ports);

  return async ({ buyer, password, ...payer }, { address }) => {
    if (!ports.isOpen) throw new Refusal('forbidden', 'This Waypost does not accept new accounts');
    if (password !== undefined) refuseGuessable(password, payer.email);
    const waitSeconds = await ports.registrations.waitSeconds(address, ports.clock.now());
    refuseFlood(waitSeconds, tooManyAccounts);
    refuseBanned(ports.bans, { emails: [payer.email] });
    if ((await ports.users.findByEmail(payer.email)) !== null) throw emailTaken();

    const attempt = ports.pseudonym(`purchase ${buyer} ${foldEmail(payer.email)}`);
    return begin({ attempt, userId: null, payer, address });
  };
}

/**
 * Begins the payment of lifetime access for a signed-in person. Refuses `already_lifetime`,
 * `too_many_requests`.
 */
export type BuyLifetime = (
  user: User,
  visitor: { readonly address: string },
) => Promise<OpenPayment>;

export function buyLifetime(ports: BuyLifetimePorts): BuyLifetime {
  const begin = beginPurchase(ports);

  return async (user, { address }) => {
    if (user.subscriptionStatus === 'lifetime') throw alreadyLifetime();
    return begin({ attempt: `person ${user.id}`, userId: user.id, payer: null, address });
  };
}

type PurchaseInput = Pick<Purchase, 'userId' | 'payer'> & {
  readonly attempt: string;
  readonly address: string;
};

function beginPurchase(ports: BuyLifetimePorts) {
  const { payments, ledger, follow, beginnings, pseudonym, newId, clock } = ports;

  return async ({ address, ...input }: PurchaseInput): Promise<BegunPurchase> => {
    const nowMs = clock.now();
    const addressKey = payerKey(pseudonym, address);
    await refuseCardTesting(ports, addressKey);
    refuseFlood(await beginnings.waitSeconds(address, nowMs), tooManyPayments);

    for (;;) {
      const [id, createdAt] = [newId(nowMs), new Date(nowMs)];
      const purchase = await ledger.openPurchase({ ...input, id, addressKey, createdAt });
      const payment = await openPaymentOf(purchase);
      if (payment !== null) return { ...payment, purchaseId: purchase.id };
    }
  };

  /** Null when it is void or lost and can no longer be paid; then the attempt starts again. */
  async function openPaymentOf(purchase: Purchase): Promise<OpenPayment | null> {
    const { paymentId } = purchase;
    if (paymentId === null) {
      const opened = await payments.openPayment({ orderId: purchase.id });
      if (!(await ledger.keepPaymentId(purchase.id, opened.paymentId))) throw endedMeanwhile();
      return opened;
    }
    const read = await payments.readPayment(paymentId);
    if (read?.status === 'open') return { paymentId, clientSecret: read.clientSecret };

    await follow({ kind: 'payment', id: paymentId }, null);
    if (read === null || read.status === 'void') return null;
    throw new Refusal('conflict', 'This payment has already been made.');
  }
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
