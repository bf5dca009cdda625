import { invalid, notFound } from '#core/shared/refusal';
import { foldEmail, type User } from './user.ts';

export type ChangeProfilePorts = {
  readonly profiles: {
    /** Gives the account other names; null when the account is gone. */
    rename(userId: string, name: Name): Promise<User | null>;
  };
};

type Name = { readonly firstName: string; readonly lastName: string };

/** What a person may change about themselves; undefined leaves it as it is. */
export type ProfileWish = {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
};

/**
 * Changes a person's name and answers them as they are now. An address has to be proven before it
 * counts, and nothing here can prove one: any other than their own is refused (`invalid`).
 */
export function changeProfile({ profiles }: ChangeProfilePorts) {
  return async (user: User, wish: ProfileWish): Promise<User> => {
    if (wish.email !== undefined && foldEmail(wish.email) !== foldEmail(user.email)) {
      throw invalid({ path: 'email', message: 'The email address cannot be changed' });
    }
    const firstName = wish.firstName ?? user.firstName;
    const lastName = wish.lastName ?? user.lastName;
    const renamed = await profiles.rename(user.id, { firstName, lastName });
    if (renamed === null) throw notFound();
    return renamed;
  };
}
