import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import { mostKeys } from '#contract/accounts/api-keys';
import type { AddedKey, ApiKeys } from '#core/accounts/key-ports';
import { minuteMs } from '#core/shared/time';
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

function someKey(more: Partial<AddedKey> = {}): AddedKey {
  return {
    id: Bun.randomUUIDv7('hex', nowMs),
    name: 'Łódź "shop" 🙂',
    scopes: ['conversions:write', 'conversions:read'],
    expiresAt: null,
    digest: someDigest(),
    ending: 'beef',
    createdAt: new Date(nowMs),
    ...more,
  };
}

/** A key as its store returns it. */
function shown(added: AddedKey) {
  const { digest: _, ...key } = added;
  return { ...key, formerUntil: null, readsMore: false, lastUsedAt: null };
}

function someDigest(): string {
  return new Bun.CryptoHasher('sha256').update(crypto.randomUUID()).digest('hex');
}

const at = new Date(nowMs);
const missing = { code: 'not_found' };

/** The contract of every store of API keys. */
function apiKeysContract(
  name: string,
  make: () => { keys: ApiKeys; banned: Set<string>; newUser: () => Promise<string> },
): void {
  describe(name, () => {
    test('[api-keys] a key is read back unchanged, and stands for its account by its digest only', async () => {
      const { keys, newUser } = make();
      const [key, ada] = [someKey(), await newUser()];

      expect(await keys.add(ada, key)).toEqual(shown(key));

      expect(await keys.of(ada)).toEqual([shown(key)]);
      expect(await keys.use(key.digest, at)).toMatchObject({
        user: { id: ada },
        scopes: key.scopes,
      });
      expect(await keys.use(someDigest(), at)).toBeNull();
      expect(await keys.use(key.id, at)).toBeNull();
    });

    test('[separate-accounts] an account sees its own keys, newest first', async () => {
      const { keys, newUser } = make();
      const [ada, bob] = [await newUser(), await newUser()];
      const [older, newer] = [someKey(), someKey({ createdAt: new Date(nowMs + 1) })];
      await keys.add(ada, older);
      await keys.add(ada, newer);
      await keys.add(bob, someKey());

      expect(await keys.of(ada)).toEqual([shown(newer), shown(older)]);
    });

    test('a use is recorded at most once a minute', async () => {
      const { keys, newUser } = make();
      const [key, ada] = [someKey(), await newUser()];
      await keys.add(ada, key);
      const recordedAfter = async (laterMs: number) => {
        await keys.use(key.digest, new Date(nowMs + laterMs));
        return (await keys.of(ada))[0]?.lastUsedAt;
      };

      expect(await recordedAfter(0)).toEqual(at);
      expect(await recordedAfter(minuteMs - 1)).toEqual(at);
      expect(await recordedAfter(minuteMs)).toEqual(new Date(nowMs + minuteMs));
    });

    test('[api-keys] a key does not work while its holder is banned', async () => {
      const { keys, banned, newUser } = make();
      const [key, ada] = [someKey(), await newUser()];
      await keys.add(ada, key);

      banned.add(ada);
      expect(await keys.use(key.digest, at)).toBeNull();
      banned.delete(ada);

      expect(await keys.use(key.digest, at)).toMatchObject({
        user: { id: ada },
        scopes: key.scopes,
      });
    });

    test('[api-keys] a key works until its end, which can be moved, and says so afterwards', async () => {
      const { keys, newUser } = make();
      const ada = await newUser();
      const key = someKey({ expiresAt: new Date(nowMs + minuteMs) });
      expect(await keys.add(ada, key)).toEqual(shown(key));

      expect(await keys.use(key.digest, new Date(nowMs + minuteMs - 1))).toMatchObject({
        user: { id: ada },
        keyId: key.id,
      });
      expect(await keys.use(key.digest, new Date(nowMs + minuteMs))).toBe('expired');
      const later = new Date(nowMs + 2 * minuteMs);
      expect(await keys.change(ada, key.id, { expiresAt: later })).toMatchObject({
        name: key.name,
        scopes: key.scopes,
        expiresAt: later,
      });
      expect(await keys.use(key.digest, new Date(nowMs + minuteMs))).toMatchObject({
        scopes: key.scopes,
      });
      const forever = { name: 'Other', scopes: ['sql'], expiresAt: null } as const;
      const wish = { ...forever, scopes: [...forever.scopes] };
      expect(await keys.change(ada, key.id, wish)).toMatchObject(wish);
      expect(await keys.change(ada, key.id, {})).toMatchObject(wish);
      expect(await keys.find(ada, key.id)).toMatchObject(wish);
    });

    test('[api-keys] after a rotation the former text works for its time, and one before it not at all', async () => {
      const { keys, newUser } = make();
      const ada = await newUser();
      const key = someKey();
      await keys.add(ada, key);
      const untilMs = Date.now() + minuteMs;
      const second = { digest: someDigest(), ending: 'cafe', formerUntil: new Date(untilMs) };

      expect(await keys.rotate(ada, key.id, second)).toEqual({
        ...shown(key),
        ending: 'cafe',
        formerUntil: second.formerUntil,
      });
      for (const text of [key.digest, second.digest]) {
        expect(await keys.use(text, new Date(untilMs - 1))).toMatchObject({ keyId: key.id });
      }
      expect(await keys.use(key.digest, new Date(untilMs))).toBeNull();
      expect(await keys.use(second.digest, new Date(untilMs))).not.toBeNull();

      const third = { ...second, digest: someDigest(), formerUntil: new Date(untilMs + 1) };
      await keys.rotate(ada, key.id, third);
      expect(await keys.use(key.digest, new Date(untilMs - 1))).toBeNull();
      expect(await keys.use(second.digest, new Date(untilMs))).not.toBeNull();
      await keys.remove(ada, key.id);
      expect(await keys.use(second.digest, new Date(untilMs - 1))).toBeNull();
      expect(await keys.use(third.digest, new Date(untilMs - 1))).toBeNull();
    });

    test('[separate-accounts] another account’s key cannot be read, changed or rotated', async () => {
      const { keys, newUser } = make();
      const [ada, bob] = [await newUser(), await newUser()];
      const key = someKey();
      await keys.add(ada, key);
      const to = { digest: someDigest(), ending: 'cafe', formerUntil: at };

      await expect(keys.find(bob, key.id)).rejects.toMatchObject(missing);
      await expect(keys.change(bob, key.id, { name: 'Mine' })).rejects.toMatchObject(missing);
      await expect(keys.rotate(bob, key.id, to)).rejects.toMatchObject(missing);

      expect(await keys.of(ada)).toEqual([shown(key)]);
      expect(await keys.use(to.digest, at)).toBeNull();
    });

    test('[separate-accounts] [api-keys] a removed key is not found, and only its owner can remove it', async () => {
      const { keys, newUser } = make();
      const [ada, bob] = [await newUser(), await newUser()];
      const key = someKey();
      await keys.add(ada, key);

      await expect(keys.remove(bob, key.id)).rejects.toMatchObject(missing);
      expect(await keys.use(key.digest, at)).not.toBeNull();
      await keys.remove(ada, key.id);

      expect(await keys.use(key.digest, at)).toBeNull();
      await expect(keys.remove(ada, key.id)).rejects.toMatchObject(missing);
    });

    test('[separate-accounts] [api-keys] all keys of one account are removed at once', async () => {
      const { keys, newUser } = make();
      const [ada, bob] = [await newUser(), await newUser()];
      const other = someKey();
      for (const key of [someKey(), someKey()]) await keys.add(ada, key);
      await keys.add(bob, other);

      await keys.removeAll(ada);

      expect([await keys.of(ada), await keys.of(bob)]).toEqual([[], [shown(other)]]);
    });

    test('[exact-limits] concurrently added keys do not exceed the limit of an account', async () => {
      const { keys, newUser } = make();

      for (let round = 0; round < 10; round += 1) {
        const ada = await newUser();
        for (let n = 1; n < mostKeys; n += 1) await keys.add(ada, someKey());

        const added = await Promise.allSettled(
          Array.from({ length: 10 }, () => keys.add(ada, someKey())),
        );

        expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await keys.of(ada)).toHaveLength(mostKeys);
      }
    });
  });
}

function bans() {
  const banned = new Set<string>();
  return { banned, isBanned: (userId: string) => banned.has(userId) };
}

apiKeysContract('API keys in memory', () => {
  const { banned, isBanned } = bans();
  return { keys: memoryApiKeys({ isBanned }), banned, newUser: async () => Bun.randomUUIDv7() };
});
apiKeysContract('API keys in Postgres', () => {
  const { banned, isBanned } = bans();
  const keys = postgresApiKeys(database.sql, { isBanned });
  return { keys, banned, newUser: () => newUser(database.sql) };
});
