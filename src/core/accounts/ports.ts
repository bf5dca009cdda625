import type { Activity } from '#contract/activity';
import type { ApiKey, NewApiKey, Scope } from '#contract/api-keys';
import type { SignInWays } from '#contract/sign-in';
import type { NewId, RandomBytes } from '#core/shared/ids';
import type { Clock } from '#core/shared/time';
import type { Digest, Sessions } from './sign-in/session.ts';

/** What the use cases of accounts take. */
export type AccountPorts = {
  readonly keys: ApiKeys;
  readonly sessions: Sessions;
  readonly activity: RecentActivity;
  /** The ways to sign in to an account. Refuses `not_found` when it is gone. */
  readonly waysInto: (userId: string) => Promise<SignInWays>;
  /** Display names for a user agent of at most 512 characters; empty when unknown. */
  readonly describeAgent: (userAgent: string) => { readonly browser: string; readonly os: string };
  readonly digest: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

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
   * The holder of the key with this digest; null when there is no such key, and while its holder is
   * banned. Stores the time of use, at most once a minute for a key.
   */
  use(keyDigest: string, at: Date): Promise<KeyHolder | null>;
  /** Removes the account's key permanently. Refuses `not_found`. */
  remove(userId: string, keyId: string): Promise<void>;
  /** Removes all keys of the account permanently. */
  removeAll(userId: string): Promise<void>;
};

/** A key as it is stored: a digest instead of its text. */
export type AddedKey = NewApiKey &
  Pick<ApiKey, 'id' | 'ending' | 'createdAt'> & { readonly digest: string };

/** The history of accounts. */
export type RecentActivity = {
  /**
   * The newest events of the account, newest first. SQL statements, and what anybody can cause who
   * knows the address, have limits of their own: they would push all others out.
   */
  newest(userId: string): Promise<readonly Activity[]>;
};

/** The account that a key stands for, and the key's scopes. */
export type KeyHolder = { readonly userId: string; readonly scopes: readonly Scope[] };
