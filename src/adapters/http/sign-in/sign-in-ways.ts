import { Elysia } from 'elysia';
import type { readSignInWays } from '#core/accounts/sign-in/sign-in-ways';
import { signedIn, type SignedInPorts } from './signed-in.ts';

export type SignInWaysRoutesPorts = {
  readonly session: SignedInPorts;
  readonly readSignInWays: ReturnType<typeof readSignInWays>;
};

/** The ways to sign in to a person's account. */
export function signInWaysRoutes({ session, readSignInWays: read }: SignInWaysRoutesPorts) {
  return new Elysia({ name: 'sign-in-ways' })
    .use(signedIn(session))
    .get('/api/profile/sign-in', ({ user }) => read(user.id));
}
