import type { Asker } from '#core/shared/limits/asker';

/**
 * Password hashing that is slow on purpose. The accounts that ask take turns. Refuses
 * `too_many_requests` when too many wait.
 */
export type Passwords = {
  /** A salted hash that names its own parameters. */
  hash(password: string, asker: Asker): Promise<string>;
  /**
   * Whether the password belongs to the hash. With a null hash it does the same work and returns
   * false, so that the time does not show whether an account exists.
   */
  verify(password: string, hash: string | null, asker: Asker): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than the current ones. */
  isOutdated(hash: string): boolean;
};
