import { describe, expect, test } from 'bun:test';
import type { Bans } from '#core/accounts/banned';
import type { EmailProof } from '#core/accounts/email-proofs';
import type { EmailProofs, PasswordResets, Sessions, Users } from '#core/accounts/ports';
import type { AskedReset } from '#core/accounts/passwords/reset-password';
import type { Session } from '#core/accounts/sign-in/session';
import { foldEmail, type User } from '#core/accounts/user';
import { dayMs, hourMs } from '#core/shared/time';
import { someMail } from '#tests/support/builders/mails';
import { someUser } from './accounts.ts';

export type ProofsUnderTest = {
  readonly users: Pick<Users, 'add' | 'findByEmail'>;
  readonly sessions: Pick<Sessions, 'add' | 'find'>;
  readonly proofs: EmailProofs;
  readonly resets: PasswordResets;
};

const nowMs = Date.UTC(2026, 5, 1, 12, 0, 0, 123);
const at = (laterMs = 0) => new Date(nowMs + laterMs);
const digest = () => new Bun.CryptoHasher('sha256').update(crypto.randomUUID()).digest('hex');

const mailTo = (to: string) => someMail({ to });

function someProof({ id, email }: User, more: Partial<EmailProof> = {}): EmailProof {
  const cause = 'resend';
  return {
    tokenDigest: digest(),
    userId: id,
    email,
    cause,
    createdAt: at(),
    expiresAt: at(dayMs),
    ...more,
  };
}

function someReset({ id }: User, more: Partial<AskedReset> = {}): AskedReset {
  return {
    tokenDigest: digest(),
    userId: id,
    requesterKey: digest(),
    createdAt: at(),
    expiresAt: at(dayMs),
    ...more,
  };
}

