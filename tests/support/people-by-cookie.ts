import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import type { User } from '#core/accounts/user';
import { appUrl } from './calls.ts';

/** Sessions without sign-in: a person's id is its cookie. */
export function peopleByCookie() {
  const people = new Map<string, User>();
  const session = {
    cookie: { ...sessionCookie(appUrl), read: (request: Request) => request.headers.get('cookie') },
    currentUser: async (token: string) => people.get(token) ?? null,
  };
  return { people, session };
}
