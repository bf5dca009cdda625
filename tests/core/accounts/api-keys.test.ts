import { describe, expect, test } from 'bun:test';
import type { NewApiKey } from '#contract/accounts/api-keys';
import { createApiKey, findApiKey } from '#core/accounts/api-keys';
import { minuteMs } from '#core/shared/time';
import { personWorld } from '#tests/support/worlds/accounts/person-world';

const shop: NewApiKey = { name: 'Shop', scopes: ['conversions:write'] };

async function owner() {
  const world = personWorld();
  const { user, token } = await world.somebody();
  const proven = { ...user, verified: true, token };
  return {
    world,
    user,
    token,
    create: (wish = shop) => createApiKey(world.ports, proven, wish),
    find: (text: string) => findApiKey(world.ports, text),
  };
}

describe('creating a key', () => {
  test('[api-keys] returns its text once, and stores only its ending', async () => {
    const { world, user, create } = await owner();

    const made = await create({ ...shop, scopes: [...shop.scopes, ...shop.scopes] });
    const { key: other } = await create();

    const { key } = made;
    expect(made).toMatchObject({ scopes: shop.scopes, ending: key.slice(-4), lastUsedAt: null });
    expect(key).toMatch(/^wp_[\da-f]{64}$/);
    expect(key).not.toBe(other);
    expect(JSON.stringify(await world.ports.keys.of(user.id))).not.toContain(key.slice(3, -4));
  });

  test('requires a confirmed address and a recent password confirmation', async () => {
    const { world, user, token, create } = await owner();

    await expect(createApiKey(world.ports, { ...user, token }, shop)).rejects.toMatchObject({
      code: 'email_unverified',
    });
    world.time.nowMs += 10 * minuteMs;
    await expect(create()).rejects.toMatchObject({ code: 'reauth_required' });
  });

  test('is limited to twenty keys until one is revoked', async () => {
    const { world, user, create } = await owner();
    const { id } = await create();
    for (let n = 1; n < 20; n += 1) await create();

    await expect(create()).rejects.toMatchObject({
      code: 'conflict',
      message: 'An account can have at most 20 API keys. Revoke one first.',
    });
    await world.ports.keys.remove(user.id, id);

    await create();
  });
});

describe('a key', () => {
  test('[api-keys] gives access to its account, until its owner revokes it', async () => {
    const { world, user, create, find } = await owner();
    const { id, key } = await create();
    const strangers = [`${key}0`, key.toUpperCase(), key.slice(3), `wp_${'0'.repeat(64)}`, ''];

    expect(await find(key)).toMatchObject({ user: { id: user.id }, scopes: shop.scopes });
    expect(await Promise.all(strangers.map(find))).toEqual(strangers.map(() => null));
    await world.ports.keys.remove(user.id, id);

    expect(await find(key)).toBeNull();
  });

  test('records its use once a minute', async () => {
    const { world, user, create, find } = await owner();
    const { key } = await create();
    const firstMs = world.time.nowMs;
    const usedMs = async (laterMs: number) => {
      world.time.nowMs = firstMs + laterMs;
      await find(key);
      return (await world.ports.keys.of(user.id))[0]?.lastUsedAt?.getTime();
    };

    expect(await usedMs(0)).toBe(firstMs);
    expect(await usedMs(minuteMs - 1)).toBe(firstMs);
    expect(await usedMs(minuteMs)).toBe(firstMs + minuteMs);
  });
});
