/**
 * Password hashing that is slow on purpose. Refuses `too_many_requests` when too many callers wait.
 */
export type Passwords = {
  /** A salted hash that names its own parameters. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to the hash. With a null hash it does the same work and returns
   * false, so that the time does not show whether an account exists.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than the current ones. */
  isOutdated(hash: string): boolean;
};
