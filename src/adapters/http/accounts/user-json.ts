import type { User } from '#core/accounts/user';

/** A person as the API shows them to themselves. Times are ISO 8601. */
export type UserJson = Omit<User, 'trialEndsAt' | 'createdAt'> & {
  readonly trialEndsAt: string;
  readonly createdAt: string;
};

export function userJson(user: User): UserJson {
  return {
    ...user,
    trialEndsAt: user.trialEndsAt.toISOString(),
    createdAt: user.createdAt.toISOString(),
  };
}
