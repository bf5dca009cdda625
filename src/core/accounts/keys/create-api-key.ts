import type { NewId, RandomBytes } from '#core/shared/ids';
import { accountFull, emailUnverified, invalid } from '#core/shared/refusal';
import { type ApiKey, endingOf, mostKeys, newKeyText, type Scope } from './api-key.ts';
import { type RecentProofPorts, requireRecentProof } from '#core/accounts/sign-in/recent-proof';
import type { User } from '#core/accounts/user';

export type CreateApiKeyPorts = RecentProofPorts & {
  readonly keys: {
    /**
     * Stores the key under its digest; returns false when the account already has `mostKeys`.
     * Concurrent calls cannot exceed the limit.
     */
    add(key: ApiKey, keyDigest: string): Promise<boolean>;
  };
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
};

export type ApiKeyInput = { readonly name: string; readonly scopes: readonly Scope[] };

/** A key and its text. The text is stored nowhere. */
export type NewApiKey = { readonly key: ApiKey; readonly text: string };

/**
 * Creates a key for the person of the session with this `token`. Refuses `invalid`,
 * `email_unverified`, `reauth_required`, and `conflict` when the account has `mostKeys`.
 */
export function createApiKey(ports: CreateApiKeyPorts) {
  const requireProof = requireRecentProof(ports);

  return async (
    { id: userId, verified }: Pick<User, 'id' | 'verified'>,
    input: ApiKeyInput,
    token: string,
  ): Promise<NewApiKey> => {
    if (!verified) throw emailUnverified('create API keys');
    await requireProof(token);
    if (input.scopes.length === 0) {
      throw invalid({ path: 'scopes', message: 'Choose at least one permission' });
    }
    const nowMs = ports.clock.now();
    const text = newKeyText(ports.randomBytes);
    const key = {
      id: ports.newId(nowMs),
      userId,
      name: input.name,
      scopes: [...new Set(input.scopes)],
      ending: endingOf(text),
      createdAt: new Date(nowMs),
      lastUsedAt: null,
    };
    if (!(await ports.keys.add(key, ports.digest(text))))
      throw accountFull(mostKeys, 'API keys', 'Revoke');
    return { key, text };
  };
}
