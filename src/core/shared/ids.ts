/** Makes UUIDv7 ids in lower case whose first 48 bits are `atMs`, the epoch milliseconds. */
export type NewId = (atMs: number) => string;

/** The time in the first 48 bits of a UUIDv7, epoch milliseconds. */
export function idTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Cryptographically secure random bytes, injected so that tests can repeat them. */
export type RandomBytes = (length: number) => Uint8Array;

/** Whether a text has the form of an id. Other text is rejected without a query. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}

const tailLength = 12;

/** The id so many places after the first one: the same for each repeat of a call that makes several. */
export function nthId(first: string, place: number): string {
  const next = BigInt(`0x${first.slice(-tailLength)}`) + BigInt(place);
  const tail = BigInt.asUintN(4 * tailLength, next).toString(16);
  return first.slice(0, -tailLength) + tail.padStart(tailLength, '0');
}
