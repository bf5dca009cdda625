import { describe, expect, test } from 'bun:test';
import type { LoginFailures, Sessions, Users } from '#core/accounts/ports';
import type { FailureHistory } from '#core/accounts/sign-in/guessing/pauses';
import { type Session, sessionIdOf } from '#core/accounts/sign-in/session';
import type { Bans } from '#core/accounts/banned';
import { foldEmail, type User } from '#core/accounts/user';
import { noBans } from '#tests/support/builders/people';
import { dayMs } from '#core/shared/time';

export type AccountsUnderTest = {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly failures: LoginFailures;
};

const nowMs = Date.UTC(2026, 5, 1, 12, 0, 0, 123);

export function someUser(more: Partial<User> = {}): User {
  const id = Bun.randomUUIDv7();
  return {
    id,
    email: `Ada.${id}@Example.com`,
    firstName: 'Ada "The" Byron',
    lastName: 'Łukasiewicz 🙂',
    profileImageUrl: null,
    provider: 'email',
    verified: false,
    subscriptionStatus: 'trial',
    trialEndsAt: new Date(nowMs + 30 * dayMs),
    createdAt: new Date(nowMs),
    ...more,
  };
}

function someSession(userId: string, createdAt = new Date(nowMs)): Session {
  return {
    sid: new Bun.CryptoHasher('sha256').update(crypto.randomUUID()).digest('hex'),
    userId,
    userAgent: 'Browser/1 (Łódź; "quoted")',
    createdAt,
    expiresAt: new Date(nowMs + 30 * dayMs),
    provenAt: new Date(nowMs),
  };
}

function someAttempt() {
  return {
    addressKey: crypto.randomUUID(),
    siteKey: crypto.randomUUID(),
    accountKey: crypto.randomUUID(),
    atMs: nowMs,
  };
}

/** Records the earlier failures at the account of each attempt, and allows all of them. */
function counting() {
  const counts: number[] = [];
  const count = (history: FailureHistory) => {
    counts.push(history.account.length);
    return 0;
  };
  return { count, counts };
}

