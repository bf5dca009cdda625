import {
  type FoundAccounts,
  type SocialAccounts,
  type SocialTickets,
  unlessBanned,
} from '#core/accounts/sign-in/social-accounts';
import type { SocialIdentity } from '#core/accounts/sign-in/social-identity';
import { noBans } from '#tests/support/builders/people';
import { foldEmail } from '#core/accounts/user';
import type { Mail } from '#core/shared/mail';
import type { memorySessions, memoryUsers } from './accounts.ts';
import type { memoryProofs } from './proofs.ts';

type Ports = {
  readonly users: ReturnType<typeof memoryUsers>;
  readonly sessions: ReturnType<typeof memorySessions>;
  readonly proofs: Pick<ReturnType<typeof memoryProofs>, 'welcomed'>;
  readonly outbox: Pick<Mail[], 'push'>;
};

/** Accounts as those see them who come from a provider, in memory. */
export function memorySocialAccounts(
  { users, sessions, proofs, outbox }: Ports,
  bans = noBans,
): SocialAccounts {
  /** Whose account an identity opens. */
  const ownerOf = new Map<string, string>();
  const keyOf = ({ provider, subject }: SocialIdentity) => `${provider} ${subject}`;

  async function find(identity: SocialIdentity): Promise<FoundAccounts> {
    const own = users.userById(ownerOf.get(keyOf(identity)) ?? '') ?? null;
    if (own !== null || identity.email === null) return { own, sameEmail: null };
    const same = await users.findByEmail(foldEmail(identity.email));
    if (same === null) return { own, sameEmail: null };
    const isTaken = [...ownerOf].some(
      ([key, id]) => id === same.user.id && key.startsWith(`${identity.provider} `),
    );
    return { own, sameEmail: { user: same.user, isTaken } };
  }

  return {
    find,
    async receive({ identity, session }, decide) {
      const reception = unlessBanned(bans, decide)(await find(identity));
      if (reception.kind === 'refuse') return reception;
      const { user } = reception;
      if (reception.kind === 'open') {
        await users.add(user, '');
        users.setHash(user.id, null);
        if (reception.welcome) proofs.welcomed(reception.welcome);
      }
      if (reception.kind === 'claim') {
        users.change(user.id, { verified: true });
        users.setHash(user.id, null);
        sessions.endAll(user.id);
      }
      if (reception.kind === 'link' || reception.kind === 'claim') outbox.push(reception.notice);
      ownerOf.set(keyOf(identity), user.id);
      await sessions.add({ ...session, userId: user.id }, null);
      return reception;
    },
  };
}

/** Used tickets in memory. */
export function memoryTickets(): SocialTickets {
  const spent = new Set<string>();
  return {
    spend: async (stateDigest) => !spent.has(stateDigest) && spent.add(stateDigest).size > 0,
  };
}
