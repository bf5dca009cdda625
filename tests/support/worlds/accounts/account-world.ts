import { deviceCookie } from '#adapters/http/cookies/device-cookie';
import type { Bans } from '#core/accounts/banned';
import type { AccountPorts } from '#core/accounts/ports';
import { rateLimit } from '#core/shared/limits/rate-limit';
import type { Mail } from '#core/shared/mail';
import { hourMs } from '#core/shared/time';
import { keyedHashes } from '#roots/compose/secrets';
import { noBans } from '#tests/support/builders/people';
import { appUrl, memoryLog } from '#tests/support/calls';
import {
  memoryLoginFailures,
  memorySessions,
  memoryUsers,
  plainPasswords,
} from '#tests/support/memory/accounts';
import { memoryProfiles } from '#tests/support/memory/profiles';
import { memoryProofs, memoryResets } from '#tests/support/memory/proofs';
import { memorySocialAccounts, memoryTickets } from '#tests/support/memory/social-accounts';
import { testSeal } from '#tests/support/seal';
import { casesOf } from './account-cases.ts';
import { memoryApiKeys } from './key-world.ts';

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
  readonly bans?: Bans;
  /** Other stores than memory. */
  readonly stores?: Partial<AccountPorts>;
};

/** What the use cases of accounts take, in memory, and looks into it. */
function memoryPorts(bans: Bans) {
  const outbox: Mail[] = [];
  const users = memoryUsers({ welcomed: (welcome) => proofs.welcomed(welcome), bans });
  const sessions = memorySessions(users, bans);
  const people = { users, sessions, outbox };
  const proofs = memoryProofs(people, bans);
  /** The links of accounts, and those that redirect. */
  const links = new Map<string, readonly string[]>();
  const redirecting = new Set<string>();
  const works: Promise<void>[] = [];
  const ports = {
    users,
    sessions,
    proofs,
    keys: memoryApiKeys(bans),
    failures: memoryLoginFailures(),
    resets: memoryResets(people),
    profiles: memoryProfiles(people, (userId) => links.get(userId) ?? []),
    social: memorySocialAccounts({ ...people, proofs }, bans),
    tickets: memoryTickets(),
    providers: {},
    activity: { newest: async () => [] },
    waysInto: async (userId: string) => ({
      hasPassword: typeof users.hashById(userId) === 'string',
      providers: [],
    }),
    describeAgent: () => ({ browser: '', os: '' }),
    redirects: { remove: (linkId: string) => void redirecting.delete(linkId) },
    defer: (work: () => Promise<void>) => void works.push(work()),
  };
  return { ports, outbox, links, redirecting, works };
}

/** All use cases of accounts over memory, with a clock that tests set. */
export function accountWorld(options: WorldOptions = {}) {
  const { isOpen = true, bans = noBans, stores = {} } = options;
  const time = { nowMs: birthOfTheWorldMs };
  const strength = { now: 1 };
  const { ports: memory, ...inside } = memoryPorts(bans);
  const ports = {
    ...memory,
    passwords: plainPasswords(strength),
    registrations: rateLimit({ limit: 30, windowMs: hourMs }),
    requests: rateLimit({ limit: 30, windowMs: hourMs }),
    deviceRequests: rateLimit({ limit: 5, windowMs: hourMs }),
    returns: rateLimit({ limit: 100, windowMs: hourMs }),
    isOpen,
    appUrl: options.appUrl ?? appUrl,
    ticketSeal: testSeal,
    newId: (atMs: number) => Bun.randomUUIDv7('hex', atMs),
    digest: (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex'),
    pseudonym: (text: string) => new Bun.CryptoHasher('sha256', 'key').update(text).digest('hex'),
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    clock: { now: () => time.nowMs },
    log: memoryLog(),
    ...stores,
  } satisfies AccountPorts;

  return {
    ...casesOf(ports),
    ports,
    /** The stores in memory, also where others are used. */
    memory,
    ...inside,
    users: memory.users,
    sessions: memory.sessions,
    devices: deviceCookie({
      ...ports,
      hashes: keyedHashes(['a secret of the tests'], 'device-cookie'),
    }),
    time,
    strength,
  };
}
