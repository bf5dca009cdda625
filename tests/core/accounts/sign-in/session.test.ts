import { describe, expect, test } from 'bun:test';
import { dayMs } from '#core/shared/time';
import { accountWorld, ada, visitor } from '#tests/support/worlds/accounts/account-world';

async function signedIn() {
  const world = accountWorld();
  const { user, token } = await world.register(ada, visitor);
  return { ...world, digest: world.ports.digest, user, token };
}

describe('[sessions] a session', () => {
  test('has a token of 256 bits, of which only a hash is stored', async () => {
    const { token, sessions, digest } = await signedIn();

    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(sessions.all().map(({ sid }) => sid)).toEqual([digest(token)]);
  });

  test('cannot be used with the stored hash', async () => {
    const { currentUser, token, digest } = await signedIn();

    expect(await currentUser(digest(token))).toBeNull();
  });

  test('ends after 30 days without use', async () => {
    const { currentUser, token, time } = await signedIn();

    time.nowMs += 30 * dayMs - 1;
    expect(await currentUser(token)).not.toBeNull();
    time.nowMs += 30 * dayMs;
    expect(await currentUser(token)).toBeNull();
  });

  test('is extended while it is used, and ends after 90 days in any case', async () => {
    const { currentUser, token, time } = await signedIn();

    for (let day = 1; day < 90; day += 1) {
      time.nowMs += dayMs;
      expect(await currentUser(token)).not.toBeNull();
    }
    time.nowMs += dayMs;
    expect(await currentUser(token)).toBeNull();
  });

  test('is extended at most once a day', async () => {
    const { currentUser, token, time, sessions } = await signedIn();
    const endOf = () => sessions.all()[0]?.expiresAt.getTime();
    const first = endOf();

    time.nowMs += dayMs - 1;
    await currentUser(token);
    expect(endOf()).toBe(first);
    time.nowMs += 1;
    await currentUser(token);
    expect(endOf()).toBe(time.nowMs + 30 * dayMs);
  });

  test('ends after logging out', async () => {
    const { currentUser, logOut, token } = await signedIn();

    await logOut(token);

    expect(await currentUser(token)).toBeNull();
  });
});
