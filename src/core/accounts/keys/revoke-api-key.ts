import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';

export type RevokeApiKeyPorts = {
  readonly keys: {
    /** Removes the account's key permanently. False: the account has no such key. */
    remove(userId: string, keyId: string): Promise<boolean>;
    /** Removes all keys of the account permanently. */
    removeAll(userId: string): Promise<void>;
  };
};

/**
 * Revokes a key at once on every instance. Refuses `not_found`, also for the key of another
 * account.
 */
export function revokeApiKey({ keys }: RevokeApiKeyPorts) {
  return async (userId: string, keyId: string): Promise<void> => {
    if (!isId(keyId) || !(await keys.remove(userId, keyId))) throw notFound();
  };
}
