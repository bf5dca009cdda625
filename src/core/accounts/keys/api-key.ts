import type { RandomBytes } from '#core/shared/ids';

/** What a key may be allowed to do. */
export const scopes = ['conversions:write', 'conversions:read'] as const;
export type Scope = (typeof scopes)[number];

/** A key by which an account's own programs call the API, as far as it is kept. */
export type ApiKey = {
  readonly id: string;
  readonly userId: string;
  /** Chosen by the owner, 1 to 100 characters. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The key's last four characters, by which its owner tells it from others. */
  readonly ending: string;
  readonly createdAt: Date;
  /** To the minute; null before the first use. */
  readonly lastUsedAt: Date | null;
};

/** Enough for every program and its successor; more is a mistake. */
export const mostKeys = 20;

const prefix = 'wp_';
const secretBytes = 32;
const endingLength = 4;

/** A new key: the prefix by which scanners recognise it, and 256 random bits. */
export function newKeyText(randomBytes: RandomBytes): string {
  return prefix + randomBytes(secretBytes).toHex();
}

/** Whether a text has the form of a key; what has not is nobody's, and no database is asked. */
export function isKeyText(text: string): boolean {
  return /^wp_[\da-f]{64}$/.test(text);
}

export function endingOf(keyText: string): string {
  return keyText.slice(-endingLength);
}
