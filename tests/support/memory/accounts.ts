import type { LoginAttempt } from '#core/accounts/sign-in/guessing/open-attempt';
import type { Passwords } from '#core/accounts/passwords/passwords';
import { mostSessions, type Session, sessionIdOf } from '#core/accounts/sign-in/session';
import { type Bans, refuseBanned } from '#core/accounts/banned';
import { noBans } from '#tests/support/builders/people';
import { notFound } from '#core/shared/refusal';
import { foldEmail, type User } from '#core/accounts/user';
import type { LoginFailures, Sessions, FoundUser, Users, Welcome } from '#core/accounts/ports';

type KeptUser = { -readonly [Field in keyof FoundUser]: FoundUser[Field] };

type UserOptions = {
  readonly welcomed?: (welcome: Welcome) => void;
  readonly bans?: Bans;
};

/** Accounts in memory, and a look at the hashes. `welcomed` is given what comes with a new one. */
export function memoryUsers({ welcomed = () => {}, bans = noBans }: UserOptions = {}) {
  const kept = new Map<string, KeptUser>();
  const users: Users = {
    async add(user, passwordHash, welcome) {
      refuseBanned(bans, { emails: [user.email] });
      const key = foldEmail(user.email);
      if (kept.has(key)) return 'email_taken';
      kept.set(key, { user, passwordHash, devicesSince: new Date(0) });
      if (welcome) welcomed(welcome);
      return 'added';
    },
    async findByEmail(email) {
      const found = kept.get(foldEmail(email));
      return found ? { ...found } : null;
    },
    async upgradeHash(userId, from, to) {
      const found = [...kept.values()].find(({ user }) => user.id === userId);
      if (found?.passwordHash === from) found.passwordHash = to;
    },
  };
  const byId = (id: string) => [...kept.values()].find(({ user }) => user.id === id);
  const userById = (id: string) => byId(id)?.user;
  const hashById = (id: string) => byId(id)?.passwordHash;
  return {
    ...users,
    userById,
    hashById,
    count: () => kept.size,
    all: () => [...kept.values()].map(({ user }) => user),
    setHash: (id: string, passwordHash: string | null) =>
      void Object.assign(byId(id) ?? {}, { passwordHash }),
    /** Browsers that signed in before `at` count as unknown again. */
    forgetDevices: (id: string, at: Date) =>
      void Object.assign(byId(id) ?? {}, { devicesSince: at }),
    remove: (id: string) => void kept.delete(foldEmail(userById(id)?.email ?? '')),
    /** Changes an account, under its new address if that changes. */
    change(id: string, change: Partial<User>) {
      const found = byId(id);
      if (!found) return;
      kept.delete(foldEmail(found.user.email));
      const user = { ...found.user, ...change };
      kept.set(foldEmail(user.email), { ...found, user });
    },
  };
}

/** Sessions in memory, of the people in `users`. */
export function memorySessions(
  {
    userById,
    hashById,
    forgetDevices,
  }: Pick<ReturnType<typeof memoryUsers>, 'userById' | 'hashById' | 'forgetDevices'>,
  bans = noBans,
) {
  const kept = new Map<string, Session>();
  const sessions: Sessions = {
    async add(session, passwordHash) {
      refuseBanned(bans, { userId: session.userId });
      if (passwordHash !== null && hashById(session.userId) !== passwordHash) return false;
      const own = await sessions.of(session.userId);
      for (const { sid } of own.slice(mostSessions - 1)) kept.delete(sid);
      kept.set(session.sid, session);
      return true;
    },
    async find(sid) {
      const session = kept.get(sid);
      const user = session && userById(session.userId);
      return session && user && !bans.isBanned(user.id) ? { session, user } : null;
    },
    async extend(sid, expiresAt) {
      const session = kept.get(sid);
      if (session) kept.set(sid, { ...session, expiresAt });
    },
    async prove(sid, at) {
      const session = kept.get(sid);
      if (session) kept.set(sid, { ...session, provenAt: at });
    },
    async remove(sid) {
      kept.delete(sid);
    },
    async of(userId) {
      return [...kept.values()]
        .filter((session) => session.userId === userId)
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    },
    async end(userId, sessionId) {
      const own = await sessions.of(userId);
      const found = own.find(({ sid }) => sessionIdOf(sid) === sessionId);
      if (found === undefined || !kept.delete(found.sid)) throw notFound();
    },
    async removeOthers(userId, keptSid, at) {
      forgetDevices(userId, at);
      endAll(userId, keptSid);
    },
  };
  /** Ends all sessions of an account but one. */
  function endAll(userId: string, keptSid: string | null = null): void {
    for (const { sid, ...session } of kept.values()) {
      if (session.userId === userId && sid !== keptSid) kept.delete(sid);
    }
  }
  return { ...sessions, endAll, all: () => [...kept.values()] };
}

/** Failed sign-ins in memory. */
export function memoryLoginFailures(): LoginFailures {
  let failures: (LoginAttempt & { id: string })[] = [];

  return {
    async open(attempt, pauseOf) {
      const newestFirst = failures.toSorted((one, other) => other.atMs - one.atMs);
      const { addressKey, siteKey, accountKey } = attempt;
      const ofAccount = newestFirst.filter((f) => f.accountKey === accountKey);
      const ofSite = newestFirst.filter((f) => f.siteKey === siteKey);
      const pauseMs = pauseOf({
        address: newestFirst.filter((f) => f.addressKey === addressKey).map((f) => f.atMs),
        site: siteKey === null ? [] : ofSite.map((f) => f.atMs),
        pair: ofAccount.filter((f) => f.addressKey === addressKey).map((f) => f.atMs),
        account: ofAccount.map((f) => f.atMs),
      });
      if (pauseMs > 0) return { kind: 'paused', pauseMs };

      const id = crypto.randomUUID();
      failures.push({ id, ...attempt });
      return { kind: 'open', id };
    },
    async withdraw(id) {
      failures = failures.filter((failure) => failure.id !== id);
    },
    async forgive({ addressKey, accountKey }) {
      failures = failures.filter(
        (failure) => failure.accountKey !== accountKey || failure.addressKey !== addressKey,
      );
    },
    async forgiveAccount(accountKey) {
      failures = failures.filter((failure) => failure.accountKey !== accountKey);
    },
  };
}

/** Hashes that hide nothing and take no time; `strength` is their only parameter. */
export function plainPasswords(strength = { now: 1 }): Passwords {
  const hash = (password: string) => `${strength.now}:${password}`;
  return {
    hash: async (password) => hash(password),
    verify: async (password, kept) =>
      kept !== null && kept.slice(kept.indexOf(':') + 1) === password,
    isOutdated: (kept) => Number(kept.split(':', 1)[0]) < strength.now,
  };
}