/** What every store of the links in mails promises. */
export function proofsContract(name: string, make: (bans?: Bans) => ProofsUnderTest): void {
  async function start(bans?: Bans) {
    const stores = make(bans);
    const user = someUser();
    await stores.users.add(user, 'hash');
    const signedIn = async (): Promise<string> => {
      const times = { createdAt: at(), expiresAt: at(dayMs), provenAt: at() };
      const session: Session = { sid: digest(), userId: user.id, userAgent: '', ...times };
      await stores.sessions.add(session, null);
      return session.sid;
    };
    const isIn = async (sid: string) => (await stores.sessions.find(sid)) !== null;
    return { ...stores, user, signedIn, isIn };
  }

  describe(`${name}: confirmations of addresses`, () => {
    test('a confirmation is found with its account until it expires', async () => {
      const { proofs, user } = await start();
      const proof = someProof(user);

      expect(await proofs.open(proof, [someMail()])).toBe(0);

      expect(await proofs.find(proof.tokenDigest, at(dayMs - 1))).toEqual({ proof, user });
      expect(await proofs.find(proof.tokenDigest, at(dayMs))).toBeNull();
      expect(await proofs.find(digest(), at())).toBeNull();
    });

    test.each(['the account', 'its address', 'the address to prove'])(
      'a confirmation is refused while %s is banned',
      async (what) => {
        const banned = new Set<string>();
        const { proofs, user } = await start({
          isBanned: (id) => banned.has(id),
          isBannedEmail: (email) => banned.has(email),
        });
        const proof = someProof(user, { cause: 'change', email: 'Ada@new.example' });
        await proofs.open(proof, [someMail()]);

        const [its, toProve] = [foldEmail(user.email), 'ada@new.example'];
        banned.add(what === 'the account' ? user.id : what === 'its address' ? its : toProve);

        await expect(proofs.find(proof.tokenDigest, at())).rejects.toMatchObject({
          code: 'forbidden',
        });
        expect(await proofs.find(digest(), at())).toBeNull();
      },
    );

    test('five of one kind are allowed within an hour, and the next returns the waiting time', async () => {
      const { proofs, user } = await start();
      for (let n = 0; n < 5; n += 1) await proofs.open(someProof(user), []);
      const sixth = someProof(user);

      expect(await proofs.open(sixth, [])).toBe(3600);

      expect(await proofs.find(sixth.tokenDigest, at())).toBeNull();
      expect(await proofs.open(someProof(user, { cause: 'change' }), [])).toBe(0);
      const later = { createdAt: at(hourMs), expiresAt: at(dayMs) };
      expect(await proofs.open(someProof(user, later), [])).toBe(0);
    });

    test('a confirmation is used once, and ends no session', async () => {
      const { proofs, users, user, signedIn, isIn } = await start();
      const proof = someProof(user);
      await proofs.open(proof, []);
      const sid = await signedIn();
      const { tokenDigest } = proof;
      const use = { tokenDigest, at: at(), keptSid: null, mail: null };
      expect(await proofs.isProven(tokenDigest)).toBe(false);

      expect([await proofs.use(use), await proofs.use(use)]).toEqual(['proven', 'over']);

      expect((await users.findByEmail(user.email))?.user.verified).toBe(true);
      expect(await proofs.isProven(tokenDigest)).toBe(true);
      expect(await proofs.isProven(digest())).toBe(false);
      expect(await isIn(sid)).toBe(true);
    });

    test('a change sets the account’s address, and ends every session but one', async () => {
      const { proofs, users, user, signedIn, isIn } = await start();
      const email = `new.${user.email}`;
      const [proof, welcome] = [someProof(user, { email, cause: 'change' }), someProof(user)];
      await proofs.open(proof, []);
      await proofs.open(welcome, []);
      const [kept, other] = [await signedIn(), await signedIn()];
      expect(await proofs.pendingChange(user.id, at())).toBe(email);

      const { tokenDigest } = proof;
      const use = { tokenDigest, at: at(), keptSid: kept, mail: someMail() };
      expect(await proofs.use(use)).toBe('proven');

      expect((await users.findByEmail(email))?.user.id).toBe(user.id);
      expect(await users.findByEmail(user.email)).toBeNull();
      expect([await isIn(kept), await isIn(other)]).toEqual([true, false]);
      expect(await proofs.find(welcome.tokenDigest, at())).toBeNull();
      expect(await proofs.isProven(tokenDigest)).toBe(true);
      expect(await proofs.isProven(welcome.tokenDigest)).toBe(false);
      expect(await proofs.pendingChange(user.id, at())).toBeNull();
    });

    test('only the newest change is valid, until it is canceled', async () => {
      const { proofs, user } = await start();
      const [older, newer] = ['one', 'two'].map((part) =>
        someProof(user, { email: `${part}.${user.email}`, cause: 'change' }),
      );
      if (!older || !newer) throw new Error('There are two');
      await proofs.open(older, []);
      await proofs.open(newer, []);

      expect(await proofs.find(older.tokenDigest, at())).toBeNull();
      expect(await proofs.pendingChange(user.id, at())).toBe(newer.email);
      await proofs.cancelChange(user.id, at());

      expect(await proofs.find(newer.tokenDigest, at())).toBeNull();
      expect(await proofs.pendingChange(user.id, at())).toBeNull();
    });

    test('an address that another account has by then is rejected', async () => {
      const { proofs, users, user } = await start();
      const other = someUser();
      const proof = someProof(user, { email: other.email, cause: 'change' });
      await proofs.open(proof, []);
      await users.add(other, 'hash');

      const { tokenDigest } = proof;
      const use = { tokenDigest, at: at(), keptSid: null, mail: someMail() };

      expect(await proofs.use(use)).toBe('taken');
      expect((await users.findByEmail(user.email))?.user.id).toBe(user.id);
    });
  });

  describe(`${name}: resets of passwords`, () => {
    test('a reset is found until it expires, and sets the password once', async () => {
      const { resets, users, user, signedIn, isIn } = await start();
      const reset = someReset(user);
      const { tokenDigest } = reset;
      await resets.open(reset, mailTo(user.email), 5);
      const sid = await signedIn();
      expect((await resets.find(tokenDigest, at(dayMs - 1)))?.id).toBe(user.id);
      expect(await resets.find(tokenDigest, at(dayMs))).toBeNull();

      const use = { tokenDigest, passwordHash: 'new', at: at(), mail: someMail() };
      expect([await resets.use(use), await resets.use(use)]).toEqual([true, false]);

      const found = await users.findByEmail(user.email);
      expect([found?.passwordHash, found?.user.verified]).toEqual(['new', true]);
      expect(await isIn(sid)).toBe(false);
    });

    test('a newer one replaces those of the same requester, and a used one replaces all', async () => {
      const { resets, user } = await start();
      const older = someReset(user);
      const newer = someReset(user, { requesterKey: older.requesterKey });
      const stranger = someReset(user);
      for (const reset of [older, newer, stranger]) await resets.open(reset, mailTo(user.email), 5);
      const isAlive = async ({ tokenDigest }: AskedReset) =>
        (await resets.find(tokenDigest, at())) !== null;

      expect([await isAlive(older), await isAlive(newer), await isAlive(stranger)]).toEqual([
        ...[false, true, true],
      ]);
      const { tokenDigest } = newer;
      await resets.use({ tokenDigest, passwordHash: 'new', at: at(), mail: someMail() });

      expect([await isAlive(newer), await isAlive(stranger)]).toEqual([false, false]);
    });

    test('none is stored when the account has another address by then', async () => {
      const { resets, user } = await start();
      const [late, same] = [someReset(user), someReset(user)];

      await resets.open(late, mailTo('the.former@example.com'), null);
      await resets.open(same, mailTo(user.email.toUpperCase()), null);

      expect(await resets.find(late.tokenDigest, at())).toBeNull();
      expect((await resets.find(same.tokenDigest, at()))?.id).toBe(user.id);
    });

    test('no more than the limit are stored within an hour, over all requesters', async () => {
      const { resets, user } = await start();
      for (let n = 0; n < 2; n += 1) await resets.open(someReset(user), mailTo(user.email), 2);
      const [refused, unlimited] = [someReset(user), someReset(user)];
      await resets.open(refused, mailTo(user.email), 2);
      await resets.open(unlimited, mailTo(user.email), null);

      expect(await resets.find(refused.tokenDigest, at())).toBeNull();
      expect((await resets.find(unlimited.tokenDigest, at()))?.id).toBe(user.id);
    });
  });
}