/** The contract of every store of accounts. */
export function accountsContract(name: string, make: (bans?: Bans) => AccountsUnderTest): void {
  describe(`${name}: users`, () => {
    test('an account is read back unchanged, by its address in any case', async () => {
      const { users } = make();
      const user = someUser();

      expect(await users.add(user, 'hash')).toBe('added');

      const found = { user, passwordHash: 'hash', devicesSince: new Date(0) };
      expect(await users.findByEmail(user.email)).toEqual(found);
      expect(await users.findByEmail(` ${user.email.toUpperCase()} `)).toEqual(found);
      expect(await users.findByEmail('nobody@example.com')).toBeNull();
    });

    test('a banned address opens no account', async () => {
      const user = someUser();
      const { users } = make({
        ...noBans,
        isBannedEmail: (email) => email === foldEmail(user.email),
      });

      await expect(users.add(user, 'hash')).rejects.toMatchObject({ code: 'forbidden' });

      expect(await users.findByEmail(user.email)).toBeNull();
      expect(await users.add(someUser(), 'hash')).toBe('added');
    });

    test('a banned person gets no session, and cannot use an earlier one', async () => {
      const banned = new Set<string>();
      const { users, sessions } = make({ ...noBans, isBanned: (id) => banned.has(id) });
      const [user, other] = [someUser(), someUser()];
      await Promise.all([users.add(user, 'hash'), users.add(other, 'hash')]);
      const [earlier, of] = [someSession(user.id), someSession(other.id)];
      await Promise.all([sessions.add(earlier, null), sessions.add(of, null)]);

      banned.add(user.id);

      expect(await sessions.find(earlier.sid)).toBeNull();
      expect((await sessions.find(of.sid))?.user.id).toBe(other.id);
      const later = sessions.add(someSession(user.id), 'hash');
      await expect(later).rejects.toMatchObject({ code: 'forbidden' });
      banned.clear();
      expect((await sessions.find(earlier.sid))?.user.id).toBe(user.id);
    });

    test('of accounts added concurrently with one address only one is kept', async () => {
      const { users } = make();
      const { email } = someUser();
      const spellings = Array.from({ length: 20 }, (_, n) => (n % 2 ? email : email.toLowerCase()));

      const outcomes = await Promise.all(
        spellings.map((spelling) => users.add(someUser({ email: spelling }), 'hash')),
      );

      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
    });

    test('a hash is replaced only if it is still the one that was read', async () => {
      const { users } = make();
      const user = someUser();
      await users.add(user, 'old');

      await users.upgradeHash(user.id, 'older', 'newest');
      expect((await users.findByEmail(user.email))?.passwordHash).toBe('old');
      await users.upgradeHash(user.id, 'old', 'new');
      expect((await users.findByEmail(user.email))?.passwordHash).toBe('new');
    });
  });

  describe(`${name}: sessions`, () => {
    test('a session is found with its user until it is removed', async () => {
      const { users, sessions } = make();
      const user = someUser();
      await users.add(user, 'hash');
      const session = someSession(user.id);

      await sessions.add(session, null);
      expect(await sessions.find(session.sid)).toEqual({ session, user });
      await sessions.remove(session.sid);
      expect(await sessions.find(session.sid)).toBeNull();
    });

    test('its end can be moved; moving a removed one does nothing', async () => {
      const { users, sessions } = make();
      const user = someUser();
      await users.add(user, 'hash');
      const session = someSession(user.id);
      await sessions.add(session, null);
      const later = new Date(nowMs + 40 * dayMs);

      await sessions.extend(session.sid, later);
      await sessions.extend(someSession(user.id).sid, later);

      expect((await sessions.find(session.sid))?.session.expiresAt).toEqual(later);
    });
  });

  describe(`${name}: the sessions of one account`, () => {
    async function signedInTwice() {
      const { users, sessions } = make();
      const [user, other] = [someUser(), someUser()];
      for (const person of [user, other]) await users.add(person, 'hash');
      const older = someSession(user.id);
      const newer = someSession(user.id, new Date(nowMs + 1));
      const foreign = someSession(other.id);
      for (const session of [older, foreign, newer]) await sessions.add(session, null);
      return { users, sessions, user, other, older, newer, foreign };
    }

    test('are listed newest first', async () => {
      const { sessions, user, older, newer } = await signedInTwice();

      expect(await sessions.of(user.id)).toEqual([newer, older]);
    });

    test('[sessions] are at most a hundred: a sign-in ends the oldest', async () => {
      const { users, sessions } = make();
      const [user, other] = [someUser(), someUser()];
      for (const person of [user, other]) await users.add(person, 'hash');
      const all = Array.from({ length: 102 }, (_, n) => someSession(user.id, new Date(nowMs + n)));
      const foreign = someSession(other.id);

      for (const session of [foreign, ...all]) await sessions.add(session, null);

      expect(await sessions.of(user.id)).toEqual(all.toReversed().slice(0, 100));
      expect(await sessions.find(all[1]?.sid ?? '')).toBeNull();
      expect(await sessions.of(other.id)).toEqual([foreign]);
    });

    test('are ended one by one by their own account alone', async () => {
      const { sessions, user, older, newer, foreign } = await signedInTwice();

      const end = (id: string) => sessions.end(user.id, id);

      await end(sessionIdOf(older.sid));

      for (const id of [sessionIdOf(older.sid), sessionIdOf(foreign.sid), newer.sid, '']) {
        await expect(end(id)).rejects.toMatchObject({ code: 'not_found' });
      }
      expect(await sessions.of(user.id)).toEqual([newer]);
      expect(await sessions.find(foreign.sid)).not.toBeNull();
    });

    test('are ended together but one, and the browsers that signed in before are unknown', async () => {
      const { users, sessions, user, other, newer, foreign } = await signedInTwice();
      const at = new Date(nowMs + 2);

      await sessions.removeOthers(user.id, newer.sid, at);

      expect(await sessions.of(user.id)).toEqual([newer]);
      expect(await sessions.of(other.id)).toEqual([foreign]);
      expect((await users.findByEmail(user.email))?.devicesSince).toEqual(at);
      expect((await users.findByEmail(other.email))?.devicesSince).toEqual(new Date(0));
    });
  });

  describe(`${name}: login failures`, () => {
    test('an open attempt is part of the history of its address, its site and its account', async () => {
      const { failures } = make();
      const attempt = someAttempt();
      const other = someAttempt();
      const { addressKey, siteKey, accountKey } = attempt;
      const seen: FailureHistory[] = [];
      const look = (history: FailureHistory) => {
        seen.push(history);
        return 0;
      };

      await failures.open(attempt, look);
      await failures.open({ ...other, addressKey, atMs: nowMs + 1 }, look);
      await failures.open({ ...other, siteKey, atMs: nowMs + 2 }, look);
      await failures.open({ ...other, accountKey, siteKey: null, atMs: nowMs + 3 }, look);
      await failures.open({ ...attempt, atMs: nowMs + 4 }, look);

      expect(seen).toEqual([
        { address: [], site: [], pair: [], account: [] },
        { address: [nowMs], site: [], pair: [], account: [] },
        { address: [], site: [nowMs], pair: [], account: [nowMs + 1] },
        { address: [nowMs + 2], site: [], pair: [], account: [nowMs] },
        {
          address: [nowMs + 1, nowMs],
          site: [nowMs + 2, nowMs],
          pair: [nowMs],
          account: [nowMs + 3, nowMs],
        },
      ]);
    });

    test('a required pause is returned and not counted', async () => {
      const { failures } = make();
      const attempt = someAttempt();

      expect(await failures.open(attempt, () => 700)).toEqual({ kind: 'paused', pauseMs: 700 });

      await failures.open(attempt, (history) => {
        expect(history).toEqual({ address: [], site: [], pair: [], account: [] });
        return 0;
      });
    });

    test('concurrent attempts see each other', async () => {
      const { failures } = make();
      const attempt = someAttempt();
      const threeOnly = (history: FailureHistory) => (history.address.length < 3 ? 0 : 1);

      const opened = await Promise.all(
        Array.from({ length: 12 }, () => failures.open(attempt, threeOnly)),
      );

      expect(opened.filter(({ kind }) => kind === 'open')).toHaveLength(3);
    });

    test('withdrawing removes one attempt', async () => {
      const { failures } = make();
      const attempt = someAttempt();
      const { count, counts } = counting();

      const first = await failures.open(attempt, count);
      await failures.open(attempt, count);
      if (first.kind === 'open') await failures.withdraw(first.id);
      await failures.open(attempt, count);

      expect(counts).toEqual([0, 1, 1]);
    });

    test('forgiving removes the failures of one address at an account, or all of an account', async () => {
      const { failures } = make();
      const attempt = someAttempt();
      const { count, counts } = counting();
      const elsewhere = { ...attempt, addressKey: crypto.randomUUID() };

      await failures.open(attempt, count);
      await failures.open(elsewhere, count);
      await failures.forgive(attempt);
      await failures.open(attempt, count);
      await failures.forgiveAccount(attempt.accountKey);
      await failures.open(attempt, count);

      expect(counts).toEqual([0, 1, 1, 0]);
    });
  });
}
