/** Makes ids: UUIDv7 strings in lower case whose first 48 bits are `atMs`, the epoch milliseconds. */
export type NewId = (atMs: number) => string;

/** Cryptographically secure random bytes, injected so that tests can replay them. */
export type RandomBytes = (length: number) => Uint8Array;
