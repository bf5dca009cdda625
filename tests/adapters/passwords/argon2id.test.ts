import { describe, expect, test } from 'bun:test';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';

const cheap = { memoryKib: 8, passes: 1 };
const limits = { parallel: 1, waiting: 10 };
const asker = ['somebody'];

describe('[password-storage] password hashes', () => {
  test('use argon2id with the cost that OWASP recommends', async () => {
    const passwords = argon2idPasswords(argon2Cost, limits);

    const hash = await passwords.hash('analytical engine', asker);

    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(await passwords.verify('analytical engine', hash, asker)).toBe(true);
    expect(await passwords.verify('difference engine', hash, asker)).toBe(false);
  });

  test('include every character, of any script', async () => {
    const passwords = argon2idPasswords(cheap, limits);
    const hash = await passwords.hash(`${'ж'.repeat(255)}a`, asker);

    expect(await passwords.verify(`${'ж'.repeat(255)}a`, hash, asker)).toBe(true);
    expect(await passwords.verify(`${'ж'.repeat(255)}b`, hash, asker)).toBe(false);
    expect(await passwords.verify('ж'.repeat(255), hash, asker)).toBe(false);
  });

  test('[hidden-accounts] match nothing when the hash is missing or invalid', async () => {
    const passwords = argon2idPasswords(cheap, limits);

    expect(await passwords.verify('anything', null, asker)).toBe(false);
    expect(await passwords.verify('anything', 'anything', asker)).toBe(false);
  });

  test('are outdated when a parameter is weaker than configured', async () => {
    const weak = await argon2idPasswords(cheap, limits).hash('analytical engine', asker);
    const { isOutdated } = argon2idPasswords({ memoryKib: 16, passes: 1 }, limits);

    expect(isOutdated(weak)).toBe(true);
    expect(isOutdated(weak.replace('m=8', 'm=16'))).toBe(false);
    expect(isOutdated(weak.replace('m=8,t=1', 'm=16,t=3'))).toBe(false);
    expect(isOutdated('something else')).toBe(true);
  });
});

describe('[login-floods] hashing in turn', () => {
  test('queues up to its limit, and asks the rest to retry', async () => {
    const passwords = argon2idPasswords(cheap, { parallel: 2, waiting: 3 });

    const asked = Array.from({ length: 6 }, () => passwords.hash('analytical engine', asker));

    expect(passwords.waiting()).toBe(3);
    const refused = asked.pop()?.catch((error: unknown) => error);
    expect(await refused).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 2 });
    expect(await Promise.all(asked)).toHaveLength(5);
  });

  test('those who ask take turns, and many askers of one owner take no place of another', async () => {
    const passwords = argon2idPasswords(cheap, { parallel: 1, waiting: 4 });
    const order: string[] = [];
    const ask = (owner: string, network: string) =>
      passwords.hash('analytical engine', [owner, network]).then(
        () => void order.push(`${owner} ${network}`),
        () => `${owner} ${network} refused`,
      );

    const flood = Array.from({ length: 8 }, (_, at) => ask('own', `net ${at}`));
    const innocent = await ask('other', 'net');

    expect(innocent).toBeUndefined();
    expect(order.slice(0, 3)).toEqual(['own net 0', 'own net 1', 'other net']);
    expect((await Promise.all(flood)).filter((answer) => answer !== undefined)).toHaveLength(4);
  });
});
