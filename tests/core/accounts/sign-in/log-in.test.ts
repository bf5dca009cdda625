import { describe, expect, test } from 'bun:test';
import { Refusal } from '#core/shared/refusal';
import { minuteMs, secondMs } from '#core/shared/time';
import { logIn } from '#core/accounts/sign-in/log-in';
import { accountWorld, ada, visitor } from '#tests/support/worlds/accounts/account-world';

const right = { email: ada.email, password: ada.password };
const wrong = { email: ada.email, password: 'difference engine' };
const elsewhere = { address: '198.51.100.1', token: null, userAgent: '' };
const unproven = { code: 'invalid_credentials', message: 'Invalid email or password' };
const paused = { code: 'too_many_requests' };

async function peopled() {
  const world = accountWorld();
  await world.register(ada, elsewhere);
  return world;
}

describe('signing in', () => {
  test('[sessions] accepts the address in any case and creates a new session each time', async () => {
    const { logIn, currentUser, sessions } = await peopled();

    const first = await logIn({ ...right, email: ' ADA@example.com ' }, visitor);
    const second = await logIn(right, { ...visitor, token: first.token });

    expect(second.user.firstName).toBe('Ada');
    expect(second.token).not.toBe(first.token);
    expect(await currentUser(first.token)).toBeNull();
    expect(await currentUser(second.token)).toEqual(second.user);
    expect(JSON.stringify(sessions.all())).not.toContain(second.token);
  });

  test('[hidden-accounts] unknown addresses and wrong passwords get the same message', async () => {
    const { logIn } = await peopled();

    await expect(logIn(wrong, visitor)).rejects.toMatchObject(unproven);
    await expect(logIn({ ...right, email: 'b@example.com' }, visitor)).rejects.toMatchObject(
      unproven,
    );
  });

  test('[password-storage] every character of a long password counts', async () => {
    const { register, logIn } = accountWorld();
    await register({ ...ada, password: 'a7'.repeat(128) }, visitor);

    const almost = { ...right, password: `${'a7'.repeat(127)}ab` };

    await expect(logIn(almost, visitor)).rejects.toMatchObject(unproven);
  });

  test('[password-storage] a hash with weaker parameters is replaced', async () => {
    const { logIn, users, strength } = await peopled();
    strength.now = 2;

    await logIn(right, visitor);

    const found = await users.findByEmail(ada.email);
    expect(found?.passwordHash).toBe(`2:${ada.password}`);
    await logIn(right, visitor);
  });
});

describe('[guess-limits] guessing', () => {
  test('after ten failures from an address the next attempt waits ten minutes, right or wrong', async () => {
    const { logIn, time } = await peopled();
    for (let n = 0; n < 10; n += 1) {
      await expect(logIn(wrong, visitor)).rejects.toMatchObject(unproven);
    }

    await expect(logIn(wrong, visitor)).rejects.toMatchObject({
      ...paused,
      retryAfterSeconds: 600,
    });
    await expect(logIn(right, visitor)).rejects.toMatchObject(paused);
    time.nowMs += 10 * minuteMs - 1;
    await expect(logIn(right, visitor)).rejects.toMatchObject({ ...paused, retryAfterSeconds: 1 });
    time.nowMs += 1;
    await logIn(right, visitor);
  });

  test('concurrent attempts do not exceed the limit', async () => {
    const { logIn } = await peopled();

    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => logIn(wrong, visitor)),
    );

    const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(30);
  });

  test('a success resets the count of its address, and no other’s', async () => {
    const { logIn } = await peopled();
    for (let n = 0; n < 10; n += 1) {
      await expect(logIn(wrong, visitor)).rejects.toMatchObject(unproven);
    }
    await expect(logIn(wrong, elsewhere)).rejects.toMatchObject(unproven);

    await logIn(right, elsewhere);

    for (let n = 0; n < 3; n += 1) {
      await expect(logIn(wrong, elsewhere)).rejects.toMatchObject(unproven);
    }
    await expect(logIn(right, visitor)).rejects.toMatchObject(paused);
  });

  test('an own account gives the attacker no more guesses', async () => {
    const { register, logIn } = await peopled();
    const own = { email: 'mallory@example.com', password: 'mallets and croquet' };
    await register({ ...ada, ...own }, elsewhere);
    for (let n = 0; n < 9; n += 1) {
      await expect(logIn(wrong, visitor)).rejects.toMatchObject(unproven);
    }

    await logIn(own, visitor);

    await expect(logIn(wrong, visitor)).rejects.toMatchObject(unproven);
    await expect(logIn(wrong, visitor)).rejects.toMatchObject(paused);
  });

  test('guesses from many addresses leave three attempts per address, and then a wait of at most an hour', async () => {
    const { logIn, time } = await peopled();
    const from = (n: number) => ({ address: `2001:db8:${n}:1::/64`, token: null, userAgent: '' });
    for (let n = 0; n < 30; n += 1) {
      await expect(logIn(wrong, from(n))).rejects.toMatchObject(unproven);
    }

    for (let n = 0; n < 3; n += 1) {
      await expect(logIn(wrong, elsewhere)).rejects.toMatchObject(unproven);
    }
    await expect(logIn(right, elsewhere)).rejects.toMatchObject({
      ...paused,
      retryAfterSeconds: 3600,
    });
    time.nowMs += 60 * minuteMs;
    await logIn(right, elsewhere);
  });

  test('the delay starts with the fifteenth failure of a day, and doubles', async () => {
    const { logIn, time } = await peopled();
    const from = (n: number) => ({ address: `198.51.100.${n}`, token: null, userAgent: '' });
    for (let n = 10; n < 22; n += 1) await logIn(wrong, from(n)).catch(() => {});
    const delays: (number | null)[] = [];

    for (let n = 0; n < 10; n += 1) {
      const error = await logIn(wrong, elsewhere).catch((reason: unknown) => reason);
      if (!(error instanceof Refusal)) throw error;
      delays.push(error.retryAfterSeconds);
      time.nowMs += (error.retryAfterSeconds ?? 0) * secondMs;
    }

    expect(delays).toEqual([null, null, null, 1, null, 2, null, 4, null, 8]);
  });

  test('[guess-limits] setting the clock back does not extend the wait', async () => {
    const { logIn, time } = await peopled();
    for (let n = 0; n < 10; n += 1) {
      await expect(logIn(wrong, visitor)).rejects.toMatchObject(unproven);
    }
    time.nowMs -= 60 * minuteMs;

    await expect(logIn(wrong, visitor)).rejects.toMatchObject({ retryAfterSeconds: 600 });
  });

  test('an attempt without a result does not count', async () => {
    const world = await peopled();
    const busy = new Refusal('too_many_requests', 'Busy', { retryAfterSeconds: 2 });
    const passwords = { ...world.ports.passwords, verify: () => Promise.reject(busy) };
    const refused = () => logIn({ ...world.ports, passwords }, visitor, right);

    for (let n = 0; n < 20; n += 1) await expect(refused()).rejects.toBe(busy);

    await world.logIn(right, visitor);
  });
});
