/** Makes ids: UUIDv7 strings in lower case whose first 48 bits are `atMs`, the epoch milliseconds. */
export type NewId = (atMs: number) => string;

/** The time that a UUIDv7 carries in its first 48 bits, epoch milliseconds. */
export function idTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Cryptographically secure random bytes, injected so that tests can replay them. */
export type RandomBytes = (length: number) => Uint8Array;

/** Whether a text has the form of an id; what has not is no one's, and no database is asked. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}
