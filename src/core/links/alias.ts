import type { IsReserved } from './reserved-words.ts';

/** What an owner's wish for an alias comes to. */
export type ReadAlias =
  | { readonly kind: 'none' }
  | { readonly kind: 'alias'; readonly alias: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Blank or null means none; else 1 to 50 letters, digits, hyphens and underscores, not reserved. */
export function readAlias(wish: string | null, isReserved: IsReserved): ReadAlias {
  if (wish === null || wish.trim() === '') return { kind: 'none' };
  if (isReserved(wish)) {
    return { kind: 'refused', message: 'This alias is not available' };
  }
  if (!/^[A-Za-z0-9_-]{1,50}$/.test(wish)) {
    return { kind: 'refused', message: 'Use letters, numbers, hyphens and underscores only' };
  }
  return { kind: 'alias', alias: wish };
}

/** The form in which names are unique: two names that fold alike are one name. */
export function foldName(name: string): string {
  return name.toLowerCase();
}
