import { Elysia } from 'elysia';
import type { CurrentUser } from '#core/accounts/current-user';
import type { User } from '#core/accounts/user';
import { Refusal } from '#core/shared/refusal';
import type { SessionCookie } from './session-cookie.ts';

export type SignedInPorts = {
  readonly currentUser: CurrentUser;
  readonly cookie: SessionCookie;
};

/**
 * Gives the routes declared after it in the same resource a `user`: `new Elysia().use(signedIn(…))`.
 * Without a living session they refuse with `unauthenticated`, before the body is validated.
 */
export function signedIn({ currentUser, cookie }: SignedInPorts) {
  return new Elysia().derive(
    { as: 'scoped' },
    async ({ request }): Promise<{ readonly user: User }> => {
      const token = cookie.read(request);
      const user = token === null ? null : await currentUser(token);
      if (user === null) throw new Refusal('unauthenticated', 'Please log in to continue');
      return { user };
    },
  );
}
