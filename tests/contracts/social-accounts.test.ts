import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresSocialAccounts } from '#adapters/postgres/accounts/social-accounts';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import type { Session } from '#core/accounts/sign-in/session';
import type { SocialAccounts } from '#core/accounts/sign-in/social-accounts';
import type { SocialIdentity } from '#core/accounts/sign-in/social-identity';
import type { Bans } from '#core/accounts/banned';
import { foldEmail, type User } from '#core/accounts/user';
import type { Sessions, Users } from '#core/accounts/ports';
import { dayMs } from '#core/shared/time';
import { someMail } from '#tests/support/builders/mails';
import { noBans, adaAtGoogle } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { memorySessions, memoryUsers } from '#tests/support/memory/accounts';
import { memorySocialAccounts } from '#tests/support/memory/social-accounts';
import { testSeal } from '#tests/support/seal';
import { someUser } from './accounts.ts';

type UnderTest = {
  readonly users: Pick<Users, 'add' | 'findByEmail'>;
  readonly sessions: Pick<Sessions, 'add' | 'find'>;
  readonly accounts: SocialAccounts;
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

const nowMs = Date.UTC(2026, 5, 1, 12);

function someSession(userId: string): Session {
  const sid = new Bun.CryptoHasher('sha256').update(crypto.randomUUID()).digest('hex');
  const [createdAt, expiresAt] = [new Date(nowMs), new Date(nowMs + dayMs)];
  return { sid, userId, userAgent: '', createdAt, expiresAt, provenAt: createdAt };
}

/** Somebody at Google whom nobody knows. */
function somebody(user: User): SocialIdentity {
  return { ...adaAtGoogle(user.email), subject: crypto.randomUUID() };
}

/** What every store of social accounts promises. */
function socialAccountsContract(name: string, make: (bans?: Bans) => UnderTest): void {
  describe(name, () => {
    test('a new account is stored with its session, and found only by its identity', async () => {
      const { accounts, users, sessions } = make();
      const user = someUser({ provider: 'google', verified: true });
      const identity = somebody(user);
      const session = someSession(user.id);
      expect(await accounts.find(identity)).toEqual({ own: null, sameEmail: null });

      await accounts.receive({ identity, session }, () => ({ kind: 'open', user, welcome: null }));

      expect(await accounts.find(identity)).toEqual({ own: user, sameEmail: null });
      const elsewhere = { ...identity, email: 'elsewhere@example.com' };
      expect((await accounts.find(elsewhere)).own).toEqual(user);
      expect((await users.findByEmail(user.email))?.user).toEqual(user);
      expect((await sessions.find(session.sid))?.user.id).toBe(user.id);
    });

    test('an account with the same address is found in any case, and whether another identity opens it', async () => {
      const { accounts, users } = make();
      const user = someUser({ verified: true });
      await users.add(user, 'hash');
      const email = user.email.toUpperCase();
      const [first, second] = [somebody({ ...user, email }), somebody({ ...user, email })];

      const before = await accounts.find(first);
      await accounts.receive({ identity: first, session: someSession('') }, () => ({
        kind: 'link',
        user,
        notice: someMail(),
      }));

      expect(before).toEqual({ own: null, sameEmail: { user, isTaken: false } });
      expect((await accounts.find(first)).own).toEqual(user);
      expect(await accounts.find(second)).toEqual({
        own: null,
        sameEmail: { user, isTaken: true },
      });
    });

    test('a session is added to the found account, not to the one it was created for', async () => {
      const { accounts, users, sessions } = make();
      const user = someUser({ verified: true });
      await users.add(user, 'hash');
      const earlier = someSession(user.id);
      await sessions.add(earlier, null);
      const session = someSession(Bun.randomUUIDv7());

      await accounts.receive({ identity: somebody(user), session }, () => ({
        kind: 'link',
        user,
        notice: someMail(),
      }));

      expect((await sessions.find(session.sid))?.user.id).toBe(user.id);
      expect(await sessions.find(earlier.sid)).not.toBeNull();
    });

    test('a claimed account is confirmed, and its previous credentials are removed', async () => {
      const { accounts, users, sessions } = make();
      const user = someUser();
      await users.add(user, 'hash');
      const earlier = someSession(user.id);
      await sessions.add(earlier, null);
      const session = someSession(user.id);

      await accounts.receive({ identity: somebody(user), session }, () => ({
        kind: 'claim',
        user,
        notice: someMail(),
      }));

      const found = await users.findByEmail(user.email);
      expect([found?.user.verified, found?.passwordHash]).toEqual([true, null]);
      expect(await sessions.find(earlier.sid)).toBeNull();
      expect(await sessions.find(session.sid)).not.toBeNull();
    });

    test.each(['the account', 'the address'])(
      'a person is refused while %s is banned, whatever is decided',
      async (what) => {
        const user = someUser({ verified: true });
        const { accounts, users, sessions } = make({
          isBanned: (id) => what === 'the account' && id === user.id,
          isBannedEmail: (email) => what === 'the address' && email === foldEmail(user.email),
        });
        const identity = somebody(user);
        const session = someSession(user.id);

        const reception = await accounts.receive({ identity, session }, () => ({
          kind: 'open',
          user,
          welcome: null,
        }));

        expect(reception).toEqual({ kind: 'refuse', reason: 'suspended' });
        expect(await users.findByEmail(user.email)).toBeNull();
        expect(await sessions.find(session.sid)).toBeNull();
      },
    );

    test('a rejected person leaves no data', async () => {
      const { accounts, sessions } = make();
      const identity = somebody(someUser());
      const session = someSession(Bun.randomUUIDv7());
      const refusal = { kind: 'refuse', reason: 'closed' } as const;

      expect(await accounts.receive({ identity, session }, () => refusal)).toEqual(refusal);

      expect(await accounts.find(identity)).toEqual({ own: null, sameEmail: null });
      expect(await sessions.find(session.sid)).toBeNull();
    });
  });
}

socialAccountsContract('social accounts in memory', (bans = noBans) => {
  const users = memoryUsers();
  const sessions = memorySessions(users);
  const ports = { users, sessions, outbox: [], proofs: { welcomed: () => {} } };
  return { users, sessions, accounts: memorySocialAccounts(ports, bans) };
});

socialAccountsContract('social accounts in Postgres', (bans = noBans) => ({
  users: postgresUsers(database.sql, testSeal, noBans),
  sessions: postgresSessions(database.sql, noBans),
  accounts: postgresSocialAccounts(database.sql, testSeal, bans),
}));
