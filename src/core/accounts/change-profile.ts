import type { ProfileChanges } from '#contract/profile';
import { notFound } from '#core/shared/refusal';
import { changeEmail, type ChangeEmailPorts } from './emails/change-email.ts';
import { type RecentProofPorts, requireRecentProof } from './sign-in/recent-proof.ts';
import { foldEmail, type User } from './user.ts';

export type ChangeProfilePorts = ChangeEmailPorts &
  RecentProofPorts & {
    readonly profiles: {
      /** Renames the account; returns null when the account is gone. */
      rename(userId: string, name: Name): Promise<User | null>;
    };
  };

type Name = { readonly firstName: string; readonly lastName: string };

/**
 * Changes a person's name and returns the person as stored now. A new address counts only after the
 * person confirms it. `token` is the token of their session. For a new address it may refuse
 * `reauth_required` and `too_many_requests`; then the name does not change either.
 */
export function changeProfile(ports: ChangeProfilePorts) {
  const askAt = changeEmail(ports);

  return async (user: User, input: ProfileChanges, token: string): Promise<User> => {
    if (input.email !== undefined && foldEmail(input.email) !== foldEmail(user.email)) {
      await requireRecentProof(ports, token);
      await askAt(user, input.email);
    }
    const firstName = input.firstName ?? user.firstName;
    const lastName = input.lastName ?? user.lastName;
    const renamed = await ports.profiles.rename(user.id, { firstName, lastName });
    if (renamed === null) throw notFound();
    return renamed;
  };
}
