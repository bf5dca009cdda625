/** Makes ids: UUIDv7 strings in lower case whose first 48 bits are `atMs`, the epoch milliseconds. */
export type NewId = (atMs: number) => string;

/** Cryptographically secure random bytes, injected so that tests can replay them. */
export type RandomBytes = (length: number) => Uint8Array;

/** Whether a text has the form of an id; what has not is no one's, and no database is asked. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}
