import { describe, expect, test } from 'bun:test';
import { endOtherSessions, listSessions } from '#core/accounts/sign-in/session';
import { dayMs } from '#core/shared/time';
import { accountWorld, ada, visitor } from '#tests/support/worlds/accounts/account-world';

/** A person who signed in with two browsers, a second apart, and a stranger. */
async function signedInTwice() {
  const world = accountWorld();
  const { user, token } = await world.register(ada, visitor);
  const strange = await world.register({ ...ada, email: 'grace@example.com' }, visitor);
  world.time.nowMs += 1000;
  const phone = await world.logIn(ada, { ...visitor, userAgent: 'Phone/1' });
  const isIn = async (of: string) => (await world.currentUser(of)) !== null;
  const describeAgent = (userAgent: string) => ({ browser: userAgent, os: 'Linux' });
  const ports = { ...world.ports, describeAgent };
  return {
    time: world.time,
    users: world.users,
    isIn,
    user,
    laptop: token,
    phone: phone.token,
    stranger: strange.user,
    strange: strange.token,
    list: (id: string, current: string) => listSessions(ports, { id, token: current }),
    revoke: world.sessions.end,
    endOthers: (id: string, current: string) => endOtherSessions(ports, { id, token: current }),
  };
}

describe('[sessions] the sessions of a person', () => {
  test('are listed newest first, each with its browser and without the key to it', async () => {
    const { list, user, phone, time } = await signedInTwice();

    const listed = await list(user.id, phone);

    const { nowMs } = time;
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^[\da-f]{32}$/),
        isCurrent: true,
        browser: 'Phone/1',
        os: 'Linux',
        createdAt: new Date(nowMs),
        expiresAt: new Date(nowMs + 30 * dayMs),
      },
      {
        id: expect.stringMatching(/^[\da-f]{32}$/),
        isCurrent: false,
        browser: 'Browser/1',
        os: 'Linux',
        createdAt: new Date(nowMs - 1000),
        expiresAt: new Date(nowMs - 1000 + 30 * dayMs),
      },
    ]);
  });

  test('are not listed once they are over', async () => {
    const { list, user, phone, time } = await signedInTwice();

    time.nowMs += 30 * dayMs - 1;

    expect((await list(user.id, phone)).map(({ browser }) => browser)).toEqual(['Phone/1']);
  });

  test('end one by one', async () => {
    const { list, revoke, user, laptop, phone, isIn } = await signedInTwice();
    const [, other] = await list(user.id, phone);

    await revoke(user.id, other?.id ?? '');

    expect([await isIn(laptop), await isIn(phone)]).toEqual([false, true]);
    await expect(revoke(user.id, other?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('[separate-accounts] are ended by nobody else', async () => {
    const { list, revoke, user, stranger, phone, isIn } = await signedInTwice();
    const [own] = await list(user.id, phone);

    await expect(revoke(stranger.id, own?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });

    expect(await isIn(phone)).toBe(true);
  });

  test('end together but one, and their browsers count as unknown again', async () => {
    const { endOthers, user, users, laptop, phone, strange, isIn, time } = await signedInTwice();

    await endOthers(user.id, laptop);

    expect([await isIn(laptop), await isIn(phone), await isIn(strange)]).toEqual([
      ...[true, false, true],
    ]);
    expect((await users.findByEmail(ada.email))?.devicesSince).toEqual(new Date(time.nowMs));
  });
});
