import { expect, test } from 'bun:test';
import { minuteMs } from '#core/shared/time';
import { ada } from '#tests/support/worlds/accounts/account-world';
import { personWorld } from '#tests/support/worlds/accounts/person-world';

test('a name changes without a password; omitted fields stay unchanged', async () => {
  const world = personWorld();
  const { user, token } = await world.somebody();
  world.time.nowMs += 10 * minuteMs;

  const renamed = await world.changeProfile(user, { lastName: 'Lovelace' }, token);

  expect(renamed).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', email: ada.email });
  expect(await world.mails()).toEqual([]);
});

test('a person’s own address, in any case, counts as no change', async () => {
  const world = personWorld();
  const { user, token } = await world.somebody();
  world.time.nowMs += 10 * minuteMs;

  await world.changeProfile(user, { email: ` ${ada.email.toUpperCase()} ` }, token);

  expect(await world.mails()).toEqual([]);
});

test('[sensitive-changes] a new address requires a password confirmed within ten minutes; otherwise the name stays too', async () => {
  const world = personWorld();
  const { user, token, origin } = await world.somebody();
  const wish = { firstName: 'Augusta', email: 'ada@new.example' };
  world.time.nowMs += 10 * minuteMs;

  await expect(world.changeProfile(user, wish, token)).rejects.toMatchObject({
    code: 'reauth_required',
  });
  expect(world.users.userById(user.id)?.firstName).toBe('Ada');
  await world.reauthenticate(user, ada.password, origin);
  world.time.nowMs += 10 * minuteMs - 1;

  expect(await world.changeProfile(user, wish, token)).toMatchObject({ firstName: 'Augusta' });
});

test('the sixth new address within an hour is rejected, and the name stays', async () => {
  const world = personWorld();
  const { user, token } = await world.somebody();
  const change = (n: number, firstName: string) =>
    world.changeProfile(user, { firstName, email: `ada${n}@new.example` }, token);
  for (let n = 0; n < 5; n += 1) await change(n, 'Ada');

  await expect(change(5, 'Augusta')).rejects.toMatchObject({ code: 'too_many_requests' });

  expect(world.users.userById(user.id)?.firstName).toBe('Ada');
});
