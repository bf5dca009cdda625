import { describe, expect, test } from 'bun:test';
import { dayMs, hourMs } from '#core/shared/time';
import { ada, visitor } from '#tests/support/worlds/accounts/account-world';
import { personWorld, tokenIn } from '#tests/support/worlds/accounts/person-world';

const invalidLink = { code: 'invalid_link', message: 'This link is invalid or has expired' };
const alreadyConfirmed = {
  code: 'already_confirmed',
  message: 'This email address is already confirmed.',
};
const other = 'ada@new.example';

describe('[proven-addresses] the link of a welcome mail', () => {
  test('confirms the address once within seven days, and ends no session', async () => {
    const world = personWorld();
    const { user, welcome, token } = await world.somebody();
    world.time.nowMs += 7 * dayMs - 1;

    expect(await world.verifyEmail(welcome, null)).toBe(user.id);

    expect(world.users.userById(user.id)?.verified).toBe(true);
    expect(world.sessions.all()).toHaveLength(1);
    await expect(world.verifyEmail(welcome, token)).rejects.toMatchObject(alreadyConfirmed);
  });

  test('says that a password reset has confirmed the address', async () => {
    const world = personWorld();
    const { welcome } = await world.somebody();
    await world.requestReset(ada.email, { address: '203.0.113.9' });
    const [reset] = await world.mails();
    await world.resetPassword(tokenIn(reset), 'difference engine no. 2');
    world.time.nowMs += 7 * dayMs;

    await expect(world.verifyEmail(welcome, null)).rejects.toMatchObject(alreadyConfirmed);
  });

  test('expires after that; unknown tokens are rejected too', async () => {
    const world = personWorld();
    const { user, welcome } = await world.somebody();
    world.time.nowMs += 7 * dayMs;

    for (const token of [welcome, 'A'.repeat(43), '']) {
      await expect(world.verifyEmail(token, null)).rejects.toMatchObject(invalidLink);
    }
    expect(world.users.userById(user.id)?.verified).toBe(false);
  });
});

describe('another link for the same address', () => {
  test('is mailed five times an hour, and not to a confirmed address', async () => {
    const world = personWorld();
    const { user } = await world.somebody();
    for (let n = 0; n < 5; n += 1) await world.resendVerification(user);

    await expect(world.resendVerification(user)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'You requested too many emails. Please try again later.',
      retryAfterSeconds: 3600,
    });
    const mails = await world.mails();
    await world.verifyEmail(tokenIn(mails[0]), null);
    world.time.nowMs += hourMs;
    await world.resendVerification({ ...user, verified: true });

    expect(mails.map(({ to }) => to)).toEqual(Array(5).fill(ada.email));
    expect(await world.mails()).toEqual([]);
  });
});

describe('the link of a changed address', () => {
  test('changes the address, ends every other session and notifies the old address', async () => {
    const world = personWorld();
    const { user, token } = await world.somebody();
    await world.logIn(ada, visitor);
    await world.changeProfile(user, { email: ` ${other} ` }, token);
    const [question, notice] = await world.mails();

    expect([question?.to, notice?.to]).toEqual([other, ada.email]);
    expect(world.users.userById(user.id)?.email).toBe(ada.email);
    await world.verifyEmail(tokenIn(question), token);

    expect(world.users.userById(user.id)).toMatchObject({ email: other, verified: true });
    expect(world.sessions.all().map(({ sid }) => sid)).toEqual([world.ports.digest(token)]);
    expect(await world.mails()).toMatchObject([
      { to: ada.email, subject: 'Your Waypost email address was changed' },
    ]);
  });

  test('expires after a day', async () => {
    const world = personWorld();
    const { user, token } = await world.somebody();
    await world.changeProfile(user, { email: other }, token);
    const [question] = await world.mails();
    world.time.nowMs += dayMs;

    expect(await world.pendingEmail(user.id)).toBeNull();
    await expect(world.verifyEmail(tokenIn(question), token)).rejects.toMatchObject(invalidLink);
  });

  test('reports a taken address, which requesting the change did not', async () => {
    const world = personWorld();
    await world.somebody(other);
    const { user, token } = await world.somebody();
    await world.changeProfile(user, { email: other.toUpperCase() }, token);
    const [question] = await world.mails();

    await expect(world.verifyEmail(tokenIn(question), token)).rejects.toMatchObject({
      code: 'email_taken',
    });
    expect(world.users.userById(user.id)?.email).toBe(ada.email);
  });

  test('is rejected after the change was canceled', async () => {
    const world = personWorld();
    const { user, token } = await world.somebody();
    await world.changeProfile(user, { email: other }, token);
    const [question] = await world.mails();
    expect(await world.pendingEmail(user.id)).toBe(other);

    await world.cancelEmailChange(user.id);

    expect(await world.pendingEmail(user.id)).toBeNull();
    await expect(world.verifyEmail(tokenIn(question), token)).rejects.toMatchObject(invalidLink);
  });
});
