import type { ApiKey, ApiKeyChanges, NewApiKey, Scope } from '#contract/accounts/api-keys';
import type { User } from './user.ts';

/** The API keys of accounts. A change holds at once on every instance. */
export type ApiKeys = {
  /** All of the account's, newest first. */
  of(userId: string): Promise<readonly ApiKey[]>;
  /**
   * Stores a key. Refuses `conflict` when the account has `mostKeys`. Concurrent calls cannot exceed
   * the limit.
   */
  add(userId: string, key: AddedKey): Promise<ApiKey>;
  /**
   * The holder of the key whose text has this digest, or had it before a rotation and still works;
   * `expired` at and after the key's end; null when there is no such key, and while its holder is
   * banned. Stores the time of use, at most once a minute for a key.
   */
  use(keyDigest: string, at: Date): Promise<KeyHolder | 'expired' | null>;
  /** The account's key. Refuses `not_found`. */
  find(userId: string, keyId: string): Promise<ApiKey>;
  /** Changes what `changes` has. Refuses `not_found`. */
  change(userId: string, keyId: string, changes: ApiKeyChanges): Promise<ApiKey>;
  /**
   * Gives the key another text. The present one works until `formerUntil`; one from before that stops
   * at once. Refuses `not_found`.
   */
  rotate(userId: string, keyId: string, to: RotatedKey): Promise<ApiKey>;
  /** Removes the account's key permanently. Refuses `not_found`. */
  remove(userId: string, keyId: string): Promise<void>;
  /** Removes all keys of the account permanently. */
  removeAll(userId: string): Promise<void>;
};

/** A key as it is stored: a digest instead of its text. */
export type AddedKey = NewApiKey &
  Pick<ApiKey, 'id' | 'ending' | 'createdAt' | 'expiresAt'> & { readonly digest: string };

/** A key's new text, as it is stored. */
export type RotatedKey = {
  readonly digest: string;
  readonly ending: string;
  readonly formerUntil: Date;
};

/** The account that a key stands for, the key's id and its scopes. */
export type KeyHolder = {
  readonly user: User;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
};
