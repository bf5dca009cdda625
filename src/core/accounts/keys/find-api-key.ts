import { minuteMs, type Clock } from '#core/shared/time';
import { type ApiKey, isKeyText, type Scope } from './api-key.ts';
import type { Digest } from '#core/accounts/sign-in/session';

export type FindApiKeyPorts = {
  readonly keys: {
    /** The key with this digest; null when there is none, or when it was removed. */
    find(keyDigest: string): Promise<ApiKey | null>;
    /** Stores the time of use; does nothing when the key is gone. */
    recordUse(keyId: string, at: Date): Promise<void>;
  };
  readonly digest: Digest;
  readonly clock: Clock;
};

/** The account that a key stands for, and the key's scopes. */
export type KeyHolder = { readonly userId: string; readonly scopes: readonly Scope[] };

/** Returns the holder of the key with this text; null for text that is no valid key. */
export type FindApiKey = (text: string) => Promise<KeyHolder | null>;

/**
 * Uses within one minute are stored once, so that a busy key does not cause a write per request.
 */
const recordEveryMs = minuteMs;

export function findApiKey({ keys, digest, clock }: FindApiKeyPorts): FindApiKey {
  return async (text) => {
    const key = isKeyText(text) ? await keys.find(digest(text)) : null;
    if (key === null) return null;

    const nowMs = clock.now();
    const isNoted = key.lastUsedAt !== null && nowMs - key.lastUsedAt.getTime() < recordEveryMs;
    if (!isNoted) await keys.recordUse(key.id, new Date(nowMs));
    return { userId: key.userId, scopes: key.scopes };
  };
}
