import { deviceCookie } from '#adapters/http/cookies/device-cookie';
import type { LoginFailures } from '#core/accounts/sign-in/guessing/open-attempt';
import { currentUser, type CurrentUserPorts } from '#core/accounts/sign-in/current-user';
import { logIn, type LogInPorts } from '#core/accounts/sign-in/log-in';
import { logOut } from '#core/accounts/sign-in/log-out';
import { register, type RegisterPorts } from '#core/accounts/register';
import type { Sessions } from '#core/accounts/sign-in/session';
import type { Users } from '#core/accounts/users';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import { keyedHashes } from '#roots/compose/secrets';
import { appUrl } from '#tests/support/calls';
import {
  memoryLoginFailures,
  memorySessions,
  memoryUsers,
  plainPasswords,
} from '#tests/support/memory/accounts';

const birthOfTheWorldMs = Date.UTC(2026, 5, 1);

export const visitor = { address: '203.0.113.7', token: null, userAgent: 'Browser/1' };
export const ada = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'Ada@Example.com',
  password: 'analytical engine',
};

export type WorldOptions = {
  /** Another address of the application. */
  readonly appUrl?: string;
  readonly isOpen?: boolean;
  /** Other stores than memory. */
  readonly keepers?: Partial<Keepers>;
};
type Keepers = Pick<LogInPorts, 'passwords'> & {
  readonly failures: LoginFailures;
  readonly users: Users;
  readonly sessions: Sessions;
};

/** All use cases of accounts over memory, with a clock that tests set. */
export function accountWorld({
  isOpen = true,
  keepers = {},
  appUrl: ownUrl = appUrl,
}: WorldOptions = {}) {
  const time = { nowMs: birthOfTheWorldMs };
  const strength = { now: 1 };
  const memory = memoryUsers();
  const sessions = memorySessions(memory);
  const ports: RegisterPorts & LogInPorts & CurrentUserPorts & Pick<Keepers, 'failures'> = {
    users: memory,
    sessions,
    failures: memoryLoginFailures(),
    passwords: plainPasswords(strength),
    registrations: rateLimit({ limit: 30, windowMs: hourMs }),
    isOpen,
    appUrl: ownUrl,
    newId: (atMs: number) => Bun.randomUUIDv7('hex', atMs),
    digest: (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex'),
    pseudonym: (text: string) => new Bun.CryptoHasher('sha256', 'key').update(text).digest('hex'),
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    clock: { now: () => time.nowMs },
    ...keepers,
  };

  return {
    ...ports,
    users: memory,
    sessions,
    devices: deviceCookie({
      ...ports,
      hashes: keyedHashes(['a secret of the tests'], 'device-cookie'),
    }),
    time,
    strength,
    register: register(ports),
    logIn: logIn(ports),
    logOut: logOut(ports),
    currentUser: currentUser(ports),
  };
}
