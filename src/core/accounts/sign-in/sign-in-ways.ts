import { notFound } from '#core/shared/refusal';
import type { SocialProvider } from './social-identity.ts';

/** The ways to sign in to an account. */
export type SignInWays = {
  readonly hasPassword: boolean;
  /** The linked providers. */
  readonly providers: readonly SocialProvider[];
};

export type ReadSignInWaysPorts = {
  readonly accounts: {
    /** The ways to sign in to the account; null when it is gone. */
    waysInto(userId: string): Promise<SignInWays | null>;
  };
};

/** Returns the ways to sign in to a person's account. Refuses `not_found` when it is gone. */
export function readSignInWays({ accounts }: ReadSignInWaysPorts) {
  return async (userId: string): Promise<SignInWays> => {
    const ways = await accounts.waysInto(userId);
    if (ways === null) throw notFound();
    return ways;
  };
}
