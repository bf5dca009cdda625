import { scopes } from '#contract/accounts/api-keys';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { heavyAnswers, type HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { linkRoutes } from '#adapters/http/links/links';
import type { AccountCalls } from '#adapters/http/limits/account-calls';
import type { Links } from '#core/links/ports';
import type { User } from '#core/accounts/user';
import type { Clock } from '#core/shared/time';
import { appUrl, type Answers, call, type Call, memoryLog } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { linkWorld } from './link-world.ts';

export const shortOrigin = 'https://go.example';

type More = {
  readonly links?: Links;
  readonly heavy?: HeavyAnswers;
  /** Counts calls by the world's clock; without it calls are not counted. */
  readonly calls?: (clock: Clock) => AccountCalls;
};

/** The links' routes in their frame; a person's id is its cookie, and its API key with all scopes. */
export function linkApp({ links, heavy = heavyAnswers(), calls }: More = {}) {
  const world = linkWorld(links);
  const { people, session } = peopleByCookie();
  const findKey = async (text: string) => {
    const user = people.get(text);
    return user ? { user, keyId: user.id, scopes } : null;
  };
  const log = memoryLog();
  const counted = calls && { calls: calls(world.ports.clock) };
  const app = frame({ appUrl, log, isOutage: () => false, ...counted }).use(
    mounted({ session, findKey, ...counted }, linkRoutes({ ...world.routes, heavy })),
  );
  return { app, log, people, world };
}

export type LinkApp = ReturnType<typeof linkApp>;

/** A signed-in person who calls. */
export function signIn({ app, people }: { app: Answers; people: Map<string, User> }, person: User) {
  people.set(person.id, person);
  return (path: string, options: Call = {}) => call(app, path, { cookie: person.id, ...options });
}
