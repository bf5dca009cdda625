import type { RandomBytes } from '#core/shared/ids';

/** What a key may be allowed to do. */
export const scopes = ['conversions:write', 'conversions:read', 'links:read', 'sql'] as const;
export type Scope = (typeof scopes)[number];

/** An API key of an account, for the account's own programs. The key's text is not stored. */
export type ApiKey = {
  readonly id: string;
  readonly userId: string;
  /** Chosen by the owner, 1 to 100 characters. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The key's last four characters, by which its owner recognises it. */
  readonly ending: string;
  readonly createdAt: Date;
  /** Rounded to the minute; null before the first use. */
  readonly lastUsedAt: Date | null;
};

/** Enough for every program and its replacement key. */
export const mostKeys = 20;

const prefix = 'wp_';
const secretBytes = 32;
const endingLength = 4;

/** A new key: a prefix that secret scanners recognise, and 256 random bits. */
export function newKeyText(randomBytes: RandomBytes): string {
  return prefix + randomBytes(secretBytes).toHex();
}

/** Whether a text has the form of a key. Other text is rejected without a query. */
export function isKeyText(text: string): boolean {
  return /^wp_[\da-f]{64}$/.test(text);
}

export function endingOf(keyText: string): string {
  return keyText.slice(-endingLength);
}
