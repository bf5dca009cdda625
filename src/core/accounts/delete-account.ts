import {
  type Origin,
  type ProvePasswordPorts,
  provePassword,
  wrongPassword,
} from './passwords/prove-password.ts';
import type { User } from './user.ts';

export type DeleteAccountPorts = ProvePasswordPorts & {
  readonly profiles: {
    /**
     * Removes the account and everything stored about it. An account with many links loses most of
     * them first, in transactions of their own. The transaction that deletes a link requests the
     * erasure of all its events; the names of these links are never given again. A keyed hash of the
     * address stays for a year, so that the address gets no second trial. Returns the ids of the
     * links. Returns null when `passwordHash` is no longer the account's or the account is gone:
     * then the account stays.
     */
    remove(userId: string, passwordHash: string): Promise<readonly string[] | null>;
  };
  readonly redirects: {
    /** The link stops redirecting here at once. */
    remove(linkId: string): void;
  };
};

/**
 * Deletes the account of a person who types their password again, at once and permanently. Refuses
 * `invalid` for a wrong password and `too_many_requests`.
 */
export function deleteAccount(ports: DeleteAccountPorts) {
  const prove = provePassword(ports);
  const path = 'password';

  return async (user: User, password: string, origin: Origin): Promise<void> => {
    const hash = await prove({ ...origin, user, password, path });
    const linkIds = await ports.profiles.remove(user.id, hash);
    if (linkIds === null) throw wrongPassword(path);

    linkIds.forEach((linkId) => ports.redirects.remove(linkId));
  };
}
