import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type ApiKeys, postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import { type ApiKey, mostKeys } from '#core/accounts/keys/api-key';
import { memoryApiKeys } from '#tests/support/worlds/accounts/key-world';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

const nowMs = Date.UTC(2026, 5, 1, 12, 0, 0, 123);

function someKey(userId: string, more: Partial<ApiKey> = {}): ApiKey {
  return {
    id: Bun.randomUUIDv7('hex', nowMs),
    userId,
    name: 'Łódź "shop" 🙂',
    scopes: ['conversions:write', 'conversions:read'],
    ending: 'beef',
    createdAt: new Date(nowMs),
    lastUsedAt: null,
    ...more,
  };
}

function someDigest(): string {
  return new Bun.CryptoHasher('sha256').update(crypto.randomUUID()).digest('hex');
}

/** The contract of every store of API keys. */
function apiKeysContract(
  name: string,
  make: () => { keys: ApiKeys; newUser: () => Promise<string> },
): void {
  describe(name, () => {
    test('[api-keys] a key is read back unchanged, by its digest only', async () => {
      const { keys, newUser } = make();
      const key = someKey(await newUser());
      const digest = someDigest();

      expect(await keys.add(key, digest)).toBe(true);

      expect(await keys.find(digest)).toEqual(key);
      expect(await keys.find(someDigest())).toBeNull();
      expect(await keys.find(key.id)).toBeNull();
    });

    test('[separate-accounts] an account sees its own keys, newest first', async () => {
      const { keys, newUser } = make();
      const [ada, bob] = [await newUser(), await newUser()];
      const older = someKey(ada);
      const newer = someKey(ada, { createdAt: new Date(nowMs + 1) });
      await keys.add(older, someDigest());
      await keys.add(newer, someDigest());
      await keys.add(someKey(bob), someDigest());

      expect(await keys.of(ada)).toEqual([newer, older]);
    });

    test('a use is recorded, and recording it for a removed key does nothing', async () => {
      const { keys, newUser } = make();
      const key = someKey(await newUser());
      const digest = someDigest();
      await keys.add(key, digest);

      await keys.recordUse(key.id, new Date(nowMs + 60_000));
      await keys.recordUse(Bun.randomUUIDv7(), new Date(nowMs));

      expect((await keys.find(digest))?.lastUsedAt).toEqual(new Date(nowMs + 60_000));
    });

    test('[separate-accounts] [api-keys] a removed key is not found, and only its owner can remove it', async () => {
      const { keys, newUser } = make();
      const [ada, bob] = [await newUser(), await newUser()];
      const key = someKey(ada);
      const digest = someDigest();
      await keys.add(key, digest);

      expect(await keys.remove(bob, key.id)).toBe(false);
      expect(await keys.find(digest)).toEqual(key);
      expect(await keys.remove(ada, key.id)).toBe(true);

      expect(await keys.find(digest)).toBeNull();
      expect(await keys.remove(ada, key.id)).toBe(false);
    });

    test('[separate-accounts] [api-keys] all keys of one account are removed at once', async () => {
      const { keys, newUser } = make();
      const [ada, bob] = [await newUser(), await newUser()];
      const other = someKey(bob);
      for (const key of [someKey(ada), someKey(ada), other]) await keys.add(key, someDigest());

      await keys.removeAll(ada);

      expect([await keys.of(ada), await keys.of(bob)]).toEqual([[], [other]]);
    });

    test('[exact-limits] concurrently added keys do not exceed the limit of an account', async () => {
      const { keys, newUser } = make();

      for (let round = 0; round < 10; round += 1) {
        const ada = await newUser();
        for (let n = 1; n < mostKeys; n += 1) await keys.add(someKey(ada), someDigest());

        const added = await Promise.all(
          Array.from({ length: 10 }, () => keys.add(someKey(ada), someDigest())),
        );

        expect(added.filter(Boolean)).toHaveLength(1);
        expect(await keys.of(ada)).toHaveLength(mostKeys);
      }
    });
  });
}

apiKeysContract('API keys in memory', () => ({
  keys: memoryApiKeys(),
  newUser: async () => Bun.randomUUIDv7(),
}));
apiKeysContract('API keys in Postgres', () => ({
  keys: postgresApiKeys(database.sql),
  newUser: () => newUser(database.sql),
}));
