import type { ApiKey } from './api-key.ts';

export type ListApiKeysPorts = {
  readonly keys: {
    /** All keys of the account, newest first. */
    of(userId: string): Promise<readonly ApiKey[]>;
  };
};

/** The keys of an account, newest first, without their texts, which are not stored. */
export function listApiKeys({ keys }: ListApiKeysPorts) {
  return (userId: string): Promise<readonly ApiKey[]> => keys.of(userId);
}
