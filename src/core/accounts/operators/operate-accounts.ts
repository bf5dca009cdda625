import type { OperatedAccount } from '#contract/operators';
import { resetLifeMs, resetTokenBytes } from '#core/accounts/passwords/reset-password';
import type { Digest } from '#core/accounts/sign-in/session';
import type { User } from '#core/accounts/user';
import type { RandomBytes } from '#core/shared/ids';
import { notFound, Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { isOperator, type Operators } from './operator.ts';

/** When an operator acts, and through which interface. Each act is stored with this. */
export type Act = { readonly at: Date; readonly by: 'page' | 'command' };

/** A permission to set a new password, stored under the digest of its token. */
export type HandedReset = {
  readonly tokenDigest: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/**
 * Storage of accounts for operators. Each call adds, in its own transaction, an event to the history
 * of each account that it shows or changes.
 */
export type OperatedAccounts = {
  /**
   * Accounts whose id is `text`, or whose address contains it, at most `limit`: an exact match of
   * the address first, then the newest.
   */
  search(text: string, limit: number, act: Act): Promise<readonly OperatedAccount[]>;
  /** `act`: null when the caller adds the event itself. */
  find(id: string, act: Act | null): Promise<OperatedAccount | null>;
  setDisabled(id: string, isDisabled: boolean, act: Act): Promise<void>;
  /** Moves the end of the trial, and updates the plan accordingly. */
  setTrialEnd(id: string, endsAt: Date, act: Act): Promise<void>;
  /**
   * Makes mails of the account due now that wait after a failed attempt; returns their number. A mail
   * that is due within `attemptLeaseMs` may be in an attempt, and stays as it is.
   */
  retryMails(id: string, act: Act): Promise<number>;
  /** Stores a reset that is not mailed. */
  openReset(reset: HandedReset, act: Act): Promise<void>;
};

export type OperateAccountsPorts = {
  readonly accounts: OperatedAccounts;
  readonly operators: Operators;
  /** Mails another link that confirms the address. */
  readonly resendVerification: (user: User) => Promise<void>;
  readonly appUrl: string;
  readonly digest: Digest;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

/** Accounts that a search shows. */
export const mostFound = 20;

/** What operators do to accounts. Each act refuses `not_found` for an account that does not exist. */
export function operateAccounts(ports: OperateAccountsPorts, by: Act['by']) {
  const { accounts, clock } = ports;
  const act = (): Act => ({ at: new Date(clock.now()), by });
  const found = async (id: string, seen: Act | null = null): Promise<OperatedAccount> => {
    const account = await accounts.find(id, seen);
    if (account === null) throw notFound();
    return account;
  };

  return {
    search: (text: string) => accounts.search(text, mostFound, act()),
    show: (id: string) => found(id, act()),

    /** Refuses `forbidden` for an operator's account: operators could lock each other out. */
    async setDisabled(id: string, isDisabled: boolean): Promise<OperatedAccount> {
      refuseOperator(ports, await found(id));
      await accounts.setDisabled(id, isDisabled, act());
      return found(id);
    },

    async setTrialEnd(id: string, endsAt: Date): Promise<OperatedAccount> {
      await found(id);
      await accounts.setTrialEnd(id, endsAt, act());
      return found(id);
    },

    /** Sends waiting mails again, and another confirmation if the address is not confirmed. */
    async resendMails(id: string): Promise<{ readonly retried: number }> {
      const account = await found(id);
      const retried = await accounts.retryMails(id, act());
      if (!account.verified) {
        await ports.resendVerification({ ...account, profileImageUrl: null });
      }
      return { retried };
    },

    /**
     * Makes a link that sets a new password, for handing over without a mail; it works once, for 24
     * hours. Refuses `forbidden` for an operator, and `conflict` when the address is not confirmed:
     * the link would confirm it.
     */
    async makeResetLink(id: string): Promise<{ readonly url: string; readonly expiresAt: Date }> {
      const account = await found(id);
      refuseOperator(ports, account);
      if (!account.verified) {
        throw new Refusal('conflict', 'The address of this account is not confirmed');
      }
      return openReset(ports, id, act());
    },
  };
}

export type OperateAccounts = ReturnType<typeof operateAccounts>;

function refuseOperator({ operators }: OperateAccountsPorts, account: OperatedAccount): void {
  if (!isOperator(account, operators)) return;
  throw new Refusal(
    'forbidden',
    'This is the account of an operator. Remove it from OPERATORS first.',
  );
}

async function openReset(
  { accounts, appUrl, digest, randomBytes }: OperateAccountsPorts,
  userId: string,
  act: Act,
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBytes(resetTokenBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
  const expiresAt = new Date(act.at.getTime() + resetLifeMs);
  await accounts.openReset(
    { tokenDigest: digest(token), userId, createdAt: act.at, expiresAt },
    act,
  );
  return { url: `${appUrl}/reset-password?token=${token}`, expiresAt };
}
