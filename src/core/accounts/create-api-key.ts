import type { NewId, RandomBytes } from '#core/shared/ids';
import { invalid, Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { type ApiKey, endingOf, mostKeys, newKeyText, type Scope } from './api-key.ts';
import type { Digest } from './session.ts';

export type CreateApiKeyPorts = {
  readonly keys: {
    /**
     * Keeps the key under its digest, unless the account has `mostKeys` already: then false. Holds
     * for keys added side by side too.
     */
    add(key: ApiKey, keyDigest: string): Promise<boolean>;
  };
  readonly digest: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

export type ApiKeyWish = { readonly name: string; readonly scopes: readonly Scope[] };

/** A key and its text, which exists nowhere else. */
export type NewApiKey = { readonly key: ApiKey; readonly text: string };

/** Makes a key for the account. Refuses `invalid`, and `conflict` beyond `mostKeys`. */
export function createApiKey(ports: CreateApiKeyPorts) {
  return async (userId: string, wish: ApiKeyWish): Promise<NewApiKey> => {
    if (wish.scopes.length === 0) {
      throw invalid({ path: 'scopes', message: 'Choose what the key may do' });
    }
    const nowMs = ports.clock.now();
    const text = newKeyText(ports.randomBytes);
    const key = {
      id: ports.newId(nowMs),
      userId,
      name: wish.name,
      scopes: [...new Set(wish.scopes)],
      ending: endingOf(text),
      createdAt: new Date(nowMs),
      lastUsedAt: null,
    };
    if (!(await ports.keys.add(key, ports.digest(text)))) throw tooManyKeys();
    return { key, text };
  };
}

function tooManyKeys(): Refusal {
  return new Refusal('conflict', `An account has at most ${mostKeys} API keys. Delete one first.`);
}
