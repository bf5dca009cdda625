import { randomBytes } from 'node:crypto';
import type { ApiKeys } from '#adapters/postgres/accounts/api-keys';
import { type ApiKey, mostKeys } from '#core/accounts/keys/api-key';
import { createApiKey } from '#core/accounts/keys/create-api-key';
import { findApiKey } from '#core/accounts/keys/find-api-key';
import { listApiKeys } from '#core/accounts/keys/list-api-keys';
import { revokeApiKey } from '#core/accounts/keys/revoke-api-key';
import { owner } from '#tests/support/worlds/links/link-world';
import {
  postbackSecretsOf,
  type PostbackSecretPorts,
  rotatePostback,
  showPostback,
} from '#core/conversions/reports/postback-secret';

export function memoryApiKeys(): ApiKeys {
  const kept = new Map<string, ApiKey>();
  const of = (userId: string) => [...kept.values()].filter((key) => key.userId === userId);

  return {
    async add(key, keyDigest) {
      if (of(key.userId).length >= mostKeys) return false;
      kept.set(keyDigest, key);
      return true;
    },
    of: async (userId) => of(userId).toReversed(),
    find: async (keyDigest) => kept.get(keyDigest) ?? null,
    async recordUse(keyId, at) {
      for (const [digest, key] of kept) {
        if (key.id === keyId) kept.set(digest, { ...key, lastUsedAt: at });
      }
    },
    async remove(userId, keyId) {
      const found = [...kept].find(([, key]) => key.id === keyId && key.userId === userId);
      return found !== undefined && kept.delete(found[0]);
    },
    async removeAll(userId) {
      for (const [digest, key] of kept) if (key.userId === userId) kept.delete(digest);
    },
  };
}

/** The use cases of keys and postback secrets over memory, with a clock that tests set. */
export function keyWorld(
  links: PostbackSecretPorts['links'] = { find: async () => null },
  keys: ApiKeys = memoryApiKeys(),
) {
  const nowMs = Date.UTC(2026, 5, 1);
  /** `provenMs`: when the caller last typed their password. */
  const time = { nowMs, provenMs: nowMs };
  const ports = {
    keys,
    sessions: { find: async (sid: string) => freshSession(sid, time.provenMs) },
    digest: (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex'),
    newId: (atMs: number) => Bun.randomUUIDv7('hex', atMs),
    randomBytes,
    clock: { now: () => time.nowMs },
  };
  const generationOf = new Map<string, number>();
  const postbacks: PostbackSecretPorts = {
    links,
    generations: {
      of: async (linkId) => generationOf.get(linkId) ?? 1,
      async next(userId, linkId) {
        if ((await links.find(userId, linkId)) === null) return null;
        const generation = (generationOf.get(linkId) ?? 1) + 1;
        generationOf.set(linkId, generation);
        return generation;
      },
    },
    seals: (text) => [new Bun.CryptoHasher('sha256', 'key').update(text).digest()],
  };

  return {
    time,
    keys,
    createApiKey: createApiKey(ports),
    listApiKeys: listApiKeys(ports),
    revokeApiKey: revokeApiKey(ports),
    revokeAllApiKeys: keys.removeAll,
    findKey: findApiKey(ports),
    postbackSecretsOf: postbackSecretsOf(postbacks),
    showPostback: showPostback(postbacks),
    rotatePostback: rotatePostback(postbacks),
  };
}

/** A session for every token. */
export function freshSession(sid: string, provenMs: number) {
  const at = new Date(provenMs);
  const session = { sid, userId: '', userAgent: '', createdAt: at, expiresAt: at, provenAt: at };
  return { session, user: owner() };
}
