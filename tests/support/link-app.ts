import { frame } from '#adapters/http/frame';
import { linkRoutes } from '#adapters/http/links';
import type { Links } from '#adapters/postgres/links';
import type { Owner } from '#core/links/create-link';
import { Refusal } from '#core/shared/refusal';
import { appUrl, type Answers, call, type Call, memoryLog } from './calls.ts';
import { linkWorld } from './link-world.ts';

export const shortOrigin = 'https://go.example';

/** The links' routes in their frame; a person's id is its cookie. */
export function linkApp(links?: Links) {
  const world = linkWorld(links);
  const people = new Map<string, Owner>();
  const signedIn = async (request: Request) => {
    const person = people.get(request.headers.get('cookie') ?? '');
    if (person) return person;
    throw new Refusal('unauthenticated', 'Not signed in');
  };
  const log = memoryLog();
  const app: Answers = frame({ appUrl, log, isOutage: () => false }).use(
    linkRoutes({ ...world, signedIn, shortOrigin }),
  );
  return { app, log, people, world };
}

export type LinkApp = ReturnType<typeof linkApp>;

/** Someone who is signed in, and calls. */
export function signIn({ app, people }: LinkApp, person: Owner) {
  people.set(person.id, person);
  return (path: string, options: Call = {}) => call(app, path, { cookie: person.id, ...options });
}
