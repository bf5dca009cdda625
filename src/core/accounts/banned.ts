import { Refusal } from '#core/shared/refusal';
import type { EmailProofs } from './emails/email-proof.ts';
import type { Sessions } from './sign-in/session.ts';
import type { SocialAccounts } from './sign-in/social-accounts.ts';
import { foldEmail } from './user.ts';
import type { Users } from './users.ts';

/** The people whom the operator of this instance has banned. Checked for every request. */
export type Bans = {
  isBanned(userId: string): boolean;
  /** `email` is folded. */
  isBannedEmail(email: string): boolean;
};

/**
 * Sessions that banned people cannot use and do not get, however they sign in: `add` refuses with
 * `forbidden`.
 */
export function sessionsUnlessBanned<Kept extends Pick<Sessions, 'add' | 'find'>>(
  sessions: Kept,
  bans: Bans,
): Kept {
  const add: Sessions['add'] = async (...given) => {
    if (bans.isBanned(given[0].userId)) throw suspended();
    return sessions.add(...given);
  };
  const find: Sessions['find'] = async (...given) => {
    const found = await sessions.find(...given);
    return found !== null && bans.isBanned(found.session.userId) ? null : found;
  };
  return { ...sessions, add, find };
}

/** Accounts that banned people cannot open: `add` refuses with `forbidden`. */
export function usersUnlessBanned<Kept extends Pick<Users, 'add'>>(users: Kept, bans: Bans): Kept {
  const add: Users['add'] = async (...given) => {
    if (bans.isBannedEmail(foldEmail(given[0].email))) throw suspended();
    return users.add(...given);
  };
  return { ...users, add };
}

/** Accounts that a banned person cannot open through a provider: the result is `suspended`. */
export function socialUnlessBanned(accounts: SocialAccounts, bans: Bans): SocialAccounts {
  const receive: SocialAccounts['receive'] = (login, decide) =>
    accounts.receive(login, (found) => {
      const reception = decide(found);
      if (reception.kind === 'refuse') return reception;
      const { id, email } = reception.user;
      const isBanned = bans.isBanned(id) || bans.isBannedEmail(foldEmail(email));
      return isBanned ? { kind: 'refuse', reason: 'suspended' } : reception;
    });
  return { ...accounts, receive };
}

/**
 * Proofs of addresses that banned people cannot use: `find` refuses with `forbidden`. A change of the
 * address that waited for its link would otherwise end a ban by address.
 */
export function proofsUnlessBanned<Kept extends Pick<EmailProofs, 'find'>>(
  proofs: Kept,
  bans: Bans,
): Kept {
  const find: EmailProofs['find'] = async (...given) => {
    const found = await proofs.find(...given);
    if (found === null) return null;
    const { proof, user } = found;
    const addresses = [proof.email, user.email].map(foldEmail);
    if (bans.isBanned(user.id) || addresses.some(bans.isBannedEmail)) throw suspended();
    return found;
  };
  return { ...proofs, find };
}

export function suspended(): Refusal {
  return new Refusal('forbidden', 'This account is suspended. Please contact support.');
}
