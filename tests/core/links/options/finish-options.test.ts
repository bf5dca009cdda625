import { expect, test } from 'bun:test';
import { finishOptions } from '#core/links/options/finish-options';

const ports = {
  passwords: { hash: async (password: string) => `hash of ${password}` },
  randomBytes: () => new Uint8Array([0xff, 0, 0, 1]),
};
const userId = 'owner';

test.each([null, ''])('the password %p removes the one that a link has', async (password) => {
  expect(await finishOptions(ports, { userId, input: { password } }, { title: 'Menu' })).toEqual({
    title: 'Menu',
    passwordHash: null,
  });
});

test('a new password is hashed, and one that is not named stays as it is', async () => {
  expect(await finishOptions(ports, { userId, input: { password: 'open' } }, {})).toEqual({
    passwordHash: 'hash of open',
  });
  expect(await finishOptions(ports, { userId, input: {} }, { title: 'Menu' })).toEqual({
    title: 'Menu',
  });
});
