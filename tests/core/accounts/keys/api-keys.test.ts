import { describe, expect, test } from 'bun:test';
import type { Scope } from '#core/accounts/keys/api-key';
import { minuteMs } from '#core/shared/time';
import { personWorld } from '#tests/support/worlds/accounts/person-world';

const shop = { name: 'Shop', scopes: ['conversions:write'] as readonly Scope[] };

async function owner() {
  const world = personWorld();
  const { user, token } = await world.somebody();
  const proven = { ...user, verified: true };
  return { world, user, token, create: (wish = shop) => world.createApiKey(proven, wish, token) };
}

describe('creating a key', () => {
  test('[api-keys] returns its text once, and stores only its ending', async () => {
    const { world, user, create } = await owner();

    const { key, text } = await create({ ...shop, scopes: [...shop.scopes, ...shop.scopes] });
    const { text: other } = await create();

    expect(key).toMatchObject({ scopes: shop.scopes, ending: text.slice(-4), lastUsedAt: null });
    expect(text).toMatch(/^wp_[\da-f]{64}$/);
    expect(text).not.toBe(other);
    expect(JSON.stringify(await world.ports.keys.of(user.id))).not.toContain(text.slice(3, -4));
  });

  test('requires a confirmed address, a recent password confirmation and a permission', async () => {
    const { world, user, token, create } = await owner();

    await expect(world.createApiKey(user, shop, token)).rejects.toMatchObject({
      code: 'email_unverified',
    });
    await expect(create({ ...shop, scopes: [] })).rejects.toMatchObject({
      issues: [{ path: 'scopes' }],
    });
    world.time.nowMs += 10 * minuteMs;
    await expect(create()).rejects.toMatchObject({ code: 'reauth_required' });
  });

  test('is limited to twenty keys until one is revoked', async () => {
    const { world, user, create } = await owner();
    const { key } = await create();
    for (let n = 1; n < 20; n += 1) await create();

    await expect(create()).rejects.toMatchObject({
      code: 'conflict',
      message: 'An account can have at most 20 API keys. Revoke one first.',
    });
    await world.revokeApiKey(user.id, key.id);

    await create();
  });
});

describe('a key', () => {
  test('[api-keys] gives access to its account, until its owner revokes it', async () => {
    const { world, user, create } = await owner();
    const { key, text } = await create();
    const strangers = [`${text}0`, text.toUpperCase(), text.slice(3), `wp_${'0'.repeat(64)}`, ''];
    const foreign = world.revokeApiKey(Bun.randomUUIDv7(), key.id);
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.revokeApiKey(user.id, '1')).rejects.toMatchObject({ code: 'not_found' });

    expect(await world.findKey(text)).toEqual({ userId: user.id, scopes: shop.scopes });
    expect(await Promise.all(strangers.map(world.findKey))).toEqual(strangers.map(() => null));
    await world.revokeApiKey(user.id, key.id);

    expect(await world.findKey(text)).toBeNull();
  });

  test('records its use once a minute', async () => {
    const { world, user, create } = await owner();
    const { text } = await create();
    const firstMs = world.time.nowMs;
    const usedMs = async (laterMs: number) => {
      world.time.nowMs = firstMs + laterMs;
      await world.findKey(text);
      return (await world.ports.keys.of(user.id))[0]?.lastUsedAt?.getTime();
    };

    expect(await usedMs(0)).toBe(firstMs);
    expect(await usedMs(minuteMs - 1)).toBe(firstMs);
    expect(await usedMs(minuteMs)).toBe(firstMs + minuteMs);
  });
});
