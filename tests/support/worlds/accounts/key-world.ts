import { keyHolder } from '#tests/support/builders/people';
import { randomBytes } from 'node:crypto';
import { type ApiKey, mostKeys } from '#contract/accounts/api-keys';
import { findApiKey } from '#core/accounts/api-keys';
import type { Bans } from '#core/accounts/banned';
import type { ApiKeys } from '#core/accounts/ports';
import { accountFull, notFound } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import { noBans } from '#tests/support/builders/people';
import { owner } from '#tests/support/worlds/links/link-world';
import type { ConversionPorts } from '#core/conversions/ports';
import type { OwnLinks } from '#core/links/own-link';
import { postbackSecretsOf } from '#core/conversions/reports/postback-secret';

export function memoryApiKeys(bans: Pick<Bans, 'isBanned'> = noBans): ApiKeys {
  const kept = new Map<string, ApiKey & { readonly userId: string }>();
  const of = (userId: string) => [...kept].filter(([, key]) => key.userId === userId);

  return {
    async of(userId) {
      const own = of(userId).map(([, key]) => {
        const { userId: _, ...shown } = key;
        return shown;
      });
      return own.toReversed();
    },
    async add(userId, { digest, ...fields }) {
      if (of(userId).length >= mostKeys) throw accountFull(mostKeys, 'API keys', 'Revoke');
      const key = { ...fields, lastUsedAt: null };
      kept.set(digest, { ...key, userId });
      return key;
    },
    async use(digest, at) {
      const key = kept.get(digest);
      if (key === undefined) return null;
      const { userId, scopes, lastUsedAt } = key;
      const isRecorded = lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < minuteMs;
      if (!isRecorded) kept.set(digest, { ...key, lastUsedAt: at });
      return bans.isBanned(userId) ? null : keyHolder(userId, scopes);
    },
    async remove(userId, keyId) {
      const [digest] = of(userId).find(([, key]) => key.id === keyId) ?? [];
      if (digest === undefined || !kept.delete(digest)) throw notFound();
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
