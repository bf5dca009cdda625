import { expect, test } from 'bun:test';
import { deleteAccount } from '#core/accounts/passwords/own-password';
import { ada, visitor } from '#tests/support/worlds/accounts/account-world';
import { personWorld } from '#tests/support/worlds/accounts/person-world';

async function owner() {
  const world = personWorld();
  const person = await world.somebody();
  world.links.set(person.user.id, ['first', 'second']);
  for (const linkId of ['first', 'second', 'of another']) world.redirects.add(linkId);
  return { world, ...person };
}

test('deleting an account deletes its sessions, and its links stop redirecting', async () => {
  const { world, user, origin } = await owner();

  await world.deleteAccount(user, ada.password, origin);

  expect([...world.redirects]).toEqual(['of another']);
  expect(world.sessions.all()).toEqual([]);
  await expect(world.logIn(ada, visitor)).rejects.toMatchObject({ code: 'invalid_credentials' });
});

test('a wrong password deletes nothing, and after ten the session must wait', async () => {
  const { world, user, origin } = await owner();
  for (let n = 0; n < 10; n += 1) {
    await expect(world.deleteAccount(user, 'wrong', origin)).rejects.toMatchObject({
      code: 'invalid',
      issues: [{ path: 'password' }],
    });
  }

  await expect(world.deleteAccount(user, ada.password, origin)).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  expect(world.redirects.size).toBe(3);
  expect(world.users.count()).toBe(1);
});

test('links keep redirecting when the password changes during the deletion', async () => {
  const { world, user, origin } = await owner();
  const profiles = { ...world.ports.profiles, remove: async () => null };
  const overtaken = deleteAccount({ ...world.ports, profiles }, { user, ...origin }, ada.password);

  await expect(overtaken).rejects.toMatchObject({ code: 'invalid' });

  expect(world.redirects.size).toBe(3);
});
