import { minuteMs, type Clock } from '#core/shared/time';
import { type ApiKey, isKeyText, type Scope } from './api-key.ts';
import type { Digest } from '#core/accounts/sign-in/session';

export type FindApiKeyPorts = {
  readonly keys: {
    /** The key of this digest; null when there is none, or no longer. */
    find(keyDigest: string): Promise<ApiKey | null>;
    /** Notes a use of the key; does nothing when it is gone. */
    noteUse(keyId: string, at: Date): Promise<void>;
  };
  readonly digest: Digest;
  readonly clock: Clock;
};

/** Whom a key stands for, and what it may do in their name. */
export type KeyHolder = { readonly userId: string; readonly scopes: readonly Scope[] };

/** Answers who holds a key, given its text; null for any text that opens nothing. */
export type FindApiKey = (text: string) => Promise<KeyHolder | null>;

/** Uses within a minute of a noted one are not noted, so that a busy key does not write. */
const noteEveryMs = minuteMs;

export function findApiKey({ keys, digest, clock }: FindApiKeyPorts): FindApiKey {
  return async (text) => {
    const key = isKeyText(text) ? await keys.find(digest(text)) : null;
    if (key === null) return null;

    const nowMs = clock.now();
    const isNoted = key.lastUsedAt !== null && nowMs - key.lastUsedAt.getTime() < noteEveryMs;
    if (!isNoted) await keys.noteUse(key.id, new Date(nowMs));
    return { userId: key.userId, scopes: key.scopes };
  };
}
