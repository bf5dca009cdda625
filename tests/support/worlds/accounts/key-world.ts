import { keyHolder } from '#tests/support/builders/people';
import { randomBytes } from 'node:crypto';
import { type ApiKey, mostKeys } from '#contract/accounts/api-keys';
import { findApiKey } from '#core/accounts/api-keys';
import type { Bans } from '#core/accounts/banned';
import type { ApiKeys } from '#core/accounts/key-ports';
import { accountFull, notFound } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import { noBans } from '#tests/support/builders/people';
import { owner } from '#tests/support/worlds/links/link-world';
import type { ConversionPorts } from '#core/conversions/ports';
import type { OwnLinks } from '#core/links/own-link';
import { postbackSecretsOf } from '#core/conversions/reports/postback-secret';

export function memoryApiKeys(bans: Pick<Bans, 'isBanned'> = noBans): ApiKeys {
  type Kept = ApiKey & { readonly userId: string; readonly formerDigest?: string };
  const kept = new Map<string, Kept>();
  const of = (userId: string) => [...kept].filter(([, key]) => key.userId === userId);
  const own = (userId: string, keyId: string) => {
    const found = of(userId).find(([, key]) => key.id === keyId);
    if (found === undefined) throw notFound();
    return found;
  };
  const shown = (key: Kept): ApiKey => {
    const { userId: _, formerDigest: __, ...rest } = key;
    return rest;
  };

  return {
    async of(userId) {
      return of(userId)
        .map(([, key]) => shown(key))
        .toReversed();
    },
    async add(userId, { digest, ...fields }) {
      if (of(userId).length >= mostKeys) throw accountFull(mostKeys, 'API keys', 'Revoke');
      const key = { ...fields, formerUntil: null, readsMore: false, lastUsedAt: null };
      kept.set(digest, { ...key, userId });
      return key;
    },
    async use(digest, at) {
      const [present, key] =
        [...kept].find(
          ([text, { formerDigest, formerUntil }]) =>
            text === digest ||
            (formerDigest === digest && formerUntil !== null && formerUntil > at),
        ) ?? [];
      if (present === undefined || key === undefined) return null;
      const { id, userId, scopes, expiresAt, lastUsedAt } = key;
      if (bans.isBanned(userId)) return null;
      if (expiresAt !== null && expiresAt <= at) return 'expired';
      const isRecorded = lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < minuteMs;
      if (!isRecorded) kept.set(present, { ...key, lastUsedAt: at });
      return keyHolder(userId, scopes, id);
    },
    async find(userId, keyId) {
      return shown(own(userId, keyId)[1]);
    },
    async change(userId, keyId, changes) {
      const [digest, key] = own(userId, keyId);
      const { name = key.name, scopes = key.scopes, expiresAt = key.expiresAt } = changes;
      const changed = { ...key, name, scopes, expiresAt, readsMore: false };
      kept.set(digest, changed);
      return shown(changed);
    },
    async rotate(userId, keyId, { digest, ...to }) {
      const [formerDigest, key] = own(userId, keyId);
      const rotated = { ...key, ...to, formerDigest };
      kept.delete(formerDigest);
      kept.set(digest, rotated);
      return shown(rotated);
    },
    async remove(userId, keyId) {
      kept.delete(own(userId, keyId)[0]);
    },
    async removeAll(userId) {
      for (const [digest] of of(userId)) kept.delete(digest);
    },
  };
}

/** The use cases of keys and postback secrets over memory, with a clock that tests set. */
export function keyWorld(links: OwnLinks = { find: async () => null }) {
  const nowMs = Date.UTC(2026, 5, 1);
  /** `provenMs`: when the caller last typed their password. */
  const time = { nowMs, provenMs: nowMs };
  const ports = {
    keys: memoryApiKeys(),
    sessions: { find: async (sid: string) => freshSession(sid, time.provenMs) },
    digest: (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex'),
    newId: (atMs: number) => Bun.randomUUIDv7('hex', atMs),
    randomBytes,
    clock: { now: () => time.nowMs },
  };
  const generationOf = new Map<string, number>();
  const postbacks: Pick<ConversionPorts, 'generations' | 'seals'> = {
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
    ports,
    findKey: (text: string) => findApiKey(ports, text),
    postbacks,
    postbackSecretsOf: (linkId: string) => postbackSecretsOf(postbacks, linkId),
  };
}

/** A session for every token. */
export function freshSession(sid: string, provenMs: number) {
  const at = new Date(provenMs);
  const session = { sid, userId: '', userAgent: '', createdAt: at, expiresAt: at, provenAt: at };
  return { session, user: owner() };
}
