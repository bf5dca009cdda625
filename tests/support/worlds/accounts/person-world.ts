import { receiveSocialLogin } from '#core/accounts/sign-in/receive-social-login';
import type { Mail } from '#core/shared/mail';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import { comingAndGoing, profileCases, proofCases, resetCases } from './account-cases.ts';
import { accountWorld, ada, visitor, type WorldOptions } from './account-world.ts';
import { memoryApiKeys } from './key-world.ts';
import { memorySessions, memoryUsers } from '#tests/support/memory/accounts';
import { memoryProfiles } from '#tests/support/memory/profiles';
import { memoryProofs, memoryResets } from '#tests/support/memory/proofs';
import { memorySocialAccounts } from '#tests/support/memory/social-accounts';

/** All that a person does with their account, over memory alone, with a clock that tests move. */
export function personWorld(options: Pick<WorldOptions, 'isOpen'> = {}) {
  const world = accountWorld(options);
  const outbox: Mail[] = [];
  const users = memoryUsers((welcome) => proofs.welcomed(welcome));
  const sessions = memorySessions(users);
  const people = { users, sessions, outbox };
  const proofs = memoryProofs(people);
  const works: Promise<void>[] = [];
  const links = new Map<string, readonly string[]>();
  const redirects = new Set<string>();
  const ports = {
    ...world,
    ...people,
    proofs,
    keys: memoryApiKeys(),
    resets: memoryResets(people),
    profiles: memoryProfiles(people, (userId) => links.get(userId) ?? []),
    accounts: memorySocialAccounts({ ...people, proofs }),
    requests: rateLimit({ limit: 30, windowMs: hourMs }),
    deviceRequests: rateLimit({ limit: 5, windowMs: hourMs }),
    later: (work: () => Promise<void>) => void works.push(work()),
    redirects: { remove: (linkId: string) => void redirects.delete(linkId) },
  };
  const cases = {
    ...comingAndGoing(ports),
    ...profileCases(ports),
    ...proofCases(ports),
    ...resetCases(ports),
    receiveSocialLogin: receiveSocialLogin(ports),
  };

  return {
    ...cases,
    ports,
    users,
    sessions,
    links,
    redirects,
    time: world.time,
    /** What was mailed since it was last asked, once all later work is done. */
    async mails(): Promise<readonly Mail[]> {
      await Promise.all(works.splice(0));
      return outbox.splice(0);
    },
    /** Somebody new, signed in, whose welcome mail is gone. */
    async somebody(email = ada.email) {
      const { user, token } = await cases.register({ ...ada, email }, visitor);
      const [welcome] = outbox.splice(0);
      return {
        user,
        token,
        welcome: tokenIn(welcome),
        origin: { address: visitor.address, token },
      };
    },
  };
}

/** The token of the link in a mail. */
export function tokenIn(mail: Mail | undefined): string {
  return /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
