import * as z from 'zod/mini';

const shortestPassword = 6;

/** A password that is long enough. */
export function password(complaint = 'Password must be at least 6 characters') {
  return z.string().check(z.minLength(shortestPassword, complaint));
}
