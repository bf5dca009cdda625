/** Hashing that is slow on purpose. Refuses with `too_many_requests` when too many callers wait. */
export type Passwords = {
  /** A salted hash that names its own parameters. */
  hash(password: string): Promise<string>;
  /** Whether the password is the hash's. Without a hash the same work is done, for nothing. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than today's. */
  isOutdated(hash: string): boolean;
};
