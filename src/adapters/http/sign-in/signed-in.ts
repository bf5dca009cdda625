import type { User } from '#core/accounts/user';
import { Refusal } from '#core/shared/refusal';
import type { SessionCookie } from '#adapters/http/cookies/session-cookie';

export type SignedInPorts = {
  /** The person of a session's token, which it extends; null when the token is not valid. */
  readonly currentUser: (token: string) => Promise<User | null>;
  readonly cookie: SessionCookie;
};

/** The person of a request's session; null when it has no valid one. */
export async function userOf(
  { currentUser, cookie }: SignedInPorts,
  request: Request,
): Promise<User | null> {
  const token = cookie.read(request);
  return token === null ? null : currentUser(token);
}

/** The session token of a request. Refuses `unauthenticated` when it has none. */
export function sessionToken({ cookie }: Pick<SignedInPorts, 'cookie'>, request: Request): string {
  const token = cookie.read(request);
  if (token === null) throw notSignedIn();
  return token;
}

export function notSignedIn(): Refusal {
  return new Refusal('unauthenticated', 'Please sign in to continue');
}
