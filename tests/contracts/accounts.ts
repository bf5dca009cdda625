import { describe, expect, test } from 'bun:test';
import type { LoginFailures } from '#core/accounts/sign-in/guessing/open-attempt';
import type { FailureHistory } from '#core/accounts/sign-in/guessing/pauses';
import type { Session, Sessions } from '#core/accounts/sign-in/session';
import type { User } from '#core/accounts/user';
import type { Users } from '#core/accounts/users';
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

function someSession(userId: string): Session {
  return {
    sid: new Bun.CryptoHasher('sha256').update(crypto.randomUUID()).digest('hex'),
    userId,
    userAgent: 'Browser/1 (Łódź; "quoted")',
    createdAt: new Date(nowMs),
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
export function accountsContract(name: string, make: () => AccountsUnderTest): void {
  describe(`${name}: users`, () => {
    test('an account comes back as it was added, under its address in any case', async () => {
      const { users } = make();
      const user = someUser();

      expect(await users.add(user, 'hash')).toBe('added');

      const found = { user, passwordHash: 'hash', devicesSince: new Date(0) };
      expect(await users.findByEmail(user.email)).toEqual(found);
      expect(await users.findByEmail(` ${user.email.toUpperCase()} `)).toEqual(found);
      expect(await users.findByEmail('nobody@example.com')).toBeNull();
    });

    test('of accounts added side by side with one address one is kept', async () => {
      const { users } = make();
      const { email } = someUser();
      const spellings = Array.from({ length: 20 }, (_, n) => (n % 2 ? email : email.toLowerCase()));

      const outcomes = await Promise.all(
        spellings.map((spelling) => users.add(someUser({ email: spelling }), 'hash')),
      );

      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
    });

    test('a hash is upgraded only from the one that was seen', async () => {
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
    test('a session is found with its person until it is removed', async () => {
      const { users, sessions } = make();
      const user = someUser();
      await users.add(user, 'hash');
      const session = someSession(user.id);

      await sessions.add(session, null);
      expect(await sessions.find(session.sid)).toEqual({ session, user });
      await sessions.remove(session.sid);
      expect(await sessions.find(session.sid)).toBeNull();
    });

    test('its end can be moved; of one that is gone nothing happens', async () => {
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

  describe(`${name}: login failures`, () => {
    test('an open attempt is in the history of its address, its site and its account', async () => {
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
          ...{ address: [nowMs + 1, nowMs], site: [nowMs + 2, nowMs] },
          ...{ pair: [nowMs], account: [nowMs + 3, nowMs] },
        },
      ]);
    });

    test('a pause is answered and not counted', async () => {
      const { failures } = make();
      const attempt = someAttempt();

      expect(await failures.open(attempt, () => 700)).toEqual({ kind: 'paused', pauseMs: 700 });

      await failures.open(attempt, (history) => {
        expect(history).toEqual({ address: [], site: [], pair: [], account: [] });
        return 0;
      });
    });

    test('attempts side by side see each other', async () => {
      const { failures } = make();
      const attempt = someAttempt();
      const threeOnly = (history: FailureHistory) => (history.address.length < 3 ? 0 : 1);

      const opened = await Promise.all(
        Array.from({ length: 12 }, () => failures.open(attempt, threeOnly)),
      );

      expect(opened.filter(({ kind }) => kind === 'open')).toHaveLength(3);
    });

    test('withdrawing takes back one attempt', async () => {
      const { failures } = make();
      const attempt = someAttempt();
      const { count, counts } = counting();

      const first = await failures.open(attempt, count);
      await failures.open(attempt, count);
      if (first.kind === 'open') await failures.withdraw(first.id);
      await failures.open(attempt, count);

      expect(counts).toEqual([0, 1, 1]);
    });

    test('forgiving forgets an address at an account, or all of an account', async () => {
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
