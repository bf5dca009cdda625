import { frame } from '#adapters/http/frame';
import { linkRoutes } from '#adapters/http/links';
import { sessionCookie } from '#adapters/http/session-cookie';
import type { Links } from '#adapters/postgres/links';
import type { User } from '#core/accounts/user';
import { appUrl, type Answers, call, type Call, memoryLog } from './calls.ts';
import { linkWorld } from './link-world.ts';

export const shortOrigin = 'https://go.example';

/** The links' routes in their frame; a person's id is its cookie. */
export function linkApp(links?: Links) {
  const world = linkWorld(links);
  const people = new Map<string, User>();
  const session = {
    cookie: { ...sessionCookie(appUrl), read: (request: Request) => request.headers.get('cookie') },
    currentUser: async (token: string) => people.get(token) ?? null,
  };
  const log = memoryLog();
  const app = frame({ appUrl, log, isOutage: () => false }).use(
    linkRoutes({ ...world, session, shortOrigin }),
  );
  return { app, log, people, world };
}

export type LinkApp = ReturnType<typeof linkApp>;

/** Someone who is signed in, and calls. */
export function signIn({ app, people }: { app: Answers; people: Map<string, User> }, person: User) {
  people.set(person.id, person);
  return (path: string, options: Call = {}) => call(app, path, { cookie: person.id, ...options });
}
