import { expect, test } from 'bun:test';
import { changePassword } from '#core/accounts/passwords/own-password';
import { minuteMs } from '#core/shared/time';
import { ada, visitor } from '#tests/support/worlds/accounts/account-world';
import { personWorld } from '#tests/support/worlds/accounts/person-world';

const newPassword = 'difference engine no 2';
const wish = { currentPassword: ada.password, newPassword };

test('[sensitive-changes] a changed password ends every other session, and a mail reports it', async () => {
  const world = personWorld();
  const { user, token, origin } = await world.somebody();
  await world.logIn(ada, visitor);

  await world.changePassword(user, wish, origin);

  expect(world.sessions.all().map(({ sid }) => sid)).toEqual([world.ports.digest(token)]);
  expect(await world.mails()).toMatchObject([{ to: ada.email }]);
  await world.logIn({ ...ada, password: newPassword }, visitor);
});

test('a wrong current password, and a weak new one, change nothing', async () => {
  const world = personWorld();
  const { user, origin } = await world.somebody();
  const refusalOf = (change: Partial<typeof wish>) =>
    world.changePassword(user, { ...wish, ...change }, origin).catch((error: unknown) => error);

  expect(await refusalOf({ currentPassword: 'wrong' })).toMatchObject({
    code: 'invalid',
    issues: [{ path: 'currentPassword', message: 'Current password is incorrect' }],
  });
  expect(await refusalOf({ newPassword: 'password123' })).toMatchObject({
    issues: [{ path: 'newPassword' }],
  });

  await world.logIn(ada, visitor);
  expect(await world.mails()).toEqual([]);
});

test('guesses are counted per session, so that those of strangers lock nobody out', async () => {
  const world = personWorld();
  const { user, origin } = await world.somebody();
  const elsewhere = { ...origin, token: (await world.logIn(ada, visitor)).token };
  const wrong = { ...wish, currentPassword: 'wrong' };
  for (let n = 0; n < 10; n += 1) {
    await expect(world.changePassword(user, wrong, elsewhere)).rejects.toMatchObject({
      code: 'invalid',
    });
  }

  await expect(world.changePassword(user, wish, elsewhere)).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  await world.changePassword(user, wish, origin);
  world.time.nowMs += 10 * minuteMs;

  expect(world.users.hashById(user.id)).toEndWith(newPassword);
});

test('of two concurrent changes the second is rejected', async () => {
  const world = personWorld();
  const { user, origin } = await world.somebody();
  const profiles = { ...world.ports.profiles, replacePassword: async () => false };
  const second = changePassword({ ...world.ports, profiles }, { user, ...origin }, wish);

  await expect(second).rejects.toMatchObject({ code: 'invalid' });
});
