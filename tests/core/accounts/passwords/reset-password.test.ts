import { describe, expect, test } from 'bun:test';
import { createApiKey } from '#core/accounts/api-keys';
import { dayMs } from '#core/shared/time';
import { ada, visitor } from '#tests/support/worlds/accounts/account-world';
import { personWorld, tokenIn } from '#tests/support/worlds/accounts/person-world';

const next = 'difference engine no 2';
const stranger = { address: '198.51.100.1' };
const invalidLink = {
  code: 'invalid_link',
  message: 'This reset link is invalid or has expired',
};

async function asked() {
  const world = personWorld();
  const person = await world.somebody();
  await world.requestReset(ada.email.toUpperCase(), stranger);
  const [mail] = await world.mails();
  return { world, ...person, reset: tokenIn(mail) };
}

describe('a reset link', () => {
  test('is mailed only to the account’s address, and for unknown addresses to nobody', async () => {
    const world = personWorld();
    await world.somebody();

    await world.requestReset(` ${ada.email.toLowerCase()} `, stranger);
    await world.requestReset('nobody@example.com', stranger);

    expect(await world.mails()).toMatchObject([
      { to: ada.email, subject: 'Reset your Waypost password' },
    ]);
  });

  test('is mailed thirty times an hour for one network address, and after that silently not', async () => {
    const world = personWorld();
    await world.somebody();
    for (let n = 0; n < 30; n += 1) await world.requestReset('nobody@example.com', stranger);

    await world.requestReset(ada.email, stranger);
    expect(await world.mails()).toEqual([]);
    await world.requestReset(ada.email, { address: '203.0.113.99' });

    expect(await world.mails()).toHaveLength(1);
  });

  test('is mailed for a known browser, even after many requests by strangers', async () => {
    const world = personWorld();
    const { user } = await world.somebody();
    const device = { id: 'a browser', signedInAt: new Date(world.time.nowMs) };
    const provesDevice = (userId: string) => (userId === user.id ? device : null);
    for (let n = 0; n < 6; n += 1) await world.requestReset(ada.email, { address: `10.0.0.${n}` });
    expect(await world.mails()).toHaveLength(5);

    await world.requestReset(ada.email, { ...stranger, provesDevice });

    expect(await world.mails()).toHaveLength(1);
  });
});

describe('a reset password', () => {
  test('replaces the old one, ends every session, and is reported by mail', async () => {
    const { world, user, token, reset } = await asked();

    expect(await world.resetPassword(reset, next)).toBe(user.id);

    expect(world.sessions.all()).toEqual([]);
    expect(await world.mails()).toMatchObject([
      { to: ada.email, subject: 'Your Waypost password was changed' },
    ]);
    await expect(world.logIn(ada, { ...visitor, token })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await world.logIn({ ...ada, password: next }, visitor);
  });

  test('is reported with the API keys that go on working, and with the way to end them', async () => {
    const { world, user, welcome, token, reset } = await asked();
    await world.verifyEmail(welcome, null);
    const wish = { scopes: ['conversions:write' as const] };
    const proven = { ...user, verified: true, token };
    const shop = await createApiKey(world.ports, proven, { ...wish, name: 'Shop' });
    const hostile = 'Win \u202e https://evil.example/free now';
    const other = await createApiKey(world.ports, proven, { ...wish, name: hostile });

    await world.resetPassword(reset, next);

    const [mail] = await world.mails();
    expect(mail?.text).toContain(
      `These API keys still work: Win now (ends in ${other.ending}), Shop (ends in ${shop.ending}).`,
    );
    expect(mail?.text).toContain('/settings/security\n');
    expect(mail?.text).not.toContain('evil');
  });

  test('of an address that nobody had confirmed is reported without keys, which it removes', async () => {
    const { world, user, token, reset } = await asked();
    const wish = { name: 'Shop', scopes: ['conversions:write' as const] };
    await createApiKey(world.ports, { ...user, verified: true, token }, wish);

    await world.resetPassword(reset, next);

    expect((await world.mails())[0]?.text).toContain('Your account has no API keys.');
  });

  test('[mailed-links] is set once by a link, within 24 hours', async () => {
    const [inTime, late] = [await asked(), await asked()];
    inTime.world.time.nowMs += dayMs - 1;
    late.world.time.nowMs += dayMs;

    await inTime.world.resetPassword(inTime.reset, next);

    for (const token of [inTime.reset, 'A'.repeat(43), '']) {
      await expect(inTime.world.resetPassword(token, next)).rejects.toMatchObject(invalidLink);
    }
    await expect(late.world.resetPassword(late.reset, next)).rejects.toMatchObject(invalidLink);
  });

  test('is rejected when it is weak, and the link stays valid', async () => {
    const { world, reset } = await asked();

    for (const password of ['password123', ada.email.toLowerCase()]) {
      await expect(world.resetPassword(reset, password)).rejects.toMatchObject({
        code: 'invalid',
        issues: [{ path: 'newPassword' }],
      });
    }

    await world.resetPassword(reset, next);
  });

  test('clears the failed guesses at the old one', async () => {
    const { world, reset } = await asked();
    const wrong = { ...ada, password: 'wrong' };
    for (let n = 0; n < 10; n += 1) await world.logIn(wrong, visitor).catch(() => {});
    await expect(world.logIn(ada, visitor)).rejects.toMatchObject({ code: 'too_many_requests' });

    await world.resetPassword(reset, next);

    await world.logIn({ ...ada, password: next }, visitor);
  });
});
