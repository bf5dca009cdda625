import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { heavyAnswers, type HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { linkRoutes } from '#adapters/http/links/links';
import type { AccountWrites } from '#adapters/http/limits/account-writes';
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
  /** Counts writes by the world's clock; without it writes are not counted. */
  readonly writes?: (clock: Clock) => AccountWrites;
};

/** The links' routes in their frame; a person's id is its cookie. */
export function linkApp({ links, heavy = heavyAnswers(), writes }: More = {}) {
  const world = linkWorld(links);
  const { people, session } = peopleByCookie();
  const log = memoryLog();
  const counted = writes && { writes: writes(world.ports.clock) };
  const app = frame({ appUrl, log, isOutage: () => false, ...counted }).use(
    mounted({ session, ...counted }, linkRoutes({ ...world.routes, heavy })),
  );
  return { app, log, people, world };
}

export type LinkApp = ReturnType<typeof linkApp>;

/** A signed-in person who calls. */
export function signIn({ app, people }: { app: Answers; people: Map<string, User> }, person: User) {
  people.set(person.id, person);
  return (path: string, options: Call = {}) => call(app, path, { cookie: person.id, ...options });
}
