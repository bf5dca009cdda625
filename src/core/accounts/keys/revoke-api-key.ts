import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';

export type RevokeApiKeyPorts = {
  readonly keys: {
    /** Removes the account's key for good; from then on nobody finds it. False: no such key. */
    remove(userId: string, keyId: string): Promise<boolean>;
  };
};

/** Revokes a key, at once and everywhere. Refuses `not_found`, for another's key too. */
export function revokeApiKey({ keys }: RevokeApiKeyPorts) {
  return async (userId: string, keyId: string): Promise<void> => {
    if (!isId(keyId) || !(await keys.remove(userId, keyId))) throw notFound();
  };
}
