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
     * Removes the account with everything that is kept of it, and asks in the same transaction for
     * the erasure of all that was recorded for its links, whose names are never given again. Of the
     * address a keyed hash stays for a year, so that it gets no second trial.
     * Answers the ids of those links; null, and nothing happens, when the hash is no longer the
     * account's or the account is gone.
     */
    remove(userId: string, passwordHash: string): Promise<readonly string[] | null>;
  };
  readonly redirects: {
    /** The link stops redirecting here at once. */
    remove(linkId: string): void;
  };
};

/**
 * Deletes the account of somebody who says their password again, at once and for good. Refuses
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
