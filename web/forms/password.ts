import * as z from 'zod/mini';

const shortestPassword = 6;

/** A password of at least six characters. */
export function password(complaint = 'Password must be at least 6 characters') {
  return z.string().check(z.minLength(shortestPassword, complaint));
}
