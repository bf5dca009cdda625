import { describe, expect, test } from 'bun:test';
import { dayMs, hourMs } from '#core/shared/time';
import { accountWorld, ada, visitor } from '#tests/support/worlds/accounts/account-world';

describe('registering', () => {
  test('creates an account with a trial of 30 times 24 hours, and signs in', async () => {
    const { register, currentUser, time } = accountWorld();

    const { user, token } = await register({ ...ada, email: ' Ada@Example.com ' }, visitor);

    expect(user).toMatchObject({
      email: 'Ada@Example.com',
      firstName: 'Ada',
      provider: 'email',
      verified: false,
      subscriptionStatus: 'trial',
    });
    expect(user.trialEndsAt).toEqual(new Date(time.nowMs + 30 * dayMs));
    expect(await currentUser(token)).toEqual(user);
  });

  test('an address is taken in any case and with surrounding spaces', async () => {
    const { register, users } = accountWorld();
    await register(ada, visitor);

    const again = register({ ...ada, email: ' aDA@example.COM ' }, visitor);

    await expect(again).rejects.toMatchObject({
      code: 'email_taken',
      message: 'An account with this email already exists',
    });
    expect(users.count()).toBe(1);
  });

  test('[password-storage] common passwords are rejected', async () => {
    const { register, users } = accountWorld();
    const guesses = [
      'password123',
      'PASSWORD123',
      'qwerty',
      'aaaaaaaaaa',
      'Waypost2026!',
      'ada@EXAMPLE.com',
    ];

    for (const password of guesses) {
      await expect(register({ ...ada, password }, visitor)).rejects.toMatchObject({
        code: 'invalid',
        issues: [{ path: 'password' }],
      });
    }
    expect(users.count()).toBe(0);
  });

  test('a closed instance accepts no registrations', async () => {
    const { register, users } = accountWorld({ isOpen: false });

    await expect(register(ada, visitor)).rejects.toMatchObject({ code: 'forbidden' });
    expect(users.count()).toBe(0);
  });

  test('[rate-limits] one network address can create 30 accounts an hour, and the next one an hour later', async () => {
    const { register, time } = accountWorld();
    const nth = (n: number) => register({ ...ada, email: `ada${n}@example.com` }, visitor);
    for (let n = 0; n < 30; n += 1) await nth(n);

    await expect(nth(30)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3600,
    });
    await register(
      { ...ada, email: 'b@example.com' },
      { address: '198.51.100.1', token: null, userAgent: '' },
    );
    time.nowMs += hourMs;
    await nth(30);
  });

  test('[sessions] the previous session of the browser ends', async () => {
    const { register, currentUser } = accountWorld();
    const { token: before } = await register(ada, visitor);

    const { token } = await register(
      { ...ada, email: 'other@example.com' },
      { ...visitor, token: before },
    );

    expect(await currentUser(before)).toBeNull();
    expect(await currentUser(token)).not.toBeNull();
  });
});
