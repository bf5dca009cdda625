import { notFound } from '#core/shared/refusal';
import type { SocialProvider } from './social-identity.ts';

/** What opens an account. */
export type SignInWays = {
  readonly hasPassword: boolean;
  /** The providers that vouch for its person. */
  readonly providers: readonly SocialProvider[];
};

export type ReadSignInWaysPorts = {
  readonly accounts: {
    /** What opens the account; null when it is gone. */
    waysInto(userId: string): Promise<SignInWays | null>;
  };
};

/** What opens a person's account. Refuses `not_found` when it is gone. */
export function readSignInWays({ accounts }: ReadSignInWaysPorts) {
  return async (userId: string): Promise<SignInWays> => {
    const ways = await accounts.waysInto(userId);
    if (ways === null) throw notFound();
    return ways;
  };
}
